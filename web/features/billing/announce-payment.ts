import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type ToastContent, toast } from '../../ui/toast-store.ts'

/** What the provider adds to the address that it leads back to; see docs.stripe.com/js. */
const ADDED = ['payment', 'payment_intent', 'payment_intent_client_secret', 'redirect_status']

interface PaymentReturn {
  readonly content: ToastContent
  /** What is left of the address's query. */
  readonly rest: string
}

/** What to say of a payment that led back here; undefined where none did. */
export function readPaymentReturn(search: string): PaymentReturn | undefined {
  const query = new URLSearchParams(search)
  if (query.get('payment') !== 'success') return undefined
  // A bank's page leads back to the same address where the cardholder did not pass.
  const hasFailed = query.get('redirect_status') === 'failed'
  for (const name of ADDED) query.delete(name)
  return {
    rest: query.size === 0 ? '' : `?${query}`,
    content: hasFailed
      ? {
          title: 'Payment Failed',
          description: 'The payment was not approved, and nothing was charged.',
          variant: 'destructive',
        }
      : { title: 'Payment Successful', description: 'Thank you. See you on the first tee.' },
  }
}

/** Where the payment provider leads back to, `?payment=success`: says so once, and drops it from the address. */
export function usePaymentReturn(): void {
  const [path, navigate] = useLocation()
  const search = useSearch()
  useEffect(() => {
    const back = readPaymentReturn(search)
    if (back === undefined) return
    navigate(path + back.rest + window.location.hash, { replace: true })
    toast(back.content)
  }, [path, search, navigate])
}
