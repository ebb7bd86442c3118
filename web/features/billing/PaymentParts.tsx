import { PRICE, PRICE_MONTHS } from '../../../contract/limits.ts'
import { pathTo } from '../../lib/paths.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** Placeholder for the card form while it loads. */
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

export const PAY_LABEL = `Pay ${PRICE} for ${PRICE_MONTHS} months`

/** Returns the path of the page to open after a payment. */
export function pathAfterPayment(slug: string): string {
  return `${pathTo('group', { slug })}?payment=success`
}
