import type { AlertEvent } from '../contract/alerts.ts'
import type { Config } from './platform/config.ts'
import type { Queries } from './platform/database/database.ts'

/** Details of an event besides its golfer, group and tee times; the fields depend on the event. */
export type NotificationData = Readonly<Record<string, string | number | boolean | null>>

/** One golfer to notify of an event. */
export interface Recipient {
  readonly golferId: number
  readonly groupId?: number | null
  readonly teeTimeIds?: readonly number[]
  readonly data?: NotificationData
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

/**
 * Finds the last message of an event to a golfer about one tee time, unless it was dropped or failed. One
 * that waits for quiet hours to end (`isWaiting`) keeps waiting until the transaction ends.
 */
export type FindLastNotification = (
  tx: Queries,
  about: { readonly event: AlertEvent; readonly golferId: number; readonly teeTimeId: number },
) => Promise<{ readonly isWaiting: boolean; readonly data: NotificationData } | undefined>

/**
 * Stops texting a golfer at a number that they replaced: emails what waits to be texted there. If the
 * golfer had agreed to texts at it (`hadTexts`), texts the number that it gets no more, at most once a day
 * per golfer. Call it after the change, in the same transaction.
 */
export type RetireNumber = (
  ctx: { readonly config: Config },
  tx: Queries,
  replaced: { readonly golferId: number; readonly number: string; readonly hadTexts: boolean },
  now: Date,
) => Promise<void>
