import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type ToastContent, toast } from '../../lib/toast-store.ts'

/** Query parameters that the provider adds to the return address; see docs.stripe.com/js. */
const ADDED = ['payment', 'payment_intent', 'payment_intent_client_secret', 'redirect_status']

interface PaymentReturn {
  readonly content: ToastContent
  /** The query string without the parameters that the payment provider added. */
  readonly rest: string
}

/** Returns the toast for a payment that led back here; undefined if none did. */
export function readPaymentReturn(search: string): PaymentReturn | undefined {
  const query = new URLSearchParams(search)
  if (query.get('payment') !== 'success') return undefined
  // A bank's page returns to the same address when the cardholder failed to authenticate.
  const hasFailed = query.get('redirect_status') === 'failed'
  for (const name of ADDED) query.delete(name)
  return {
    rest: query.size === 0 ? '' : `?${query}`,
    content: hasFailed
      ? {
          title: 'Payment Failed',
          description: "The payment wasn't approved. You weren't charged.",
          variant: 'destructive',
        }
      : { title: 'Payment Successful', description: 'Thank you. See you on the first tee.' },
  }
}

/** Shows one toast when the payment provider returns to `?payment=success`, and cleans up the address. */
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
