import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant, localDate, localTime } from './fields.ts'
import { type GroupRole, runsGroup } from './groups.ts'
import { warnOfOverlap } from './overlaps.ts'
import { postTeeTimeForm, teeTime } from './tee-times.ts'

/** A tee time is posted this many days before tee-off, at the same time of day. */
export const MIN_RECURRING_DAYS_AHEAD = 1
export const MAX_RECURRING_DAYS_AHEAD = 28
export const DEFAULT_RECURRING_DAYS_AHEAD = 7
/** Per golfer and group. */
export const MAX_RECURRING_TEE_TIMES = 10
/**
 * How long the creator still sees a recurring tee time that someone else ended. If the creator left the
 * group, the owner and admins see it.
 */
export const ENDED_SHOWN_DAYS = 14

export const recurringTeeTime = z.object({
  id,
  creator: z.object({ id, name: z.string() }),
  course: z.string(),
  /** Local to the group. Daylight saving time does not change it. */
  time: localTime,
  everyWeeks: z.int(),
  daysAhead: z.int(),
  maxPlayers: z.int(),
  cancelHours: z.nullable(z.int()),
  notes: z.nullable(z.string()),
  joinAsPlayer: z.boolean(),
  /** The next dates whose tee times are not posted yet. Empty once the recurring tee time has ended. */
  nextDates: z.array(
    z.object({
      date: localDate,
      /** The usual time. If the clocks skip it on that day, the first time after the gap. */
      time: localTime,
      postedAt: instant,
      skipped: z.boolean(),
    }),
  ),
  /** Null if it has not ended. `by` is null if it ended because its creator left the group. */
  ended: z.nullable(z.object({ at: instant, by: z.nullable(z.string()) })),
})
export type RecurringTeeTime = z.output<typeof recurringTeeTime>

export function canEndRecurring(
  { creator }: { readonly creator: Pick<RecurringTeeTime['creator'], 'id'> },
  golferId: number | undefined,
  role: GroupRole,
): boolean {
  return creator.id === golferId || runsGroup(role)
}

const everyWeeks = z.int().check(z.minimum(1), z.maximum(2))
const daysAhead = z
  .int('Enter the number of days')
  .check(
    z.minimum(MIN_RECURRING_DAYS_AHEAD, `Enter at least ${MIN_RECURRING_DAYS_AHEAD} day`),
    z.maximum(MAX_RECURRING_DAYS_AHEAD, `Enter at most ${MAX_RECURRING_DAYS_AHEAD} days`),
  )

export const recurringTeeTimeForm = z.extend(postTeeTimeForm, { everyWeeks, daysAhead })

const dateBody = z.object({ date: localDate })

export const listRecurringTeeTimes = endpoint('GET', '/api/groups/{id}/standing-times', {
  summary: "A group's recurring tee times, the next one first",
  response: z.array(recurringTeeTime),
})

export const createRecurringTeeTime = endpoint('POST', '/api/groups/{id}/standing-times', {
  summary: 'Post a tee time now, and again every week or every two weeks',
  body: z.extend(recurringTeeTimeForm, { warnOfOverlap }),
  response: z.object({ recurringTeeTime: recurringTeeTime, teeTime }),
  status: 201,
  once: true,
})

export const skipRecurringDate = endpoint(
  'POST',
  '/api/groups/{id}/standing-times/{recurringId}/skip',
  {
    summary: 'Skip a date of my recurring tee time; skipping it again changes nothing',
    body: dateBody,
    response: recurringTeeTime,
  },
)

export const unskipRecurringDate = endpoint(
  'POST',
  '/api/groups/{id}/standing-times/{recurringId}/unskip',
  {
    summary: 'Restore a skipped date; restoring it again changes nothing',
    body: dateBody,
    response: recurringTeeTime,
  },
)

export const endRecurringTeeTime = endpoint(
  'DELETE',
  '/api/groups/{id}/standing-times/{recurringId}',
  {
    summary:
      'End a recurring tee time; posted tee times stay. For its creator, the owner and admins',
  },
)
