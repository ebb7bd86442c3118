import type { Context } from '../../context.ts'
import { insertMember } from './store.ts'

/** Makes a golfer a member of a group; nothing changes for one who is in already. */
export async function addMember(
  ctx: Pick<Context, 'db'>,
  member: { groupId: number; golferId: number; isAdmin?: boolean },
): Promise<void> {
  await insertMember(ctx.db, { isAdmin: false, ...member })
}
