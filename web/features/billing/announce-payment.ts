import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type ToastContent, toast } from '../../lib/toast-store.ts'

/** Query parameters after a payment: `payment` is ours, Stripe adds the others (see docs.stripe.com/js). */
const PARAMETERS = ['payment', 'payment_intent', 'payment_intent_client_secret', 'redirect_status']

export function readPaymentReturn(
  search: string,
): { content: ToastContent; rest: string } | undefined {
  const query = new URLSearchParams(search)
  if (query.get('payment') !== 'success') return undefined
  // If the cardholder fails to authenticate, the bank's page returns to the same URL as after a success.
  const hasFailed = query.get('redirect_status') === 'failed'
  for (const name of PARAMETERS) query.delete(name)
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

export function usePaymentReturn(): void {
  const [path, navigate] = useLocation()
  const search = useSearch()
  useEffect(() => {
    const paymentReturn = readPaymentReturn(search)
    if (paymentReturn === undefined) return
    navigate(path + paymentReturn.rest + window.location.hash, { replace: true })
    toast(paymentReturn.content)
  }, [path, search, navigate])
}
