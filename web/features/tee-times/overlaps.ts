import { type Overlap, overlap } from '../../../contract/overlaps.ts'
import { ApiError } from '../../lib/api-client.ts'
import { shortDate, shortTime } from '../../lib/dates.ts'

/** Returns the overlapping round from a warning about a claim or a post; undefined for other outcomes. */
export function overlapOf(error: unknown): Overlap | undefined {
  if (!(error instanceof ApiError) || error.code !== 'OVERLAPS') return undefined
  const parsed = overlap.safeParse(error.body['overlap'])
  return parsed.success ? parsed.data : undefined
}

/** Returns whether a failure is the overlap warning, which the screen shows itself. */
export function isOverlap(error: unknown): boolean {
  return overlapOf(error) !== undefined
}

/**
 * Describes the conflicting round: 'You already play Priddis Greens on Sat, May 30 at 9:00 AM with Sunday
 * Swingers. The two rounds overlap.'
 * @param groupId the group on screen, which the text doesn't name
 */
export function describeOverlap(other: Overlap, groupId: number): string {
  const group = other.groupId === groupId ? '' : ` with ${other.groupName}`
  return `You already play ${other.course} on ${shortDate(other.date)} at ${shortTime(other.time)}${group}. The two rounds overlap.`
}
