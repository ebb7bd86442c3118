import FlaskConical from 'lucide-react/icons/flask-conical'
import type { BodyOf, ResponseOf } from '../../../contract/endpoint.ts'
import { confirmSandboxPayment, type paySandboxCheckout } from '../../../contract/sandbox.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { Button, FormButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Field } from '../../ui/Fields.tsx'
import { Form } from '../../ui/Form.tsx'
import { useField } from '../../ui/form-state.ts'
import { Callout } from '../../ui/Notice.tsx'
import { PAY_LABEL, PAYMENT_FAILED, PaymentError, pathAfterPayment } from './PaymentParts.tsx'
import { formatExpiry, groupDigits, TEST_CARDS, testCardForm, testCardOf } from './test-cards.ts'

export function SandboxPayment(props: {
  clientSecret: string
  slug: string
  onFailed: (error: unknown) => void
}) {
  const { clientSecret, slug, onFailed } = props
  return (
    <div className="space-y-4">
      <Callout icon={FlaskConical} className="items-center text-sm font-semibold">
        Test mode: no card is charged
      </Callout>
      <TestCardForm
        submitLabel={PAY_LABEL}
        pay={(payment) => call(confirmSandboxPayment, { body: { clientSecret, ...payment } })}
        // A full page load, as after Stripe's redirect.
        onPaid={() => window.location.assign(pathAfterPayment(slug))}
        onFailed={onFailed}
      />
    </div>
  )
}

type TestPayment = BodyOf<typeof paySandboxCheckout>

export function TestCardForm(props: {
  submitLabel: string
  pay: (payment: TestPayment) => Promise<ResponseOf<typeof confirmSandboxPayment>>
  /** Opens the page that follows the payment. The form stays pending until that page loads. */
  onPaid: () => void
  onFailed: (error: unknown) => void
}) {
  const { submitLabel, pay, onPaid, onFailed } = props
  const payment = useAction({
    run: pay,
    failure: PAYMENT_FAILED,
    onSuccess: ({ outcome }) => {
      if (outcome === 'paid') onPaid()
    },
    onError: onFailed,
  })
  const { isPending, data, variables } = payment
  const isAuthenticating = isPending && variables.authentication !== undefined
  const cardToApprove =
    isAuthenticating || data?.outcome === 'requires-action' ? variables?.card : undefined
  return (
    <>
      <Form
        schema={testCardForm}
        defaults={{ number: '', expiry: '', cvc: '' }}
        onSubmit={({ number }) => {
          const card = testCardOf(number)
          if (card !== undefined) payment.mutate({ card })
        }}
        // Clear the error, which was about the previous card.
        onEdit={() => payment.error && payment.reset()}
        // With data, the payment is done or waits for the cardholder's approval, so the form stays pending.
        action={{ ...payment, isPending: isPending || data !== undefined }}
        submitLabel={submitLabel}
        pendingLabel="Processing..."
      >
        <CardField name="number" label="Card Number" placeholder="4242 4242 4242 4242" />
        <div className="grid grid-cols-2 gap-3">
          <CardField name="expiry" label="Expiration Date" placeholder="MM / YY" />
          <CardField name="cvc" label="CVC" placeholder="3 digits" />
        </div>
        <TestCardChoices />
        <PaymentError error={payment.error} />
      </Form>
      {cardToApprove !== undefined && (
        <TestBank
          pendingAnswer={isPending ? variables.authentication : undefined}
          onAnswer={(authentication) => payment.mutate({ card: cardToApprove, authentication })}
          onClose={() => !isPending && payment.reset()}
        />
      )}
    </>
  )
}

function TestBank(props: {
  pendingAnswer: TestPayment['authentication']
  onAnswer: (authentication: 'passed' | 'failed') => void
  onClose: () => void
}) {
  const { pendingAnswer, onAnswer, onClose } = props
  return (
    <Dialog
      title="Test Bank"
      description="Test mode: no card is charged. A real bank would ask the cardholder here."
      onClose={onClose}
    >
      <p>Do you approve this payment?</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <FormButton pending={pendingAnswer !== undefined} onClick={() => onAnswer('failed')}>
          {pendingAnswer === 'failed' ? 'Declining...' : 'Decline'}
        </FormButton>
        <Button
          className="flex-1"
          data-autofocus
          pending={pendingAnswer !== undefined}
          onClick={() => onAnswer('passed')}
        >
          {pendingAnswer === 'passed' ? 'Approving...' : 'Approve'}
        </Button>
      </div>
    </Dialog>
  )
}

const FORMATTERS = {
  number: groupDigits,
  expiry: formatExpiry,
  cvc: (typed: string) => typed,
} as const

/** A field without autofill, because a browser would fill in a real card. */
function CardField(props: { name: keyof typeof FORMATTERS; label: string; placeholder: string }) {
  const { name, label, placeholder } = props
  return (
    <Field name={name} label={label}>
      {(control, { text, set }) => (
        <input
          {...control}
          value={text}
          onChange={({ target }) => {
            // Reformatting a number while someone types in its middle would make the caret jump.
            const isAtEnd = target.selectionStart === target.value.length
            set(isAtEnd ? FORMATTERS[name](target.value) : target.value)
          }}
          inputMode="numeric"
          autoComplete="off"
          placeholder={placeholder}
          className="control"
        />
      )}
    </Field>
  )
}

function TestCardChoices() {
  const [number, expiry, cvc] = [useField('number'), useField('expiry'), useField('cvc')]
  const chosenNumber = number.text.replace(/\D/g, '')
  return (
    <div className="border-y border-line">
      <Disclosure title="Test Cards" preview="Tap one to fill it in">
        <ul aria-label="Test cards" className="-mx-2 -mt-1">
          {TEST_CARDS.map((known) => (
            <li key={known.number}>
              <button
                type="button"
                aria-pressed={known.number === chosenNumber}
                onClick={() => {
                  number.set(groupDigits(known.number))
                  expiry.set('12 / 34')
                  cvc.set('123')
                }}
                className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-3 rounded-[0.625rem] px-2 py-1.5 text-left text-sm hover:bg-sunken aria-pressed:bg-sunken"
              >
                <span className="font-semibold whitespace-nowrap">{groupDigits(known.number)}</span>
                <span className="text-muted">{known.effect}</span>
              </button>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}
