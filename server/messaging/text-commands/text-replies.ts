import type { ErrorCode } from '../../../contract/errors.ts'
import type { Overlap } from '../../../contract/overlaps.ts'
import { type TeeTime, waitingPosition } from '../../../contract/tee-times.ts'
import { addDays, localDateOf, readableTime } from '../../platform/clock.ts'
import { type Config, linkTo } from '../../platform/config.ts'
import { courseInText, formatSpotCount, shortDate, timeFor } from '../alerts/format-for-reader.ts'
import { firstName, firstThatFitsOneText, sanitizeForText } from '../alerts/to-gsm-text.ts'
import type { TeeTimeContext } from './access.ts'
import type { TeeTimeForAccount } from './store.ts'

export const TEXTS_STOPPED =
  "Fourball: You won't get any more texts from us. Reply START to get them again."

const RATES = 'Msg frequency varies. Msg & data rates may apply.'

export const TEXTS_STARTED = `Fourball: Tee-time texts are on. ${RATES} Reply LIST for open spots, HELP for help, STOP to end.`

export const TEXTS_ALREADY_ON =
  "Fourball: Texts are already on. To claim a spot, reply IN and the tee time's number, like IN 7. Reply LIST for open spots, STOP to end."

export const PROVE_EMAIL_FIRST =
  'Fourball: Confirm your email first: on the sign-in page, tap "Forgot Password?" (even if you know it) and use the link we email you. Then text START again.'

export const START_FIRST =
  'Fourball: To claim spots by text, reply START first. To opt out, reply STOP.'

export const NOT_UNDERSTOOD =
  "Sorry, we didn't get that. Reply IN, OUT, or WAIT and the tee time's number, like IN 7; LIST for open spots; HELP for help; STOP to end."

export const UNKNOWN_NUMBER =
  "Fourball: We don't recognize this number. Sign in and check the phone number on your profile."

/** Includes what carriers require: our name, a contact, rates, STOP. */
export function sayHelp(config: Config): string {
  const from = config.smtp?.from
  const sender = /<(.+)>$/.exec(from ?? '')?.[1] ?? from
  const contact = config.contactEmail ?? sender ?? linkTo(config, '')
  const rest = `Help: ${contact}. Msg & data rates may apply. Reply STOP to end.`
  const brief = 'For tee time #7, text IN 7, OUT 7, or WAIT 7. LIST for spots.'
  return firstThatFitsOneText(
    `Fourball: ${brief} Help: ${contact}. Msg freq varies. Msg & data rates may apply. Reply STOP to end.`,
    `Fourball: IN 7 to join #7, OUT 7 to leave, WAIT 7 to get in line, LIST for spots. ${rest}`,
    `Fourball: ${brief} ${rest}`,
    `Fourball: IN 7, OUT 7, WAIT 7, or LIST for spots. ${rest}`,
    `Fourball Tee-Time Texts. ${rest}`,
  )
}

/** Formats 'Sat 8:12 AM' within the next seven days, otherwise 'Sat May 30 8:12 AM'. */
export function whenOf(teeTime: TeeTimeForAccount, now: Date): string {
  const { date, timeZone, readerZone } = teeTime
  const today = localDateOf(now, timeZone)
  const isNear = date >= today && date < addDays(today, 7)
  const day = isNear ? shortDate(date).slice(0, 3) : shortDate(date)
  return `${day} ${timeFor({ ...teeTime, zone: timeZone }, readerZone)}`
}

function timeAndCourseOf({ teeTime, now }: TeeTimeContext): string {
  return `${whenOf(teeTime, now)} ${courseInText(teeTime, 40)}`
}

export const sayAlreadyIn = (about: TeeTimeContext, spotsLeft: number) =>
  `${subject(about, "You're", 'is')} already in: ${timeAndCourseOf(about)}, ${openSpotsText(spotsLeft)} left.`
export const sayNotIn = (about: TeeTimeContext) =>
  `${subject(about, "You're", 'is')} not in #${about.teeTime.number}: ${timeAndCourseOf(about)}.`
export const sayPassed = (about: TeeTimeContext) =>
  `${subject(about, 'You', '')} passed on #${about.teeTime.number}: ${timeAndCourseOf(about)}.`
export const sayStoppedWaiting = (about: TeeTimeContext) =>
  `${subject(about, "You're", 'is')} no longer in line for #${about.teeTime.number}: ${timeAndCourseOf(about)}.`
export const sayAsked = (about: TeeTimeContext, available: number) =>
  `We asked the group to fill ${openSpotsText(available)} in #${about.teeTime.number}: ${timeAndCourseOf(about)}.`
export const sayDropped = (about: TeeTimeContext, maxPlayers: number) =>
  `#${about.teeTime.number} now has ${formatSpotCount(maxPlayers)}: ${timeAndCourseOf(about)}. Fourball doesn't notify the course, so be sure to call.`
export const sayOnlySpot = (about: TeeTimeContext) =>
  `#${about.teeTime.number} has only one spot: ${timeAndCourseOf(about)}. Cancel the tee time online instead.`
export const sayPast = (about: TeeTimeContext) =>
  `#${about.teeTime.number} already teed off: ${timeAndCourseOf(about)}. Reply LIST for open spots.`
export const sayCancelled = (about: TeeTimeContext) =>
  `#${about.teeTime.number} was cancelled: ${timeAndCourseOf(about)}. Reply LIST for open spots.`

export function sayIn(about: TeeTimeContext, spotsLeft: number, overlap?: Overlap): string {
  const intro = (course: string) =>
    `${subject(about, "You're", 'is')} in: ${whenOf(about.teeTime, about.now)} ${course}, ${openSpotsText(spotsLeft)} left.`
  const inFull = intro(courseInText(about.teeTime, 40))
  if (overlap === undefined) return inFull
  const day = overlap.date === about.teeTime.date ? '' : `${shortDate(overlap.date)} `
  const other = `Overlaps ${about.isShared ? 'their' : 'your'} ${day}${readableTime(overlap.time)} round`
  return firstThatFitsOneText(
    `${inFull} ${other} at ${courseInText(overlap, 40)}.`,
    `${intro(courseInText(about.teeTime, 25))} ${other} at ${courseInText(overlap, 20)}.`,
    `${intro(courseInText(about.teeTime, 15))} ${other}.`,
  )
}

export function sayOut(about: TeeTimeContext, { owesSpot }: { owesSpot: boolean }): string {
  const { number, guests } = about.teeTime
  const company = guests === 1 ? 'guest' : 'guests'
  const who =
    guests === 0
      ? subject(about, "You're", 'is')
      : subject(about, `You and your ${company} are`, `and ${company} are`)
  const intro = `${who} out of #${number}: ${timeAndCourseOf(about)}.`
  if (!owesSpot) return intro
  const filled = guests === 0 ? 'spot is filled' : 'spots are filled'
  const mayHaveToPay = about.isShared
    ? `They may have to pay unless their ${filled}.`
    : `You may have to pay unless your ${filled}.`
  return firstThatFitsOneText(
    `${intro} It's past the cut-off. ${mayHaveToPay}`,
    `${intro} ${mayHaveToPay}`,
  )
}

export function sayWaiting(about: TeeTimeContext, place: number): string {
  const { number } = about.teeTime
  const intro = `${subject(about, "You're", 'is')} ${ordinal(place)} in line for #${number}: ${timeAndCourseOf(about)}.`
  return firstThatFitsOneText(
    `${intro} We'll offer ${about.isShared ? "them a spot when it's their" : "you a spot when it's your"} turn. Reply OUT ${number} to leave the list.`,
    `${intro} Reply OUT ${number} to leave the list.`,
    intro,
  )
}

export function saySpotOpen(about: TeeTimeContext): string {
  const { number } = about.teeTime
  return firstThatFitsOneText(
    `A spot is open for you in #${number}: ${timeAndCourseOf(about)}. Reply IN ${number} to take it.`,
    `A spot is open for you in #${number}. Reply IN ${number} to take it.`,
  )
}

/** @param card the tee time's card, for refusals that depend on its spots */
type SayRefusal = (about: TeeTimeContext, card: TeeTime | undefined) => string

export const REFUSALS: { readonly [Code in ErrorCode]?: SayRefusal } = {
  FULL(about, card) {
    const { number, golferId, spotKeptUntil, hasKeptSpot } = about.teeTime
    const place = card && waitingPosition(card, golferId)
    if (place !== undefined) return sayWaiting(about, place)
    const fullNotice = about.wasOpen ? 'That spot was just taken' : `#${number} is full`
    const wasReserved = spotKeptUntil !== null && !hasKeptSpot
    return `${wasReserved ? 'That spot is no longer reserved for you' : fullNotice}. Reply WAIT ${number} to get in line, or LIST for other open spots.`
  },
  NOT_FULL: saySpotOpen,
  ALREADY_IN: (about, card) => sayAlreadyIn(about, card?.availableSpots ?? 0),
  LINE_FULL: ({ teeTime }) =>
    `The waiting list for #${teeTime.number} is full. Reply LIST for open spots.`,
  TEE_TIME_PAST: sayPast,
  SPOTS_TAKEN: (about) =>
    `#${about.teeTime.number} has no open spot to remove: ${timeAndCourseOf(about)}.`,
  SUBSCRIPTION_REQUIRED({ config, teeTime }) {
    const { golferId, groupName, slug, ownerId, ownerName } = teeTime
    const subscribeLink = linkTo(config, `/${slug}/subscribe`)
    const group = (maxLength: number) => sanitizeForText(groupName, 'Your group', maxLength)
    return golferId === ownerId
      ? firstThatFitsOneText(
          `${group(40)} is paused. Subscribe: ${subscribeLink}`,
          `${group(15)} is paused. Subscribe: ${subscribeLink}`,
        )
      : `${group(40)} is paused. Ask its owner, ${firstName(ownerName)}, to subscribe.`
  },
  GROUP_INACTIVE({ teeTime }) {
    const { golferId, groupName, ownerId, ownerName } = teeTime
    const group = sanitizeForText(groupName, 'Your group', 40)
    return golferId === ownerId
      ? `${group} is turned off. Ask the Fourball team to turn it back on.`
      : `${group} is turned off. Its owner, ${firstName(ownerName)}, can ask the Fourball team to turn it back on.`
  },
  NOT_FOUND: (about) =>
    about.teeTime.isArchived
      ? sayPast(about)
      : `There's no #${about.teeTime.number} in your groups anymore. Reply LIST for open spots.`,
}

function subject({ teeTime, isShared }: TeeTimeContext, you: string, is: string): string {
  return isShared ? `${firstName(teeTime.golferName)} ${is}`.trim() : you
}

function ordinal(place: number): string {
  const isTeen = place % 100 > 10 && place % 100 < 14
  return `${place}${isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')}`
}

function openSpotsText(count: number): string {
  return count <= 0 ? 'no spots' : formatSpotCount(count)
}
