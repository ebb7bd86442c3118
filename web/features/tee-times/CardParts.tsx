import { CUT_OFF_NOTICE_HOURS, nextCallAt } from '../../../contract/cut-offs.ts'
import { LATE_FROM_HOURS, LATE_UNTIL_MINUTES } from '../../../contract/delays.ts'
import {
  hasReservation,
  hasTeedOff,
  isFull,
  spotKeptUntil,
  type TeeTime,
} from '../../../contract/tee-times.ts'
import { dateParts, readableDate, shortTime, timeParts } from '../../lib/dates.ts'

export interface CardProps {
  readonly card: TeeTime
  readonly golferId: number | undefined
  /** The group's time zone. While it is loading, the phone's time zone is used. */
  readonly timeZone?: string | undefined
  /** If the group is unpaid, the id of the element that says why no one can claim. */
  readonly pauseId?: string | undefined
  readonly now: Date
}

export type SignedInCardProps = CardProps & { golferId: number }

export type CardDialogProps = { card: TeeTime; golferId: number; onClose: () => void }

/** Names a tee time: 'Fox Hollow, Sat, May 30, 8:12 AM'. */
export function nameOf({ course, date, time }: Pick<TeeTime, 'course' | 'date' | 'time'>): string {
  return `${course}, ${readableDate(date)}, ${shortTime(time)}`
}

export function DateBadge({ date }: { date: string }) {
  const { weekday, month, day } = dateParts(date)
  return (
    <time
      dateTime={date}
      className="flex w-14 shrink-0 flex-col self-start overflow-hidden rounded-[0.625rem] border border-line bg-sheet text-center"
    >
      <span className="bg-leaf py-0.5 text-xs font-bold tracking-wide text-on-turf">
        {weekday}
        <span className="sr-only">, </span>
      </span>
      <span className="order-last pb-1 text-xs leading-none font-semibold text-muted">
        {month}{' '}
      </span>
      <span className="font-display text-2xl leading-8">{day}</span>
    </time>
  )
}

export function TeeOff({ time, isSmall = false }: { time: string; isSmall?: boolean }) {
  const { clock, amPm } = timeParts(time)
  const size = isSmall ? 'text-lg whitespace-nowrap' : 'text-2xl leading-7'
  return (
    <time dateTime={time} className={`block font-display ${size}`}>
      {clock}
      {/* The space is inside this element because spaces in the display font are too wide. */}
      <span className={`font-sans font-semibold ${isSmall ? 'text-sm' : 'text-base'}`}>
        {' '}
        {amPm}
      </span>
    </time>
  )
}

export function SpotsLeft({ card, golferId, now }: CardProps) {
  if (hasTeedOff(card, now)) return <span className="chip bg-sunken">Teed off</span>
  if (spotKeptUntil(card, golferId, now) !== undefined) {
    return (
      <span className="chip bg-sand-soft text-ink">
        {hasReservation(card, golferId) ? 'Reserved for you' : 'Offered to you'}
      </span>
    )
  }
  if (isFull(card)) return <span className="chip bg-sunken">Full</span>
  return <span className="chip bg-sand-soft">{card.availableSpots} open</span>
}

export function TeeTimeNumber({ number }: { number: number }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span aria-hidden>#{number}</span>
      <span className="sr-only">number {number}</span>
    </span>
  )
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Returns the times (epoch milliseconds) when a card must be rendered again, such as tee-off. */
export function deadlinesOf(card: TeeTime): number[] {
  const { reservations, waiting, cutOff } = card
  const teeOff = Date.parse(card.startsAt)
  const moments = [
    teeOff,
    teeOff - LATE_FROM_HOURS * HOUR_MS,
    teeOff + LATE_UNTIL_MINUTES * MINUTE_MS + 1,
    ...reservations.map(({ until }) => Date.parse(until)),
    ...waiting.flatMap(({ offeredUntil: until }) => (until === null ? [] : Date.parse(until))),
  ]
  if (cutOff === null) return moments
  const at = Date.parse(cutOff.at)
  return [at - CUT_OFF_NOTICE_HOURS * HOUR_MS, at, nextCallAt(card), ...moments]
}
