import { owesSpotOnLeaving } from '../../../contract/cut-offs.ts'
import { capitalized } from '../../../contract/names.ts'
import type { Overlap } from '../../../contract/overlaps.ts'
import { hasTeedOff, isFull, type TeeTime } from '../../../contract/tee-times.ts'
import { ApiError } from '../../lib/api-client.ts'
import { plural } from '../../lib/counts.ts'
import { dateParts, daysAfter, readableDate, shortTime, timeParts } from '../../lib/dates.ts'

/** Lists the players and guests except one golfer: 'Ben Adams, Cleo Vance (your guest)'; '' for nobody. */
export function namesOn(card: TeeTime, exceptGolferId: number): string {
  const players = card.participants.filter(({ id }) => id !== exceptGolferId)
  const guests = card.guests.map(({ name, hostId, hostName }) => {
    const host = hostId === exceptGolferId ? 'your' : `${capitalized(hostName)}'s`
    return `${capitalized(name)} (${host} guest)`
  })
  return [...players.map(({ name }) => capitalized(name)), ...guests].join(', ')
}

const EVENING = '17:00'

/**
 * Describes a tee time for a message to buddies: 'Sat 9:10 Fox Hollow, 3 spots open'. As golfers do, leaves
 * out AM and PM before 5 PM, and leaves out the date for the next six days.
 * @param today today's date where the group plays
 */
export function describeForSharing(card: TeeTime, today: string): string {
  const { weekday } = dateParts(card.date)
  const day = card.date <= daysAfter(today, 6) ? weekday : `${readableDate(card.date)},`
  const time = card.time < EVENING ? timeParts(card.time).clock : shortTime(card.time)
  const availability = isFull(card) ? 'full' : `${plural(card.availableSpots, 'spot')} open`
  return `${day} ${time} ${card.course}, ${availability}`
}

/** Describes the consequences if a player leaves: 'Dave Stone will lose their spot too.'; '' for none. */
export function describeLeaving(
  card: TeeTime,
  golferId: number,
  { now, isUnpaid }: { now: Date; isUnpaid: boolean },
): string {
  const guests = card.guests.filter(({ hostId }) => hostId === golferId)
  const listGuests = () =>
    new Intl.ListFormat('en-US').format(guests.map((one) => capitalized(one.name)))
  const [spots, taken] =
    guests.length === 0 ? ['this spot', 'someone takes it'] : ['these spots', "they're taken"]
  const parts = [
    guests.length > 0 &&
      `${listGuests()} will lose ${guests.length === 1 ? 'their spot' : 'their spots'} too.`,
    hasTeedOff(card, now)
      ? "This round has started. If you leave, it won't count as one of your rounds, and you can't undo this."
      : owesSpotOnLeaving(card, now) &&
        `The cut-off has passed. If you leave, you may have to pay for ${spots} unless ${taken}.`,
    isUnpaid &&
      !hasTeedOff(card, now) &&
      "This group is paused. If you leave, you can't claim a spot until it's active again.",
  ]
  return parts.filter(Boolean).join(' ')
}

export function overlapOf(error: unknown): Overlap | undefined {
  return error instanceof ApiError && error.code === 'OVERLAPS' ? error.body.overlap : undefined
}

/** @param groupId the group on screen, which the sentence doesn't name */
export function describeOverlap(overlap: Overlap, groupId: number): string {
  const group = overlap.groupId === groupId ? '' : ` with ${overlap.groupName}`
  return `You're already playing ${overlap.course} on ${readableDate(overlap.date)} at ${shortTime(overlap.time)}${group}. The two rounds overlap.`
}
