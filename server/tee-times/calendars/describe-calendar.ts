import ical, { ICalCalendarMethod, type ICalEventData, ICalEventStatus } from 'ical-generator'
import { capitalized } from '../../../contract/names.ts'
import { ROUND_HOURS } from '../../../contract/weather.ts'
import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import type { CalendarRound } from './store.ts'

const ROUND_MS = ROUND_HOURS * 3_600_000

interface CalendarOptions {
  readonly golferId: number
  readonly now: Date
  readonly link: (path: string) => string
}

/**
 * Returns rounds as iCalendar text (RFC 5545) for one player. The text of a feed does not contain the current
 * time, so that a feed without changes keeps its ETag.
 */
export function describeCalendar(
  rounds: readonly CalendarRound[],
  options: CalendarOptions,
  as: 'file' | 'feed' = 'file',
): string {
  const calendar = ical({
    prodId: '//Fourball//Tee times//EN',
    ...(as === 'file' ? { method: ICalCalendarMethod.PUBLISH } : { name: 'Fourball', ttl: 3_600 }),
  })
  for (const round of rounds) {
    calendar.createEvent({
      ...describeRound(round, options),
      // With times in UTC, the file needs no description of the group's time zone.
      start: round.startsAt,
      end: new Date(round.startsAt.getTime() + ROUND_MS),
      // In a calendar without a METHOD, DTSTAMP means the same as LAST-MODIFIED (RFC 5545, 3.8.7.2).
      stamp: as === 'file' ? options.now : round.changedAt,
      lastModified: round.changedAt,
    })
  }
  return calendar.toString()
}

function describeRound(
  round: CalendarRound,
  options: CalendarOptions,
): Omit<ICalEventData, 'start'> {
  const course = toPlainLine(round.course, 'the course')
  const others = round.players.filter(({ id }) => id !== options.golferId)
  const company = [
    ...others.map(({ name }) => toPlainLine(capitalized(name), 'a golfer')),
    ...describeGuests(round),
  ]
  const isCancelled = round.cancelledAt !== null
  return {
    id: `tee-time-${round.id}@${new URL(options.link('/')).hostname}`,
    sequence: round.version,
    // Some calendar programs do not show the status.
    summary: isCancelled ? `Cancelled: Golf: ${course}` : `Golf: ${course}`,
    location: course,
    url: cardLinkOf(round, options),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    description: [
      company.length > 0 && `With ${joinNames(company)}`,
      round.notes && toPlainLine(round.notes, ''),
      `${toPlainLine(round.groupName, 'your group')} #${round.number}`,
    ]
      .filter(Boolean)
      .join('\n'),
  }
}

/** Makes typed text safe to use within one line. Returns `fallback` if nothing printable is left. */
function toPlainLine(typed: string, fallback: string): string {
  // In some calendar programs, a typed backslash followed by 'n' would start a new line, even if escaped.
  return oneLineWithoutLinks(typed.replaceAll('\\', '/'), fallback)
}

export function cardLinkOf(
  { slug, number }: { readonly slug: string; readonly number: number },
  { link }: Pick<CalendarOptions, 'link'>,
): string {
  return link(`/${slug}?t=${number}`)
}

export function describeGuests({ guests }: { readonly guests: number }): string[] {
  return guests === 0 ? [] : [guests === 1 ? '1 guest' : `${guests} guests`]
}

export function joinNames(names: readonly string[], word = 'and'): string {
  if (names.length < 3) return names.join(` ${word} `)
  return `${names.slice(0, -1).join(', ')}, ${word} ${names.at(-1)}`
}
