import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import {
  type CourseTime,
  cardMessage,
  formatSpotCount,
  longWhen,
  type Reader,
  shortDate,
  shortenCourseToFit,
  shortWhen,
  timeFor,
  wordsAbout,
} from './format-for-reader.ts'
import type { TeeTimeToNotify } from './store.ts'
import { firstName, firstThatFitsOneText } from './to-gsm-text.ts'

export function describeDeadline(round: TeeTimeToNotify, to: Reader, cutOff: CourseTime) {
  const { heading, title, placeAndTime, link, group } = wordsAbout(round, to)
  const count = round.players.length + round.guests
  const filled = `${count} of ${round.maxPlayers} filled`
  const spotsFilled = `${count} of ${formatSpotCount(round.maxPlayers)} ${count === 1 ? 'is' : 'are'} filled`
  const until = `${shortDate(cutOff.date).slice(0, 3)} ${timeFor(cutOff, to.timeZone)}`
  const wording = (teeTime: string, more: string) =>
    `Fourball: ${teeTime}: ${filled}. Cancel cut-off: ${until}.${more} ${link}`
  const { number } = round
  const reply = (drop = '') => ` Reply ALERT ${number} to get players${drop}.`
  const commands = reply(`, DROP ${number} to remove an open spot`)
  const shortCommands = reply(`, DROP ${number} to remove a spot`)
  const weekday = `#${number} ${shortDate(round.date).slice(0, 3)}`
  const day = `#${number} ${shortDate(round.date)}`
  return cardMessage(round, to, {
    text: firstThatFitsOneText(
      wording(heading(30), commands),
      wording(heading(20), commands),
      wording(heading(10), commands),
      // The poster knows the course and the time, so omit those rather than the commands.
      wording(`#${number} ${shortWhen(round, to.timeZone)}`, commands),
      wording(day, commands),
      wording(weekday, commands),
      wording(weekday, shortCommands),
      wording(day, reply()),
      wording(day, ''),
    ),
    subject: `${filled}, last chance to cancel coming up: ${title}`,
    paragraphs: [
      `${spotsFilled} at ${placeAndTime}. You can cancel with the course until ${longWhen(cutOff, to.timeZone)}.`,
      "Until then, you can ask the group for players, remove an open spot, or cancel the tee time on Fourball. Fourball doesn't cancel your booking at the course.",
    ],
    label: 'See Your Options',
    because: `you posted this tee time in ${group} on Fourball`,
  })
}

export function describeLastCall(round: TeeTimeToNotify, to: Reader, cutOff: CourseTime) {
  const { heading, title, placeAndTime, link, group, creator } = wordsAbout(round, to)
  const open = formatSpotCount(round.openSpots)
  const by = firstName(round.creatorName)
  const isPast = cutOff.startsAt <= to.now
  const until = isPast ? '' : ` before ${shortWhen(cutOff, to.timeZone)}`
  const { number } = round
  const wording = (what: string, maxLength: number, before: string) =>
    `Fourball: ${what}${before}: ${heading(maxLength)}. Reply IN ${number}. ${link}`
  return cardMessage(round, to, {
    text: firstThatFitsOneText(
      wording(`${by} needs ${open} filled`, 30, until),
      wording(`${by} needs ${open} filled`, 20, until),
      wording(`${open} to fill`, 20, until),
      wording(`${open} to fill`, 20, ''),
      wording(`${open} to fill`, 10, ''),
    ),
    subject: `${open} to fill: ${title}`,
    paragraphs: [
      `${creator} needs ${open} filled at ${placeAndTime}. ${
        isPast
          ? "It's too late to cancel, and the course may charge for unfilled spots."
          : `The course allows cancellations until ${longWhen(cutOff, to.timeZone)}.`
      }`,
    ],
    label: 'Claim a Spot',
    because: `a tee time in ${group} on Fourball has open spots`,
  })
}

/** Writes the message to a golfer who no longer owes a spot. @param by who took the spot, if anyone */
export function describeSpotCovered(round: TeeTimeToNotify, to: Reader, by: string | undefined) {
  const { heading, title, placeAndTime, link, group } = wordsAbout(round, to)
  const why = (name: (typed: string) => string) =>
    by === undefined ? 'the tee time changed' : `${name(by)} took it`
  const wording = (maxLength: number) =>
    `Fourball: You won't have to pay for your spot in ${heading(maxLength)}: ${why(firstName)}. ${link}`
  return cardMessage(round, to, {
    text: shortenCourseToFit(wording),
    subject: `You won't have to pay for your spot: ${title}`,
    paragraphs: [
      `After the cut-off, you dropped out of the tee time at ${placeAndTime}. You won't have to pay for your spot: ${why((typed) => oneLineWithoutLinks(typed, 'someone'))}.`,
    ],
    because: `you dropped out of this tee time in ${group} on Fourball`,
  })
}
