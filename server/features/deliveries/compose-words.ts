import type { AlertEvent } from '../../../contract/alerts.ts'
import type { Context } from '../../context.ts'
import type { DeliveryData } from './tables.ts'

/** A delivery as those see it who put its words together. */
export interface ToCompose {
  readonly event: AlertEvent
  readonly golferId: number
  readonly groupId: number | null
  readonly teeTimeIds: readonly number[]
  readonly data: DeliveryData
  /** Where the golfer is: quiet hours and 'tomorrow' are of this zone. IANA name. */
  readonly timeZone: string
  readonly createdAt: Date
  /** Where the email's reader switches this kind of message off; undefined where nobody can. */
  readonly unsubscribe: string | undefined
}

/** What a message says, as a text and as an email; which of them is sent is decided elsewhere. */
export interface Composed {
  /** One sentence with the tee time's number and a short link, in one part where possible. */
  readonly text: string
  readonly mail: {
    readonly subject: string
    readonly body: string
    readonly html: string
    /** An iCalendar file for the golfer's calendar. */
    readonly calendar?: string
  }
  /** Tee-off of the golfer's own round that it is about: within 12 hours, quiet hours do not hold it. */
  readonly ownRoundAt?: Date
}

/** What a delivery says at this moment; undefined when nothing true is left to say. */
export type Compose = (ctx: Context, delivery: ToCompose) => Promise<Composed | undefined>
