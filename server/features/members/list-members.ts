import type { Member } from '../../../contract/members.ts'
import type { Context } from '../../context.ts'
import type { GroupViewer } from '../groups/gate.ts'
import { asSeenBy } from './read-member.ts'
import { listMembers as list } from './store.ts'

/** A group's members, the owner first. */
export async function listMembers(ctx: Context, viewer: GroupViewer): Promise<Member[]> {
  const rows = await list(ctx.db, viewer)
  return rows.map((row) => asSeenBy(viewer, row))
}
