import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant, localDate, localTime, urlId } from './fields.ts'
import { type GroupRole, runsGroup } from './groups.ts'
import { warnOfOverlap } from './overlaps.ts'
import { postTeeTimeForm, teeTime } from './tee-times.ts'

/** How many days ahead a recurring tee time is posted, at its own time of day. */
export const MIN_RECURRING_DAYS_AHEAD = 1
export const MAX_RECURRING_DAYS_AHEAD = 28
export const DEFAULT_RECURRING_DAYS_AHEAD = 7
/** The most recurring tee times that one golfer may have in a group. */
export const MAX_RECURRING_TEE_TIMES = 10
/** How many days an ended recurring tee time is still listed, unless its creator ended it. */
export const ENDED_SHOWN_DAYS = 14

/** A tee time that the server posts again every week or every other week. */
export const recurringTeeTime = z.object({
  id,
  creator: z.object({ id, name: z.string() }),
  course: z.string(),
  /** Local to the group, regardless of clock changes. */
  time: localTime,
  everyWeeks: z.int(),
  daysAhead: z.int(),
  maxPlayers: z.int(),
  cancelHours: z.nullable(z.int()),
  notes: z.nullable(z.string()),
  joinAsPlayer: z.boolean(),
  /** The next dates that are not posted yet, soonest first; empty once it has ended. */
  nextDates: z.array(
    z.object({
      date: localDate,
      /** If a clock change skips the usual time on that day, the first time that exists. */
      time: localTime,
      /** When it is posted. */
      postedAt: instant,
      skipped: z.boolean(),
    }),
  ),
  /** Null while it is active. `by` is null if it ended because its creator left the group. */
  ended: z.nullable(z.object({ at: instant, by: z.nullable(z.string()) })),
})
export type RecurringTeeTime = z.output<typeof recurringTeeTime>

/** Returns whether a golfer may end a recurring tee time: its creator, or the group's owner and admins. */
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
    z.minimum(MIN_RECURRING_DAYS_AHEAD, `At least ${MIN_RECURRING_DAYS_AHEAD} day`),
    z.maximum(MAX_RECURRING_DAYS_AHEAD, `At most ${MAX_RECURRING_DAYS_AHEAD} days`),
  )

/** A tee time as it is posted, and how it repeats. */
export const recurringTeeTimeForm = z.extend(postTeeTimeForm, { everyWeeks, daysAhead })

const recurringTeeTimeParams = z.object({ id: urlId, recurringId: urlId })
const oneDate = z.object({ date: localDate })

export const listRecurringTeeTimes = endpoint('GET', '/api/groups/{id}/standing-times', {
  summary: "A group's recurring tee times, the next one first",
  params: idParams,
  answer: z.array(recurringTeeTime),
})

export const createRecurringTeeTime = endpoint('POST', '/api/groups/{id}/standing-times', {
  summary: 'Post a tee time now, and again every week or every two weeks',
  params: idParams,
  body: z.extend(recurringTeeTimeForm, { warnOfOverlap }),
  answer: z.object({ recurringTeeTime: recurringTeeTime, teeTime }),
  status: 201,
  once: true,
})

export const skipRecurringDate = endpoint(
  'POST',
  '/api/groups/{id}/standing-times/{recurringId}/skip',
  {
    summary: 'Skip a date of my recurring tee time; skipping it again changes nothing',
    params: recurringTeeTimeParams,
    body: oneDate,
    answer: recurringTeeTime,
  },
)

export const unskipRecurringDate = endpoint(
  'POST',
  '/api/groups/{id}/standing-times/{recurringId}/unskip',
  {
    summary: 'Restore a skipped date; restoring it again changes nothing',
    params: recurringTeeTimeParams,
    body: oneDate,
    answer: recurringTeeTime,
  },
)

export const endRecurringTeeTime = endpoint(
  'DELETE',
  '/api/groups/{id}/standing-times/{recurringId}',
  {
    summary:
      'End a recurring tee time; posted tee times stay. For its creator, the owner and admins',
    params: recurringTeeTimeParams,
    answer: done,
  },
)
