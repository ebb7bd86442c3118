import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { oneLineWithoutLinks } from '../messages/quote-input.ts'
import { cardOf, listed, type Reader } from './address-reader.ts'
import type { Round } from './store.ts'

/** How long a round takes, with the way to the bar. */
const ROUND_MS = 4.5 * 3_600_000

/**
 * A round as an iCalendar file (RFC 5545), for the calendar of one who plays: a later one with the same
 * UID and a higher SEQUENCE takes the place of an earlier one.
 */
export function describeCalendar(round: Round, to: Reader): string {
  const course = oneLineWithoutLinks(round.course, 'the course')
  const isCancelled = round.cancelledAt !== null
  const others = round.players.filter(({ id }) => id !== to.golferId)
  const calendar = ical({
    prodId: '//Fourball//Tee times//EN',
    method: ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: `tee-time-${round.id}@${new URL(to.link('/')).hostname}`,
    sequence: round.version,
    stamp: to.now,
    start: round.startsAt,
    end: new Date(round.startsAt.getTime() + ROUND_MS),
    summary: `Golf: ${course}`,
    location: course,
    url: cardOf(round, to),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(others.length > 0 && {
      description: `With ${listed(others.map(({ name }) => oneLineWithoutLinks(name, 'a golfer')))}`,
    }),
  })
  return calendar.toString()
}
