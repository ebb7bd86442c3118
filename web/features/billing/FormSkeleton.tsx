import { Skeleton } from '../../ui/Skeleton.tsx'

/** In the place of a form for a card, until that is there. */
export function FormSkeleton() {
  return (
    <div aria-busy className="space-y-4">
      <p className="sr-only">Setting up the payment</p>
      <Skeleton className="h-11.5" />
      <div className="grid grid-cols-2 gap-3">
        <Skeleton className="h-11.5" />
        <Skeleton className="h-11.5" />
      </div>
      <Skeleton className="h-11" />
    </div>
  )
}
