import ShieldAlert from 'lucide-react/icons/shield-alert'
import { Button } from '../../ui/Button.tsx'

interface FormBlockedProps {
  readonly pending: boolean
  readonly onRetry: () => void
}

/** Explains what to do when the payment provider's form fails to load. */
export function FormBlocked({ pending, onRetry }: FormBlockedProps) {
  return (
    <div role="alert">
      <p className="flex gap-3 font-semibold">
        <ShieldAlert aria-hidden size={22} className="mt-0.5 shrink-0 text-flag" />
        The payment form can't be loaded
      </p>
      <p className="mt-2">
        Your card is entered in a form of Stripe's, and something keeps it from this page: most
        often an ad blocker, or no connection. Nothing has been charged.
      </p>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        <li>Disable your ad blocker for this page.</li>
        <li>
          Or allow <strong>js.stripe.com</strong> in it, and in your network's filter.
        </li>
        <li>Then try again.</li>
      </ul>
      <Button className="mt-4 w-full" pending={pending} onClick={onRetry}>
        {pending ? 'Trying...' : 'Try Again'}
      </Button>
    </div>
  )
}
