import { confirmSandboxPayment } from '../../../contract/sandbox.ts'
import { call } from '../../lib/api-client.ts'
import { PAY_LABEL } from './pay-label.ts'
import { pathAfterPayment } from './return-address.ts'
import { TestCardForm } from './TestCardForm.tsx'
import { TestModeNote } from './TestModeNote.tsx'

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
