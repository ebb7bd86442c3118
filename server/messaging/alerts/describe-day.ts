import * as z from 'zod/mini'
import { TEMPERATURE_UNIT, temperatureIn, WIND_UNIT, windIn } from '../../../contract/units.ts'
import { readableTime } from '../../platform/clock.ts'
import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import { joinNames } from '../../tee-times/index.ts'
import { formatOldTime } from './describe-changed.ts'
import {
  cardMessage,
  type Reader,
  shortDate,
  shortenCourseToFit,
  timeFor,
  wordsAbout,
} from './format-for-reader.ts'
import type { TeeTimeToNotify } from './store.ts'
import { firstName, firstThatFitsOneText, sanitizeForText, shortenName } from './to-gsm-text.ts'

/** The forecast values that cross the group's limits: rain in percent, wind in km/h, cold in °C. */
export const weatherProblem = z.object({
  rain: z.optional(z.number()),
  wind: z.optional(z.number()),
  cold: z.optional(z.number()),
})

export function describeWeather(
  round: TeeTimeToNotify,
  to: Reader,
  { rain, wind, cold }: z.output<typeof weatherProblem>,
) {
  const { heading, title, placeAndTime, link } = wordsAbout(round, to)
  const { number, units } = round
  // The degree sign is not in the GSM 03.38 character set. With it, fewer characters fit in a segment.
  const values = (degreeSign: '°' | ' ') => [
    ...(rain === undefined ? [] : [`rain ${rain}%`]),
    ...(wind === undefined ? [] : [`wind ${windIn(units, wind)} ${WIND_UNIT[units]}`]),
    ...(cold === undefined
      ? []
      : [`${temperatureIn(units, cold)}${degreeSign}${TEMPERATURE_UNIT[units]}`]),
  ]
  const wording = (maxLength: number, intro: string) =>
    `Fourball: ${intro}${heading(maxLength)}: ${values(' ').join(', ')}. Not playing? Reply OUT ${number}. ${link}`
  return cardMessage(round, to, {
    text: shortenCourseToFit((maxLength) => wording(maxLength, 'Forecast for '), wording(10, '')),
    subject: `Still in? ${title}: ${values('°').join(', ')}`,
    paragraphs: [
      `Forecast for ${placeAndTime}: ${joinNames(values('°'))}. If you're still in, you don't need to do anything. If not, give up your spot so someone else can play.`,
    ],
  })
}

export interface DelayedRound {
  readonly round: TeeTimeToNotify
  /** The tee-off before the delay, local to the course. */
  readonly was: string
}

export function describeDelayed(delays: readonly [DelayedRound, ...DelayedRound[]], to: Reader) {
  const [{ round, was }, ...others] = delays
  const course = sanitizeForText(round.course, 'the course')
  const { title, link: cardLink } = wordsAbout(round, to)
  const now = (one: DelayedRound) =>
    `${timeFor(one.round, to.timeZone)} (was ${formatOldTime(one.was, one.round.time)})`
  const link = others.length === 0 ? cardLink : to.link(`/${round.slug}`)
  const list = delays.map((one) => `#${one.round.number} ${now(one)}`)
  const inShort = delays.map((one) => `#${one.round.number} ${readableTime(one.round.time)}`)
  const paragraphs = delays.map(
    (one) =>
      `Your new tee time: ${wordsAbout(one.round, to).placeAndTime}. It was ${readableTime(one.was)}.`,
  )
  const wording = (maxLength: number, what: string) =>
    others.length === 0
      ? `Fourball: Delayed: #${round.number} ${shortDate(round.date)} ${shortenName(course, maxLength)}: now ${now({ round, was })}. ${link}`
      : `Fourball: Delayed: ${shortDate(round.date)} ${shortenName(course, maxLength)}: ${what}. ${link}`
  const text = firstThatFitsOneText(
    wording(30, list.join(', ')),
    wording(20, list.join(', ')),
    wording(10, list.join(', ')),
    wording(10, `now ${inShort.join(', ')}`),
    wording(10, `now ${inShort[0]} and ${others.length} more`),
  )
  return cardMessage(round, to, { text, subject: `Delayed: ${title}`, paragraphs }, link)
}

export function describeLate(
  round: TeeTimeToNotify,
  to: Reader,
  { name, minutes }: { name: string; minutes: number },
) {
  const { heading, placeAndTime, link } = wordsAbout(round, to)
  const wording = (maxLength: number) =>
    `Fourball: ${firstName(name)} is running ${minutes} min late. ${heading(maxLength)}. ${link}`
  const who = oneLineWithoutLinks(name, 'A golfer')
  return cardMessage(round, to, {
    text: shortenCourseToFit(wording),
    subject: `${who} is running ${minutes} minutes late`,
    paragraphs: [`${who} is running ${minutes} minutes late for your round at ${placeAndTime}.`],
  })
}
