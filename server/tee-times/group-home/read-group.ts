import type { GroupDetail } from '../../../contract/groups.ts'
import type { Context } from '../../context.ts'
import type { GroupViewer } from '../../groups/index.ts'
import { endedBefore } from '../ended-before.ts'
import { readStatistics } from './store.ts'

/** Returns a group with its statistics, for this viewer. */
export async function readGroup(ctx: Context, viewer: GroupViewer): Promise<GroupDetail> {
  const statistics = await readStatistics(ctx.db, viewer, endedBefore(ctx.clock.now()))
  const { groupId, slug, name, description, ownerId, timeZone, homePlace, guestsPerPlayer } =
    viewer.group
  return {
    id: groupId,
    slug,
    name,
    description,
    ownerId,
    timeZone,
    homePlace,
    guestsPerPlayer,
    version: viewer.group.version,
    isActive: viewer.group.isActive,
    expiryDate: viewer.group.expiryDate?.toISOString() ?? null,
    subscriptionStatus: viewer.group.subscriptionStatus,
    renews: viewer.group.renews,
    ...statistics,
    role: viewer.role,
  }
}
