import type { Context } from '../../context.ts'
import { findGolfer } from '../../identity/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { runHooks } from '../../ports.ts'
import { startTrial } from '../start-trial.ts'
import { redirectLinksToGroup } from '../welcome/redirect-links.ts'
import { deleteExpiredSignups, deleteSignup, lockPaidSignup, takeSignup } from './store.ts'

/**
 * Creates a group that was waiting for its owner, on a trial that begins now; time paid for meanwhile is
 * added. Must run within a transaction. Returns its slug, or undefined when it is no longer waiting.
 * @throws AppError SLUG_TAKEN; NOT_ELIGIBLE for a golfer who owns the maximum number of groups
 */
export async function startWaitingGroup(
  ctx: Context,
  tx: Queries,
  signupId: number,
  golferId: number,
): Promise<string | undefined> {
  const waiting = await takeSignup(tx, signupId, ctx.clock.now())
  if (waiting === undefined) return undefined
  const parts = await runHooks(ctx.groupHooks, (hooks) => hooks.lockBeforeStart?.(tx, signupId))
  const isPaid = parts.some((part) => part.isPaid)
  await deleteSignup(tx, signupId)
  const { groupName: name, slug, description, timeZone } = waiting
  const plan = { name, slug, description, timeZone, ownerId: golferId }
  const { groupId } = await startTrial(ctx, tx, plan, { isPaid })
  const now = ctx.clock.now()
  for (const part of parts) await part.groupStarted({ groupId, golferId }, now)
  return slug
}

/**
 * Creates a waiting group as soon as it is paid for, even if late, and regardless of how many groups the
 * golfer owns. Does so only if its address has an account; otherwise it keeps waiting for its link. Returns
 * the group with its owner, or undefined. Must run within a transaction.
 */
export async function startPaidGroup(
  ctx: Pick<Context, 'clock' | 'config'>,
  tx: Queries,
  signupId: number,
): Promise<{ groupId: number; golferId: number } | undefined> {
  const waiting = await lockPaidSignup(tx, signupId)
  if (waiting === undefined) return undefined
  const golferId = await findGolfer({ db: tx }, waiting.email)
  if (golferId === undefined) return undefined
  const { groupName: name, slug, description, timeZone } = waiting
  const plan = { name, slug, description, timeZone, ownerId: golferId }
  return redirectLinksToGroup(tx, { signupId, golferId }, async () => {
    await deleteSignup(tx, signupId)
    try {
      const { groupId } = await startTrial(ctx, tx, plan, { isPaid: true })
      return { groupId, golferId }
    } catch (error) {
      if (error instanceof AppError) return undefined
      throw error
    }
  })
}

/** Deletes signups whose owner never came, which frees their slugs. For the nightly job. */
export function deleteOldSignups(ctx: Context): Promise<number> {
  return deleteExpiredSignups(ctx.db, ctx.clock.now())
}
