import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { linkAttempts } from '../billing/link-attempts.ts'
import { startTrial } from '../groups/start-trial.ts'
import { leadLinksTo } from '../welcome/lead-to-group.ts'
import { deleteExpiredSignups, deleteSignup, holdPaidSignup, takeSignup } from './store.ts'

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

/**
 * Creates the group that waits at an address for its golfer, who has paid for it: at once, even late,
 * and however many groups the golfer owns. Answers its id; undefined when none waits there, or its
 * golfer's account is deleted. Within a transaction.
 */
export async function startPaidGroup(
  ctx: Pick<Context, 'clock' | 'config'>,
  tx: Queries,
  { slug, golferId }: { slug: string; golferId: number },
): Promise<number | undefined> {
  const waiting = await holdPaidSignup(tx, { slug, golferId })
  if (waiting === undefined) return undefined
  const { id, groupName: name, description, timeZone } = waiting
  const plan = { name, slug, description, timeZone, ownerId: golferId }
  return leadLinksTo(tx, id, async () => {
    await deleteSignup(tx, id)
    try {
      return (await startTrial(ctx, tx, plan, { isPaid: true })).groupId
    } catch (error) {
      if (error instanceof AppError) return undefined
      throw error
    }
  })
}

/** Forgets groups whose owner never came, and frees their slugs. For the nightly job. */
export function forgetSignups(ctx: Context): Promise<number> {
  return deleteExpiredSignups(ctx.db, ctx.clock.now())
}
