import * as z from 'zod/mini'
import { id, localDate, localTime } from './fields.ts'

/**
 * Another round of the golfer, in any of their groups, that begins within the length of a round. It is a
 * warning and no rule: some golfers play nine holes, or change their plans.
 */
export const overlap = z.object({
  teeTimeId: id,
  groupId: id,
  groupName: z.string(),
  course: z.string(),
  /** Local to that group, as `time` is. */
  date: localDate,
  time: localTime,
})
export type Overlap = z.output<typeof overlap>

/** Answer 409 `OVERLAPS` with the other round as `overlap`, and change nothing; left out, never. */
export const warnOfOverlap = z.optional(z.boolean())
