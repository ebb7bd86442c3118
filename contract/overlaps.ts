import * as z from 'zod/mini'
import { id, localDate, localTime } from './fields.ts'

/**
 * A round of the golfer, in any group, that starts less than ROUND_HOURS before or after the tee time. The
 * app only warns of an overlap, because some golfers play nine holes or change their plans.
 */
export const overlap = z.object({
  teeTimeId: id,
  groupId: id,
  groupName: z.string(),
  course: z.string(),
  /** Local to the other round's group, like `time`. */
  date: localDate,
  time: localTime,
})
export type Overlap = z.output<typeof overlap>

/** If true, an overlap is refused with 409 OVERLAPS, and the response has the other round as `overlap`. */
export const warnOfOverlap = z.optional(z.boolean())
