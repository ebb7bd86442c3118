import { MAX_DAYS_AHEAD } from '../../contract/limits.ts'
import type { Overlap } from '../../contract/overlaps.ts'
import type { TeeTime } from '../../contract/tee-times.ts'
import { ROUND_HOURS } from '../../contract/weather.ts'
import { addDays, instantOf, localDateOf } from '../platform/clock.ts'
import { AppError, invalidField } from '../platform/errors.ts'

/** @throws AppError INVALID_INPUT for a time that is past, too far ahead, or skipped by a clock change */
export function computeStart(
  { date, time }: { readonly date: string; readonly time: string },
  timeZone: string,
  now: Date,
): Date {
  const today = localDateOf(now, timeZone)
  if (date < today) throw invalidField('date', 'Pick today or a later day')
  if (date > addDays(today, MAX_DAYS_AHEAD)) {
    throw invalidField('date', 'Pick a day within the next 2 years')
  }
  const startsAt = instantOf(date, time, timeZone)
  if (startsAt === undefined) {
    throw invalidField(
      'time',
      "This time doesn't exist that day because the clocks change. Pick another one.",
    )
  }
  if (startsAt <= now) throw invalidField('time', 'This time has already passed. Pick a later one.')
  return startsAt
}

export const ROUND_MINUTES = ROUND_HOURS * 60

/** Throw this before any change, and only if the warning was requested. */
export function overlapWarning(overlap: Overlap, teeTime?: TeeTime): AppError {
  const { course, date, time } = overlap
  return new AppError(
    'OVERLAPS',
    `You're already playing ${course} on ${date} at ${time}, and the two rounds overlap. To go ahead anyway, resend the request without warnOfOverlap.`,
    { overlap, ...(teeTime && { teeTime }) },
  )
}

/** If `teeTime` is undefined, `changeSpots` adds the card to the error. */
export function teedOffError(teeTime?: TeeTime, result = "it can't be changed"): AppError {
  const message = `This round has already started, so ${result}.`
  return new AppError('TEE_TIME_PAST', message, { teeTime })
}

export function fullError(
  teeTime?: TeeTime,
  message = 'This tee time is full. You can join the waiting list.',
): AppError {
  return new AppError('FULL', message, { teeTime })
}
