import { MAX_POSTED_BY_GOLFER, MAX_POSTED_IN_GROUP } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import type { GroupMember } from '../groups/index.ts'
import { type Queries, withAdvisoryLock } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import { countListed } from './caps/store.ts'
import { endedBefore } from './ended-before.ts'

/**
 * Throws when the group's list has no room for another tee time. Locks out other posts in the group until
 * the end of the transaction, so that simultaneous posts cannot exceed the cap together.
 * @throws AppError TOO_MANY
 */
export async function requireRoom(
  { clock }: Pick<Context, 'clock'>,
  tx: Queries,
  member: GroupMember,
): Promise<void> {
  await withAdvisoryLock(tx, `posts-of-group:${member.groupId}`)
  const { own, all } = await countListed(tx, member, endedBefore(clock.now()))
  if (own >= MAX_POSTED_BY_GOLFER) {
    throw new AppError(
      'TOO_MANY',
      `You have ${MAX_POSTED_BY_GOLFER} upcoming tee times in this group, the most one golfer can have. Cancel one, or wait until one has been played.`,
    )
  }
  if (all >= MAX_POSTED_IN_GROUP) {
    throw new AppError(
      'TOO_MANY',
      `This group has ${MAX_POSTED_IN_GROUP} upcoming tee times, the most a group can have. Wait until one has been played or canceled.`,
    )
  }
}
