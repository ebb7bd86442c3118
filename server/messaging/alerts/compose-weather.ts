import type { Context } from '../../context.ts'
import type { NotificationData } from '../../ports.ts'
import { cardOf, listed } from '../../tee-times/index.ts'
import type { Composed, ToCompose } from '../deliveries/compose-message.ts'
import { frameMail } from '../outbox/frame-mail.ts'
import { mailFooter, plays, type Reader } from './address-reader.ts'
import { groupOf, headOf, placeAndTime, titleOf } from './describe-round.ts'
import { findRounds, type Round } from './store.ts'
import { fittingOnePart } from './to-gsm-text.ts'

/** The parts of a forecast that are beyond the group's limits. */
export interface WeatherProblem {
  readonly rain: number | undefined
  readonly wind: number | undefined
  readonly cold: number | undefined
}

/** Composes the message that warns a player of bad weather on the evening before a round. */
export async function composeWeather(
  ctx: Context,
  { golferId, teeTimeIds, data }: ToCompose,
  to: Reader,
): Promise<Composed | undefined> {
  const [round] = await findRounds(ctx.db, teeTimeIds, golferId)
  if (round === undefined || round.cancelledAt !== null || round.startsAt <= to.now)
    return undefined
  // The forecast was for another day.
  if (round.date !== data['date'] || !plays(round, golferId)) return undefined
  return { ...describeWeather(round, to, badOf(data)), ownRoundAt: round.startsAt }
}

function badOf(data: NotificationData): WeatherProblem {
  const figure = (name: keyof WeatherProblem) => {
    const value = data[name]
    return typeof value === 'number' ? value : undefined
  }
  return { rain: figure('rain'), wind: figure('wind'), cold: figure('cold') }
}

export function describeWeather(
  round: Round,
  to: Reader,
  { rain, wind, cold }: WeatherProblem,
): Pick<Composed, 'text' | 'mail'> {
  // A degree sign is not in the text alphabet (GSM 03.38) and would make the text longer.
  const figures = (degrees: string) => [
    ...(rain === undefined ? [] : [`rain ${rain} %`]),
    ...(wind === undefined ? [] : [`wind ${wind} km/h`]),
    ...(cold === undefined ? [] : [`${cold} ${degrees}`]),
  ]
  const { number } = round
  const said = (most: number, out: string) =>
    `Fourball: ${headOf(round, to, most)}: ${figures('C').join(', ')}. Still in? Reply ${out}. ${cardOf(round, to)}`
  const out = `OUT ${number}`
  return {
    text: fittingOnePart(
      said(30, `${out} to leave`),
      said(20, `${out} to leave`),
      said(10, `${out} to leave`),
      said(10, `${out} if not`),
    ),
    mail: frameMail({
      subject: `Still in? ${titleOf(round, to)}: ${figures('°C').join(', ')}`,
      paragraphs: [
        `The forecast for ${placeAndTime(round, to)} says ${listed(figures('°C'))}. If you are still in, there is nothing to do. If not, give your spot up, so that somebody else can have it.`,
      ],
      link: { label: 'See the tee time', address: cardOf(round, to) },
      ...mailFooter(
        to,
        `because you have a spot in this tee time of ${groupOf(round)} on Fourball`,
      ),
    }),
  }
}
