import * as z from 'zod/mini'
import { id, localDate, localTime } from './fields.ts'

/**
 * Another tee time that the golfer plays in, in any group, less than ROUND_HOURS before or after this one.
 * The app only warns of an overlap, because some golfers play nine holes or change their plans.
 */
export const overlap = z.object({
  teeTimeId: id,
  groupId: id,
  groupName: z.string(),
  course: z.string(),
  /** `date` and `time` are local to the group of the other tee time. */
  date: localDate,
  time: localTime,
})
export type Overlap = z.output<typeof overlap>

/** If true, a call that causes an overlap gets 409 OVERLAPS, with the other tee time as `overlap`. */
export const warnOfOverlap = z.optional(z.boolean())
