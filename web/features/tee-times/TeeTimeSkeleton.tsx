import { Skeleton } from '../../ui/Skeleton.tsx'

/** Placeholder for a card that is still loading. */
export function TeeTimeSkeleton() {
  return (
    <div data-testid="tee-time-skeleton" className="sheet space-y-3 p-4">
      <div className="flex gap-3">
        <Skeleton className="h-19 w-14 rounded-[0.625rem]" />
        <div className="flex-1 space-y-2 pt-1">
          <Skeleton className="h-7 w-28" />
          <Skeleton className="h-5 w-40 max-w-full" />
        </div>
        <Skeleton className="h-6 w-16 rounded-full" />
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
      <Skeleton className="h-14 rounded-[0.625rem]" />
      <Skeleton className="h-5 w-36" />
      <Skeleton className="h-11 rounded-[0.625rem]" />
    </div>
  )
}
