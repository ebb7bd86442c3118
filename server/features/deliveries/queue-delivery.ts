import { type AlertEvent, HEARD_WHEN_MUTED, KIND_OF } from '../../../contract/alerts.ts'
import type { MessageChannel } from '../../../contract/messages.ts'
import type { Queries } from '../../platform/database/database.ts'
import { insertDelivery } from './store.ts'
import type { DeliveryData } from './tables.ts'

/** Something that happened, for one golfer. */
export interface Alert {
  readonly event: AlertEvent
  readonly golferId: number
  readonly groupId?: number
  readonly teeTimeIds?: readonly number[]
  readonly data?: DeliveryData
  /** The same for whatever is the same message; a known one changes nothing. */
  readonly key: string
}

/**
 * Tells a golfer of an event once the transaction of `tx` commits, by what the golfer has chosen for
 * such events. What it says is put together when it leaves. Answers whether there is anything new to
 * send: not for a known key, a switched-off kind, a muted group, a deleted account.
 */
export async function queueDelivery(tx: Queries, alert: Alert, now: Date): Promise<boolean> {
  return (await insertDelivery(tx, { ...alert, ...waysOf(alert.event) }, now)) !== undefined
}

/** How an event finds its channel, and whether a muted group keeps it back. */
export function waysOf(event: AlertEvent): {
  kind: string | null
  channel: MessageChannel | null
  heardWhenMuted: boolean
} {
  const kind = KIND_OF[event]
  return {
    kind: kind ?? null,
    // The safety of an account is told by email, which its owner has proven.
    channel: kind === undefined ? 'email' : null,
    heardWhenMuted: kind === undefined || HEARD_WHEN_MUTED.has(kind),
  }
}
