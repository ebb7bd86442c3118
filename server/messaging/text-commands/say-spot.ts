import type { Overlap } from '../../../contract/overlaps.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { addDays, localDateOf, readableTime } from '../../platform/clock.ts'
import { firstName, fittingOnePart, shortened, typedWords } from '../alerts/fold-to-gsm.ts'
import { shortDate, timeFor } from '../alerts/say-when.ts'
import type { Seat } from './store.ts'

/** The seat and account that a reply is about. */
export interface Told {
  readonly seat: Seat
  /** Whether the phone has several accounts, so that a reply has to name the golfer. */
  readonly isShared: boolean
  readonly now: Date
  /** Whether the golfer was shown an open spot in it. */
  readonly wasOpen?: boolean
}

/** 'Sat 8:12 AM' within the next seven days, otherwise 'Sat May 30 8:12 AM'. */
export function whenOf(seat: Seat, now: Date): string {
  const { date, timeZone, readersZone } = seat
  const today = localDateOf(now, timeZone)
  const isNear = date >= today && date < addDays(today, 7)
  const day = isNear ? shortDate(date).slice(0, 3) : shortDate(date)
  return `${day} ${timeFor({ ...seat, zone: timeZone }, readersZone)}`
}

export function courseOf(seat: Pick<Seat, 'course'>, most: number): string {
  return shortened(typedWords(seat.course, 'the course'), most)
}

/** 'Sat 8:12 AM Shaganappi Point'. */
function spotOf({ seat, now }: Told): string {
  return `${whenOf(seat, now)} ${courseOf(seat, 40)}`
}

/** @param overlap another round that the golfer plays at that time */
export function sayIn(told: Told, spotsLeft: number, overlap?: Overlap): string {
  const said = (course: string) =>
    `${subject(told, "You're", 'is')} in: ${whenOf(told.seat, told.now)} ${course}, ${spots(spotsLeft)} left.`
  const inFull = said(courseOf(told.seat, 40))
  if (overlap === undefined) return inFull
  const day = overlap.date === told.seat.date ? '' : `${shortDate(overlap.date)} `
  const other = `Overlaps ${told.isShared ? 'their' : 'your'} ${day}${readableTime(overlap.time)} round`
  return fittingOnePart(
    `${inFull} ${other} at ${courseOf(overlap, 40)}.`,
    `${said(courseOf(told.seat, 25))} ${other} at ${courseOf(overlap, 20)}.`,
    `${said(courseOf(told.seat, 15))} ${other}.`,
  )
}

export function sayAlreadyIn(told: Told, spotsLeft: number): string {
  return `${subject(told, "You're", 'is')} already in: ${spotOf(told)}, ${spots(spotsLeft)} left.`
}

export function sayOut(told: Told, { isOnHook }: { isOnHook: boolean }): string {
  const { number, guests } = told.seat
  const along = guests === 0 ? '' : guests === 1 ? ' with your guest' : ' with your guests'
  const said = `${subject(told, "You're", 'is')} out of #${number}${along}: ${spotOf(told)}.`
  return isOnHook
    ? fittingOnePart(
        `${said} The cut-off is past: on the hook until somebody takes the spot.`,
        `${said} On the hook until somebody takes it.`,
      )
    : said
}

export function sayNotIn(told: Told): string {
  return `${subject(told, "You're", 'is')} not in #${told.seat.number}: ${spotOf(told)}.`
}

export function sayPassed(told: Told): string {
  return `${subject(told, 'You', '')} passed on #${told.seat.number}: ${spotOf(told)}.`
}

export function sayWaitsNoMore(told: Told): string {
  return `${subject(told, "You're", 'is')} no longer in line for #${told.seat.number}: ${spotOf(told)}.`
}

/** @param place on the waiting list, from 1 */
export function sayInLine(told: Told, place: number): string {
  const { number } = told.seat
  const said = `${subject(told, "You're", 'is')} ${ordinal(place)} in line for #${number}: ${spotOf(told)}.`
  return fittingOnePart(
    `${said} A spot that comes free is held for you in turn. Reply OUT ${number} to leave the line.`,
    `${said} Reply OUT ${number} to leave the line.`,
    said,
  )
}

/** @param card after the group was asked to fill it */
export function sayAsked(told: Told, { availableSpots }: Pick<TeeTime, 'availableSpots'>): string {
  return `The group is asked to fill ${spots(availableSpots)} of #${told.seat.number}: ${spotOf(told)}.`
}

/** @param card after a spot was dropped */
export function sayDropped(told: Told, { maxPlayers }: Pick<TeeTime, 'maxPlayers'>): string {
  return `#${told.seat.number} has ${spots(maxPlayers)} now: ${spotOf(told)}.`
}

export function sayOnlySpot(told: Told): string {
  return `#${told.seat.number} has one spot: ${spotOf(told)}. Cancel it in the app instead.`
}

/** There is a spot for the golfer, so there is no need to wait. */
export function sayThereIs(told: Told): string {
  const { number } = told.seat
  return fittingOnePart(
    `There is a spot for you in #${number}: ${spotOf(told)}. Reply IN ${number} to take it.`,
    `There is a spot for you in #${number}. Reply IN ${number} to take it.`,
  )
}

/** No spot is left. Says 'Just taken' only if the golfer was shown one. */
export function sayFull({ seat, now, wasOpen = false }: Told): string {
  const isNoLongerHeld = seat.heldUntil !== null && seat.heldUntil <= now
  const what = isNoLongerHeld
    ? 'No longer held'
    : wasOpen
      ? 'Just taken'
      : `#${seat.number} is full`
  return `${what}. Reply WAIT ${seat.number} to wait, or LIST for other open times.`
}

export function sayLineIsLong({ seat }: Told): string {
  return `Too many wait for #${seat.number} already. Reply LIST for open times.`
}

export function sayPast(told: Told): string {
  return `${spotOf(told)} has teed off. Reply LIST for open times.`
}

export function sayCancelled(told: Told): string {
  return `#${told.seat.number} was cancelled: ${spotOf(told)}. Reply LIST for open times.`
}

/** @param link where the owner can subscribe */
export function sayExpired({ seat }: Told, link: string): string {
  const { golferId, groupName, ownerId, ownerName } = seat
  const group = (most: number) => shortened(typedWords(groupName, 'Your group'), most)
  if (golferId === ownerId) {
    return fittingOnePart(
      `The time of ${group(40)} is over. Subscribe to claim spots again: ${link}`,
      `The time of ${group(15)} is over. Subscribe: ${link}`,
    )
  }
  return `The time of ${group(40)} is over. Ask its owner, ${firstName(ownerName)}, to subscribe; then spots can be claimed again.`
}

export function sayInactive({ seat }: Told): string {
  return `${shortened(typedWords(seat.groupName, 'Your group'), 40)} is switched off. Its owner, ${firstName(seat.ownerName)}, can ask the Fourball team to switch it on again.`
}

/** It was there a moment ago, but was cancelled or deleted, or the golfer may no longer see it. */
export function sayGone({ seat }: Pick<Told, 'seat'>): string {
  return `#${seat.number} is no longer there. Reply LIST for open times.`
}

function subject({ seat, isShared }: Told, you: string, is: string): string {
  return isShared ? `${firstName(seat.golferName)} ${is}`.trim() : you
}

/** '1st', '2nd', '3rd', '11th'. */
function ordinal(place: number): string {
  const isTeen = place % 100 > 10 && place % 100 < 14
  return `${place}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')}`
}

function spots(count: number): string {
  if (count <= 0) return 'no spots'
  return count === 1 ? '1 spot' : `${count} spots`
}
