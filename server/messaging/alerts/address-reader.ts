import { localDateOf, localTimeOf } from '../../platform/clock.ts'
import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import type { When } from './format-when.ts'
import type { Round } from './store.ts'

/** The reader of a message, and how to link to the app. */
export interface Reader {
  readonly golferId: number
  /** IANA name. */
  readonly timeZone: string
  readonly now: Date
  /** Returns the URL of a path of the app. */
  readonly link: (path: string) => string
  /** The unsubscribe URL for emails of this kind; undefined for those that cannot be switched off. */
  readonly unsubscribe: string | undefined
}

/** Returns the footer of an email. @param because 'because ...', without a period */
export function mailFooter(
  to: Reader,
  because: string,
): { reason: string; unsubscribe?: string | undefined } {
  return { reason: `You get this email ${because}.`, unsubscribe: to.unsubscribe }
}

const HOUR_MS = 3_600_000

/** Returns the course's cancellation deadline, or undefined if none was entered. */
export function cutOffOf({
  cancelHours,
  startsAt: teeOff,
  zone,
}: Pick<Round, 'cancelHours' | 'startsAt' | 'zone'>): When | undefined {
  if (cancelHours === null) return undefined
  const startsAt = new Date(teeOff.getTime() - cancelHours * HOUR_MS)
  return { startsAt, date: localDateOf(startsAt, zone), time: localTimeOf(startsAt, zone), zone }
}

/** '1 spot', '2 spots'. */
export function spots(count: number): string {
  return `${count} ${count === 1 ? 'spot' : 'spots'}`
}

/** Returns whether a golfer has a spot in a tee time. */
export function plays({ players }: Pick<Round, 'players'>, golferId: number): boolean {
  return players.some(({ id }) => id === golferId)
}

/** Lists a tee time's players by name, with the reader as 'you'. */
export function playersFor(
  { players }: Pick<Round, 'players'>,
  to: Reader,
  nameOf = (name: string) => oneLineWithoutLinks(name, 'a golfer'),
): string[] {
  return players.map(({ id, name }) => (id === to.golferId ? 'you' : nameOf(name)))
}
