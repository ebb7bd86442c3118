import { fullDate } from '../../../lib/dates.ts'
import { ConfirmDialog } from '../../../ui/Dialog.tsx'
import { type Subscription, useChange } from './SandboxParts.tsx'

interface CancelSubscriptionProps {
  readonly portalId: string
  readonly subscription: Subscription
  readonly onClose: () => void
}

/** Asks for confirmation before canceling a subscription. */
export function CancelSubscription({ portalId, subscription, onClose }: CancelSubscriptionProps) {
  const cancel = useChange(portalId, onClose)
  return (
    <ConfirmDialog
      title="Cancel this subscription?"
      description={subscription.description}
      keepLabel="Keep It"
      confirmLabel="Cancel Subscription"
      pendingLabel="Cancelling..."
      pending={cancel.isPending}
      onConfirm={() => cancel.mutate({ action: 'cancel', subscriptionId: subscription.id })}
      onClose={onClose}
    >
      {subscription.status === 'active'
        ? `The group stays active until ${fullDate(subscription.periodEnd)}. The card isn't charged again.`
        : "The card isn't charged again."}
    </ConfirmDialog>
  )
}
