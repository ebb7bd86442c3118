import { PRICE, PRICE_MONTHS } from '../../../contract/limits.ts'
import { failureText } from '../../lib/api-client.ts'
import { pathTo } from '../../lib/paths.ts'
import { Loading } from '../../ui/Skeleton.tsx'

export function FormSkeleton() {
  return <Loading label="Setting up the payment" blocks={['h-11.5', 'h-11.5', 'h-11']} />
}

export function PaymentError({ error }: { error: Error | null }) {
  return (
    // Without an error, this paragraph reserves the space, so that the button below doesn't move.
    <p className="min-h-5 text-sm font-medium text-flag">
      {error && failureText(error, PAYMENT_FAILED.fallback)}
    </p>
  )
}

export const PAYMENT_FAILED = {
  title: 'Payment Failed',
  fallback: "The payment didn't go through. Please try again.",
} as const

export const INIT_FAILED = {
  title: 'Failed to initialize subscription',
  fallback: 'Failed to initialize payment. Please try again.',
} as const

export const PAY_LABEL = `Pay ${PRICE} for ${PRICE_MONTHS} months`

export function pathAfterPayment(slug: string): string {
  return `${pathTo('group', { slug })}?payment=success`
}
