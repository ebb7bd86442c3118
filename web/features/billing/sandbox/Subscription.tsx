import { useState } from 'react'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { PRICE_MONTHS } from '../../../../contract/limits.ts'
import { changeSandboxPortal, readSandboxPortal } from '../../../../contract/sandbox.ts'
import { useAction } from '../../../lib/action.ts'
import { type CallInput, call } from '../../../lib/api-client.ts'
import { formatMoney } from '../../../lib/counts.ts'
import { fullDate } from '../../../lib/dates.ts'
import { refetch } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'

export type SandboxPortal = ResponseOf<typeof readSandboxPortal>
type SandboxSubscription = SandboxPortal['subscriptions'][number]

export function Subscription(props: { portalId: string; subscription: SandboxSubscription }) {
  const { portalId, subscription } = props
  const { id, description, amount, status, periodEnd, cancelAtPeriodEnd } = subscription
  const isCancelable = canCancel(subscription)
  const [isAsking, setAsking] = useState(false)
  const change = usePortalChange(portalId, () => setAsking(false))
  return (
    <li className="sheet">
      <div className="p-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <h3 className="min-w-0 leading-snug font-semibold wrap-anywhere">{description}</h3>
          <span className={`chip ${isCancelable ? 'bg-sand-soft' : 'bg-sunken'}`}>
            {describeStatus(status)}
          </span>
        </div>
        <p className="mt-1">
          {formatMoney(amount)} <span className="text-muted">every {PRICE_MONTHS} months</span>
        </p>
        <p className="mt-1 text-muted">{describeNextEvent(subscription)}</p>
        {isCancelable &&
          (cancelAtPeriodEnd ? (
            <Button
              className="mt-4"
              pending={change.isPending}
              onClick={() => change.mutate({ action: 'resume', subscriptionId: id })}
            >
              {change.isPending ? 'Saving...' : 'Keep Subscription'}
            </Button>
          ) : (
            <Button look="outline" className="mt-4" onClick={() => setAsking(true)}>
              Cancel Subscription
            </Button>
          ))}
      </div>
      {status !== 'incomplete' && <TestTools portalId={portalId} id={id} canRenew={isCancelable} />}
      {isAsking && (
        <ConfirmDialog
          title="Cancel this subscription?"
          description={description}
          keepLabel="Keep It"
          confirmLabel="Cancel Subscription"
          pendingLabel="Cancelling..."
          action={{
            isPending: change.isPending,
            mutate: () => change.mutate({ action: 'cancel', subscriptionId: id }),
          }}
          onClose={() => setAsking(false)}
        >
          {(status === 'active' || status === 'trialing') &&
            `The group will stay active until ${fullDate(periodEnd)}. `}
          The card won't be charged again.
        </ConfirmDialog>
      )}
    </li>
  )
}

const TOOLS = [
  ['renew', 'Renew Now', 'Charges the card for the next period, as a renewal would.'],
  ['refund', 'Refund', 'Refunds the latest payment, as support would.'],
  ['dispute', 'Dispute', 'Opens a dispute about the latest payment. A second tap withdraws it.'],
] as const

/** Actions for trying Fourball out: nobody wants to wait six months for a renewal. */
function TestTools(props: { portalId: string; id: string; canRenew: boolean }) {
  const { id, canRenew } = props
  const change = usePortalChange(props.portalId)
  return (
    <div className="border-t border-line px-4">
      <Disclosure title="Test Tools">
        <ul className="space-y-4">
          {TOOLS.filter(([action]) => action !== 'renew' || canRenew).map(
            ([action, label, text]) => (
              <li key={action} className="flex flex-wrap items-center gap-x-4 gap-y-2">
                <Button
                  look="outline"
                  className="w-32"
                  pending={change.isPending}
                  onClick={() => change.mutate({ action, subscriptionId: id })}
                >
                  {label}
                </Button>
                <p className="min-w-0 flex-1 basis-48 text-sm text-muted">{text}</p>
              </li>
            ),
          )}
        </ul>
      </Disclosure>
    </div>
  )
}

type PortalChange = CallInput<typeof changeSandboxPortal>['body']

const SUCCESS_TITLES: Readonly<Record<PortalChange['action'], string>> = {
  card: 'Card Changed',
  cancel: 'Subscription Cancelled',
  resume: 'Cancellation Undone',
  renew: 'Subscription Renewed',
  refund: 'Payment Refunded',
  dispute: 'Dispute Updated',
}

export function usePortalChange(portalId: string, onSuccess?: () => void) {
  const params = { id: portalId }
  return useAction({
    run: (body: PortalChange) => call(changeSandboxPortal, { params, body }),
    failure: { title: 'Change Failed', fallback: 'Nothing changed. Please try again.' },
    success: (_, { action }) => ({ title: SUCCESS_TITLES[action] }),
    onSuccess: () => onSuccess?.(),
    onSettled: () => refetch(readSandboxPortal, { params }),
  })
}

export function describeStatus(status: string): string {
  // Stripe gives a paid subscription this status after its renewal date has been moved.
  if (status === 'trialing') return 'Active'
  if (status === 'canceled') return 'Cancelled'
  const words = status.replace(/_/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type SubscriptionState = Omit<SandboxSubscription, 'id' | 'description' | 'amount'>

export function describeNextEvent(subscription: SubscriptionState): string {
  const { status, periodStart, periodEnd, cancelAtPeriodEnd } = subscription
  const date = fullDate(periodEnd)
  switch (status) {
    case 'active':
    case 'trialing':
      return cancelAtPeriodEnd
        ? `Ends on ${date}. The card won't be charged again.`
        : `Renews on ${date}.`
    case 'past_due':
    case 'unpaid':
      return `The payment that was due on ${fullDate(periodStart)} has failed. Choose another card and renew.`
    case 'incomplete':
      return 'Waiting for the first payment.'
    default:
      return "The card won't be charged again."
  }
}

/** Returns whether a subscription can still be canceled. */
export function canCancel({ status }: SubscriptionState): boolean {
  return ['active', 'trialing', 'past_due', 'unpaid'].includes(status)
}
