import { MAX_OWNED_GROUPS } from '../../contract/limits.ts'
import type { Context } from '../context.ts'
import { recordAction } from '../identity/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError, signInFirst } from '../platform/errors.ts'
import { createGroup, type GroupPlan } from './create-group.ts'
import { slugTaken } from './lock-slug.ts'
import { lockOwner } from './store.ts'

const DAY_MS = 86_400_000

/**
 * Creates a group for its owner on a free trial. Must run within a transaction.
 * @throws AppError SLUG_TAKEN; NOT_ELIGIBLE when the owner already owns the maximum number of groups;
 * UNAUTHENTICATED when the account was just deleted
 * @param options.isPaid skips the limit, since a group that is paid for must not be refused
 */
export async function startTrial(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  tx: Queries,
  plan: Omit<GroupPlan, 'expiryDate'>,
  { isPaid = false } = {},
): Promise<{ groupId: number; expiryDate: Date }> {
  const { name, ownerId } = plan
  const owned = await lockOwner(tx, { golferId: ownerId })
  if (owned === undefined) throw signInFirst()
  if (owned >= MAX_OWNED_GROUPS && !isPaid) {
    throw new AppError(
      'NOT_ELIGIBLE',
      `You own ${owned} groups, and nobody can own more. Hand one over to another member first.`,
    )
  }
  const expiryDate = new Date(clock.now().getTime() + config.trialDays * DAY_MS)
  const groupId = await createGroup({ db: tx, clock }, { ...plan, expiryDate })
  if (groupId === undefined) throw slugTaken()
  await recordAction({ clock }, tx, {
    actorId: ownerId,
    action: 'group-created',
    group: { groupId, name },
  })
  return { groupId, expiryDate }
}
