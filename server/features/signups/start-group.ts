import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { linkAttempts } from '../billing/link-attempts.ts'
import { startTrial } from '../groups/start-trial.ts'
import { deleteExpiredSignups, takeSignup } from './store.ts'

/**
 * Creates the group that waited for its owner, on a trial that begins now. Answers its slug; undefined
 * when it does not wait any more. Within a transaction.
 * @throws AppError SLUG_TAKEN; NOT_ELIGIBLE for who owns enough groups
 */
export async function startWaitingGroup(
  ctx: Context,
  tx: Queries,
  signupId: number,
  golferId: number,
): Promise<string | undefined> {
  const waiting = await takeSignup(tx, signupId, golferId, ctx.clock.now())
  if (waiting === undefined) return undefined
  const { groupName: name, slug, description, timeZone } = waiting
  const plan = { name, slug, description, timeZone, ownerId: golferId }
  const { groupId } = await startTrial(ctx, tx, plan)
  await linkAttempts(tx, { groupId, slug, golferId })
  return slug
}

/** Forgets groups whose owner never came, and frees their slugs. For the nightly job. */
export function forgetSignups(ctx: Context): Promise<number> {
  return deleteExpiredSignups(ctx.db, ctx.clock.now())
}
