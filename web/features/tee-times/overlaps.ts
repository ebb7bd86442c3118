import { type Overlap, overlap } from '../../../contract/overlaps.ts'
import { ApiError } from '../../shell/api-client.ts'
import { shortDate, shortTime } from '../../ui/local-date.ts'

/** Returns the round that a claim or a post was warned of; undefined where it failed otherwise, or not at all. */
export function overlapOf(error: unknown): Overlap | undefined {
  if (!(error instanceof ApiError) || error.code !== 'OVERLAPS') return undefined
  const told = overlap.safeParse(error.body['overlap'])
  return told.success ? told.data : undefined
}

/** Whether a failure is the warning, which the screen shows itself. */
export function isOverlap(error: unknown): boolean {
  return overlapOf(error) !== undefined
}

/**
 * Says which round is in the way: 'You already play Priddis Greens on Sat, May 30 at 9:00 AM with Sunday
 * Swingers. The two rounds overlap.'
 * @param groupId the group that the golfer is looking at, which goes without saying
 */
export function describeOverlap(other: Overlap, groupId: number): string {
  const group = other.groupId === groupId ? '' : ` with ${other.groupName}`
  return `You already play ${other.course} on ${shortDate(other.date)} at ${shortTime(other.time)}${group}. The two rounds overlap.`
}
