import * as z from 'zod/mini'
import { id, localDate, localTime } from './fields.ts'

/**
 * Another round of the golfer, in any of their groups, that begins within the length of a round. It is
 * only a warning: some golfers play nine holes or change their plans.
 */
export const overlap = z.object({
  teeTimeId: id,
  groupId: id,
  groupName: z.string(),
  course: z.string(),
  /** Local to that group, like `time`. */
  date: localDate,
  time: localTime,
})
export type Overlap = z.output<typeof overlap>

/** Whether to refuse an overlap with 409 `OVERLAPS` and the other round as `overlap`; off by default. */
export const warnOfOverlap = z.optional(z.boolean())
