import FlaskConical from 'lucide-react/icons/flask-conical'
import { confirmSandboxPayment } from '../../../contract/sandbox.ts'
import { call } from '../../lib/api-client.ts'
import { PAY_LABEL, pathAfterPayment } from './PaymentParts.tsx'
import { TestCardForm } from './TestCardForm.tsx'

interface SandboxPaymentProps {
  readonly clientSecret: string
  readonly slug: string
  readonly onFailed: (error: unknown) => void
}

/** Pays in the local sandbox. */
export function SandboxPayment({ clientSecret, slug, onFailed }: SandboxPaymentProps) {
  return (
    <div className="space-y-4">
      <TestModeNote />
      <TestCardForm
        submitLabel={PAY_LABEL}
        pay={async (card, authentication) => {
          const body = { clientSecret, card, ...(authentication && { authentication }) }
          return (await call(confirmSandboxPayment, { body })).outcome
        }}
        // Like Stripe, does a full page load of the return address.
        onPaid={() => window.location.assign(pathAfterPayment(slug))}
        onFailed={onFailed}
      />
    </div>
  )
}

/** Note shown on every payment page in test mode, where no money moves. */
function TestModeNote() {
  return (
    <p className="flex items-center gap-2.5 rounded-[0.625rem] bg-sand-soft px-3 py-2.5 text-sm font-semibold">
      <FlaskConical aria-hidden size={20} className="shrink-0 text-sand" />
      Test mode: no card is charged
    </p>
  )
}
