import { PRICE, PRICE_MONTHS } from '../../../contract/limits.ts'
import { failureText } from '../../lib/api-client.ts'
import { pathTo } from '../../lib/paths.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'

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

export function Failure(props: { error: unknown; fallback?: string; className?: string }) {
  const { error, fallback = PAYMENT_FAILED.fallback, className = '' } = props
  return <p className={className}>{failureText(error, fallback)}</p>
}

export const PAYMENT_FAILED = {
  title: 'Payment Failed',
  fallback: "The payment didn't go through. Please try again.",
} as const

export const PAY_LABEL = `Pay ${PRICE} for ${PRICE_MONTHS} months`

export function pathAfterPayment(slug: string): string {
  return `${pathTo('group', { slug })}?payment=success`
}
