import { localDateOf, localTimeOf } from '../../platform/clock.ts'
import { oneLineWithoutLinks } from '../messages/quote-input.ts'
import type { When } from './say-when.ts'
import type { Round } from './store.ts'

/** Who reads a message, and where its links lead. */
export interface Reader {
  readonly golferId: number
  /** IANA name. */
  readonly timeZone: string
  readonly now: Date
  /** The address of a path of the app. */
  readonly link: (path: string) => string
  /** Where mails of this kind are switched off; none for those that cannot be. */
  readonly unsubscribe: string | undefined
}

/** The short link to a tee time's card. */
export function cardOf(
  { slug, number }: Pick<Round, 'slug' | 'number'>,
  to: Pick<Reader, 'link'>,
): string {
  return to.link(`/${slug}?t=${number}`)
}

/** The foot of a mail. @param because 'because …', without a full stop */
export function mailFooter(
  to: Reader,
  because: string,
): { reason: string; unsubscribe?: string | undefined } {
  return { reason: `You get this email ${because}.`, unsubscribe: to.unsubscribe }
}

const HOUR_MS = 3_600_000

/** Until when the course takes a cancellation; undefined where nobody said so. */
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

/** 'Ann', 'Ann and Bob', 'Ann, Bob and Cy'. */
export function listed(names: readonly string[], word = 'and'): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`
}

/** Whether a golfer has a spot in a tee time. */
export function plays({ players }: Pick<Round, 'players'>, golferId: number): boolean {
  return players.some(({ id }) => id === golferId)
}

/** The players of a tee time by name, the reader among them as 'you'. */
export function playersFor(
  { players }: Pick<Round, 'players'>,
  to: Reader,
  nameOf = (name: string) => oneLineWithoutLinks(name, 'a golfer'),
): string[] {
  return players.map(({ id, name }) => (id === to.golferId ? 'you' : nameOf(name)))
}
