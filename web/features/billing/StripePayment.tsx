import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, Stripe } from '@stripe/stripe-js'
// The file behind '@stripe/stripe-js/pure'. It loads Stripe's script only when `loadStripe` is called.
import { loadStripe } from '@stripe/stripe-js/dist/pure.mjs'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import { type ComponentProps, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useAction } from '../../lib/action.ts'
import { RefusedError } from '../../lib/api-client.ts'
import { ActionButton, Button } from '../../ui/Button.tsx'
import {
  FormSkeleton,
  INIT_FAILED,
  PAY_LABEL,
  PAYMENT_FAILED,
  PaymentError,
  pathAfterPayment,
} from './PaymentParts.tsx'

const LOAD_TIMEOUT_MS = 10_000

interface StripePaymentProps {
  readonly clientSecret: string
  readonly publishableKey: string
  readonly slug: string
  /** Called when the payment may no longer be valid and the caller should start a new one. */
  readonly onStale: () => void
}

export function StripePayment(props: StripePaymentProps) {
  const { clientSecret, publishableKey } = props
  const [stripe, setStripe] = useState<Stripe>()
  const [isShown, setShown] = useState(false)
  const [blockReason, setBlockReason] = useState<'refused' | 'hanging'>()
  // Rerenders with the new colors when the phone switches to or from dark mode.
  const isDark = useSyncExternalStore(onSchemeChange, () => DARK_SCHEME.matches)

  const load = useCallback(async () => {
    try {
      setStripe((await loadStripe(publishableKey)) ?? undefined)
      setBlockReason(undefined)
    } catch (error) {
      setBlockReason('refused')
      throw error
    }
  }, [publishableKey])
  // The first failure needs no toast, because `FormBlocked` explains it.
  useEffect(() => void load().catch(() => undefined), [load])
  const retry = useAction({ run: load, failure: INIT_FAILED })
  useEffect(() => {
    if (isShown || blockReason !== undefined) return
    const timer = setTimeout(() => setBlockReason('hanging'), LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isShown, blockReason])

  function tryAgain(): void {
    if (blockReason === 'refused') retry.mutate()
    // If Stripe's script hangs or is incomplete, only a page reload helps.
    else window.location.reload()
  }

  return (
    <>
      {!isShown &&
        (blockReason === undefined ? (
          <FormSkeleton />
        ) : (
          <FormBlocked retry={{ isPending: retry.isPending, mutate: tryAgain }} />
        ))}
      {stripe && (
        <Elements
          stripe={stripe}
          options={{ clientSecret, appearance: appearanceOf(isDark), loader: 'never' }}
        >
          <PayForm
            {...props}
            isShown={isShown}
            onShown={() => setShown(true)}
            onBroken={() => setBlockReason('hanging')}
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
      // Resolves only on failure. On success, Stripe redirects the browser.
      const { error } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl.href },
      })
      if (error.code === 'payment_intent_unexpected_state') onStale()
      throw new RefusedError(error.message ?? PAYMENT_FAILED.fallback)
    },
    failure: PAYMENT_FAILED,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!payment.isPending) payment.mutate()
      }}
    >
      <PaymentElement
        options={{ layout: 'tabs' }}
        onReady={onShown}
        // Clear the error, which was about the previous card.
        onChange={() => payment.error && payment.reset()}
        onLoadError={onBroken}
      />
      {isShown && (
        <div className="mt-4 space-y-4">
          <PaymentError error={payment.error} />
          <Button type="submit" className="w-full" pending={payment.isPending}>
            {payment.isPending ? 'Processing...' : PAY_LABEL}
          </Button>
        </div>
      )}
    </form>
  )
}

const DARK_SCHEME = matchMedia('(prefers-color-scheme: dark)')

function onSchemeChange(listener: () => void) {
  DARK_SCHEME.addEventListener('change', listener)
  return () => DARK_SCHEME.removeEventListener('change', listener)
}

function FormBlocked({ retry }: { retry: ComponentProps<typeof ActionButton>['action'] }) {
  return (
    <div role="alert">
      <p className="flex gap-3 font-semibold">
        <ShieldAlert size={22} className="mt-0.5 shrink-0 text-flag" />
        The payment form can't be loaded
      </p>
      <p className="mt-2">
        The usual cause is an ad blocker or a lost connection. You haven't been charged.
      </p>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        <li>Disable your ad blocker for this page.</li>
        <li>Or try another browser, another phone, or another Wi-Fi network.</li>
        <li>Then try again.</li>
      </ul>
      <ActionButton
        className="mt-4 w-full"
        action={retry}
        label="Try Again"
        pendingLabel="Trying..."
      />
    </div>
  )
}

/** Returns the app's current colors for Stripe's form. The form's frame can't load the app's fonts. */
function appearanceOf(isDark: boolean): Appearance {
  const style = getComputedStyle(document.documentElement)
  const color = (name: string) => style.getPropertyValue(`--color-${name}`).trim()
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      fontFamily: 'ui-sans-serif, system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '10px',
      colorPrimary: color('fairway'),
      colorBackground: color('sheet'),
      colorText: color('ink'),
      colorTextSecondary: color('muted'),
      colorTextPlaceholder: color('muted'),
      colorDanger: color('flag'),
    },
    rules: {
      '.Input': { borderColor: color('edge'), boxShadow: 'none' },
      '.Input:focus': { outline: `3px solid ${color('sky')}`, outlineOffset: '2px' },
      '.Label': { fontWeight: '600' },
    },
  }
}
