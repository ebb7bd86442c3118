import * as z from 'zod/mini'
import { id, localDate, localTime } from './fields.ts'

/**
 * Another round of the golfer, in any of their groups, that starts less than the length of a round before or
 * after the tee time that they post or claim. The app only warns of it, because some golfers play nine holes
 * or change their plans.
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

/** Whether to refuse an overlap with 409 OVERLAPS, with the other round as `overlap`. Off by default. */
export const warnOfOverlap = z.optional(z.boolean())
