import { type AlertEvent, HEARD_WHEN_MUTED, KIND_OF } from '../../../contract/alerts.ts'
import type { MessageChannel } from '../../../contract/messages.ts'
import type { NotificationData } from '../../notifications.ts'
import type { Queries } from '../../platform/database/database.ts'
import { insertDelivery } from './store.ts'

/** An event to notify one golfer of. */
export interface Alert {
  readonly event: AlertEvent
  readonly golferId: number
  readonly groupId?: number
  readonly teeTimeIds?: readonly number[]
  readonly data?: NotificationData
  /** Identifies the message; a known key changes nothing. */
  readonly key: string
}

/**
 * Notifies a golfer of an event once the transaction commits, on the channel they chose for such events.
 * The message is composed when it is sent. Returns whether it is new: not for a known key, a switched-off
 * kind, a muted group or a deleted account.
 */
export async function queueDelivery(tx: Queries, alert: Alert, now: Date): Promise<boolean> {
  return (await insertDelivery(tx, { ...alert, ...waysOf(alert.event) }, now)) !== undefined
}

/** Returns how an event's channel is determined, and whether muting the group suppresses it. */
export function waysOf(event: AlertEvent): {
  kind: string | null
  channel: MessageChannel | null
  heardWhenMuted: boolean
} {
  const kind = KIND_OF[event]
  return {
    kind: kind ?? null,
    // Account security messages go by email, an address that its owner has proven.
    channel: kind === undefined ? 'email' : null,
    heardWhenMuted: kind === undefined || HEARD_WHEN_MUTED.has(kind),
  }
}
