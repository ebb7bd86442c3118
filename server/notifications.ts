import type { AlertEvent } from '../contract/alerts.ts'
import type { Queries } from './platform/database/database.ts'

/** Details of an event besides its golfer, group and tee times; the fields depend on the event. */
export type NotificationData = Readonly<Record<string, string | number | boolean | null>>

/** One golfer to notify of an event. */
export interface Recipient {
  readonly golferId: number
  readonly groupId: number | null
  readonly teeTimeIds: readonly number[]
  readonly data: NotificationData
  /** Identifies the message; a known key changes nothing. */
  readonly key: string
}

/**
 * Notifies golfers of an event once the transaction commits, each on the channel they chose for such
 * events. Skips known keys, kinds that are switched off, muted groups and deleted accounts.
 */
export type Notify = (
  tx: Queries,
  event: AlertEvent,
  recipients: readonly Recipient[],
  now: Date,
) => Promise<void>
