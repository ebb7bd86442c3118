import { MAX_DAYS_AHEAD } from '../../contract/limits.ts'
import { addDays, instantOf, localDateOf } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'

/**
 * Returns the instant of a tee-off at a course's local date and time.
 * @throws AppError INVALID_INPUT for a time that is past, too far ahead, or skipped by a clock change
 */
export function findStart(
  { date, time }: { readonly date: string; readonly time: string },
  timeZone: string,
  now: Date,
): Date {
  const today = localDateOf(now, timeZone)
  if (date < today) throw invalidField('date', 'Pick today or a later day.')
  if (date > addDays(today, MAX_DAYS_AHEAD)) {
    throw invalidField('date', 'Pick a day within the next two years.')
  }
  const startsAt = instantOf(date, time, timeZone)
  if (startsAt === undefined) {
    throw invalidField('time', 'The clocks skip this time on that day. Pick another one.')
  }
  if (startsAt <= now) throw invalidField('time', 'This time has already passed today.')
  return startsAt
}
