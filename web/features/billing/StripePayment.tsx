import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
// The implementation behind '@stripe/stripe-js/pure': it loads nothing until it is called.
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs'
import { useCallback, useEffect, useState } from 'react'
import { useAction } from '../../lib/action.ts'
import { failureText, RefusedError } from '../../lib/api-client.ts'
import { Button } from '../../ui/Button.tsx'
import { FormBlocked } from './FormBlocked.tsx'
import { FormSkeleton } from './FormSkeleton.tsx'
import { PAY_LABEL } from './pay-label.ts'
import { pathAfterPayment } from './return-address.ts'
import { stripeAppearance } from './stripe-appearance.ts'

/** How long to wait for the form before treating it as blocked. */
const PATIENCE_MS = 10_000
const FALLBACK = 'The payment did not go through. Please try again.'

interface StripePaymentProps {
  readonly clientSecret: string
  readonly publishableKey: string
  readonly slug: string
  /** Called when the payment that was begun may no longer be valid, so that the caller begins a new one. */
  readonly onStale: () => void
}

/** Stripe's own form. What the payer types goes only to Stripe. */
export function StripePayment(props: StripePaymentProps) {
  const { clientSecret, publishableKey } = props
  const [stripe, setStripe] = useState<Stripe>()
  const [isShown, setShown] = useState(false)
  const [blocked, setBlocked] = useState<'refused' | 'hanging'>()
  const appearance = useAppearance()

  const load = useCallback(async () => {
    try {
      setStripe((await loadStripe(publishableKey)) ?? undefined)
      setBlocked(undefined)
    } catch (error) {
      setBlocked('refused')
      throw error
    }
  }, [publishableKey])
  useEffect(() => void load().catch(() => undefined), [load])
  // The first failure needs no toast: `FormBlocked` already explains it.
  const again = useAction({
    run: load,
    failure: {
      title: 'Failed to initialize subscription',
      fallback: 'Failed to initialize payment. Please try again.',
    },
  })
  useEffect(() => {
    if (isShown || blocked !== undefined) return
    const timer = setTimeout(() => setBlocked('hanging'), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isShown, blocked])

  function tryAgain(): void {
    if (blocked === 'refused') again.mutate()
    // Only a page reload recovers from a script that hangs or loaded in part.
    else window.location.reload()
  }

  return (
    <>
      {!isShown &&
        (blocked === undefined ? (
          <FormSkeleton />
        ) : (
          <FormBlocked pending={again.isPending} onRetry={tryAgain} />
        ))}
      {stripe && (
        <Elements stripe={stripe} options={{ clientSecret, appearance, loader: 'never' }}>
          <PayForm
            {...props}
            isShown={isShown}
            onShown={() => setShown(true)}
            onBroken={() => setBlocked('hanging')}
          />
        </Elements>
      )}
    </>
  )
}

interface PayFormProps extends StripePaymentProps {
  readonly isShown: boolean
  readonly onShown: () => void
  readonly onBroken: () => void
}

function PayForm({ slug, onStale, isShown, onShown, onBroken }: PayFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const payment = useAction({
    run: async () => {
      if (stripe === null || elements === null) return
      const returnUrl = new URL(pathAfterPayment(slug), window.location.origin)
      // Resolves only on failure: on success, Stripe leaves the page.
      const { error } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl.href },
      })
      if (error.code === 'payment_intent_unexpected_state') onStale()
      throw new RefusedError(error.message ?? FALLBACK)
    },
    failure: { title: 'Payment Failed', fallback: FALLBACK },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!payment.isPending) payment.mutate()
      }}
    >
      <PaymentElement options={{ layout: 'tabs' }} onReady={onShown} onLoadError={onBroken} />
      {isShown && (
        <>
          {payment.error && (
            <p className="mt-4 text-sm font-medium text-flag">
              {failureText(payment.error, FALLBACK)}
            </p>
          )}
          <Button type="submit" className="mt-4 w-full" pending={payment.isPending}>
            {payment.isPending ? 'Processing...' : PAY_LABEL}
          </Button>
        </>
      )}
    </form>
  )
}

/** Returns the form's appearance and keeps it in sync with dark mode. */
function useAppearance() {
  const [appearance, setAppearance] = useState(stripeAppearance)
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)')
    const follow = () => setAppearance(stripeAppearance())
    dark.addEventListener('change', follow)
    return () => dark.removeEventListener('change', follow)
  }, [])
  return appearance
}
