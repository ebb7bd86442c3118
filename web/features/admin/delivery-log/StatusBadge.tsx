import type { DeliveryStatus } from '../../../../contract/deliveries.ts'
import { STATUS_WORDS } from './describe-message.ts'

const LOOKS: Readonly<Record<DeliveryStatus, string>> = {
  queued: 'bg-sand-soft',
  sending: 'bg-sand-soft',
  held: 'bg-sand-soft',
  sent: 'bg-fairway/12 text-fairway',
  delivered: 'bg-fairway text-on-fairway',
  failed: 'bg-flag-soft text-flag',
  dropped: 'bg-sunken',
}

export function StatusBadge({ status }: { status: DeliveryStatus }) {
  return <span className={`chip inline-block ${LOOKS[status]}`}>{STATUS_WORDS[status]}</span>
}
