import type { AnswerOf, BodyOf } from '../../contract/endpoint.ts'
import type { createGroup as endpoint } from '../../contract/groups.ts'
import type { Context } from '../context.ts'
import type { SessionHolder } from '../identity/index.ts'
import { retryConflicts } from '../platform/database/database.ts'
import { startTrial } from './start-trial.ts'

/**
 * Creates a group that the golfer owns, on a free trial.
 * @throws AppError SLUG_TAKEN; NOT_ELIGIBLE when the golfer already owns the maximum number of groups;
 * UNAUTHENTICATED when the account was just deleted
 */
export async function createOwnGroup(
  ctx: Pick<Context, 'db' | 'clock' | 'config'>,
  holder: SessionHolder,
  form: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { name, slug, description, timeZone } = form
  const { groupId, expiryDate } = await retryConflicts(() =>
    ctx.db.transaction((tx) =>
      startTrial(ctx, tx, {
        name,
        slug,
        ownerId: holder.golferId,
        description: description || null,
        ...(timeZone !== undefined && { timeZone }),
      }),
    ),
  )
  return { id: groupId, name, slug, expiryDate: expiryDate.toISOString() }
}
