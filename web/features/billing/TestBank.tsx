import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

interface TestBankProps {
  /** The answer being sent. */
  readonly pending: 'passed' | 'failed' | undefined
  readonly onAnswer: (authentication: 'passed' | 'failed') => void
  readonly onClose: () => void
}

/** Plays the bank that asks its cardholder to approve the payment. */
export function TestBank({ pending, onAnswer, onClose }: TestBankProps) {
  return (
    <Dialog
      title="Test bank"
      description="Test mode: no card is charged. A real bank would ask the cardholder here."
      onClose={onClose}
    >
      <p>Do you approve this payment?</p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          look="outline"
          className="flex-1"
          pending={pending !== undefined}
          onClick={() => onAnswer('failed')}
        >
          {pending === 'failed' ? 'Failing...' : 'Fail'}
        </Button>
        <Button
          className="flex-1"
          data-autofocus
          pending={pending !== undefined}
          onClick={() => onAnswer('passed')}
        >
          {pending === 'passed' ? 'Approving...' : 'Approve'}
        </Button>
      </div>
    </Dialog>
  )
}
