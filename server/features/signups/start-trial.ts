import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { recordAction } from '../audit/record-action.ts'
import { createGroup, type GroupPlan } from '../groups/create-group.ts'
import { slugTaken } from '../groups/hold-slug.ts'

const DAY = 86_400_000

/**
 * Creates a group on its free trial; its owner did it. Within a transaction.
 * @throws AppError SLUG_TAKEN
 */
export async function startTrial(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  tx: Queries,
  plan: Omit<GroupPlan, 'expiryDate'>,
): Promise<number> {
  const expiryDate = new Date(clock.now().getTime() + config.trialDays * DAY)
  const groupId = await createGroup({ db: tx, clock }, { ...plan, expiryDate })
  if (groupId === undefined) throw slugTaken()
  await recordAction({ clock }, tx, {
    actorId: plan.ownerId,
    action: 'group-created',
    group: { groupId, name: plan.name },
  })
  return groupId
}
