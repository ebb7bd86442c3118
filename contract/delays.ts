import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { hasTeedOff, type TeeTime, teeTime } from './tee-times.ts'

export const DELAY_STEP_MINUTES = 15
export const MAX_DELAY_MINUTES = 180
/** A frost delay moves tee times before this time, and those that an earlier delay has moved past it. */
export const MORNING_ENDS_AT = '12:00'

export const LATE_MINUTES = [10, 20, 30] as const
/** A player can report running late from LATE_FROM_HOURS before tee-off to LATE_UNTIL_MINUTES after it. */
export const LATE_FROM_HOURS = 3
export const LATE_UNTIL_MINUTES = 30
/** The shortest time between two reports of running late by the same player. */
export const MIN_MINUTES_BETWEEN_LATE_REPORTS = 10

export function canDelay(
  card: TeeTime,
  golferId: number | undefined,
  runsGroup: boolean,
  { now, today }: { readonly now: Date; readonly today: string },
): boolean {
  return (
    (runsGroup || card.creatorId === golferId) &&
    card.date === today &&
    card.time < MORNING_ENDS_AT &&
    !hasTeedOff(card, now)
  )
}

export function canReportRunningLate(
  { participants, startsAt }: Pick<TeeTime, 'participants' | 'startsAt'>,
  golferId: number | undefined,
  now: Date,
): boolean {
  return (
    participants.length > 1 &&
    participants.some(({ id }) => id === golferId) &&
    isNearTeeOff(new Date(startsAt), now)
  )
}

export function isNearTeeOff(startsAt: Date, now: Date): boolean {
  const minutesLeft = (startsAt.getTime() - now.getTime()) / 60_000
  return minutesLeft <= LATE_FROM_HOURS * 60 && minutesLeft >= -LATE_UNTIL_MINUTES
}

export const delayMorning = endpoint('POST', '/api/tee-times/{id}/delay', {
  summary:
    "Delay this morning's tee times at the course that have not teed off. 409 OUT_OF_DATE if this one was edited since `version`",
  body: z.object({
    minutes: z
      .int()
      .check(
        z.minimum(DELAY_STEP_MINUTES),
        z.maximum(MAX_DELAY_MINUTES),
        z.multipleOf(DELAY_STEP_MINUTES, `Must be a multiple of ${DELAY_STEP_MINUTES} minutes`),
      ),
    /** The version of the card that the golfer sees. A delay raises it, so a double tap delays only once. */
    version: z.int(),
    requesterId: z.optional(id),
  }),
  /** All tee times that moved, soonest first. */
  response: z.array(teeTime),
  once: true,
})

export const reportLate = endpoint('POST', '/api/tee-times/{id}/late', {
  summary: 'Notify the other players of my tee time that I am running late',
  body: z.object({
    minutes: z.union(LATE_MINUTES.map((minutes) => z.literal(minutes))),
    golferId: z.optional(id),
  }),
  response: z.object({ notified: z.int() }),
  once: true,
})
