import type { AlertEvent } from '../../../contract/alerts.ts'
import type { Context } from '../../context.ts'
import type { NotificationData } from '../../ports.ts'

/** A delivery as passed to the functions that compose messages. */
export interface ToCompose {
  readonly event: AlertEvent
  readonly golferId: number
  readonly groupId: number | null
  readonly teeTimeIds: readonly number[]
  readonly data: NotificationData
  /** The golfer's time zone (IANA name), used for quiet hours and words such as 'tomorrow'. */
  readonly timeZone: string
  readonly createdAt: Date
  /** The link that turns this kind of email off; undefined if it cannot be turned off. */
  readonly unsubscribe: string | undefined
}

/** A message composed as a text and as an email; which one is sent is decided elsewhere. */
export interface Composed {
  /** One sentence with the tee time's number and a short link, in one segment if possible. */
  readonly text: string
  readonly mail: {
    readonly subject: string
    readonly body: string
    readonly html: string
    /** An iCalendar file for the golfer's calendar. */
    readonly calendar?: string
  }
  /** Tee-off of the golfer's own round that it is about. Within 12 hours of it, quiet hours do not apply. */
  readonly ownRoundAt?: Date
}

/** Composes a delivery as of now; returns undefined if nothing in it still applies. */
export type Compose = (ctx: Context, delivery: ToCompose) => Promise<Composed | undefined>
