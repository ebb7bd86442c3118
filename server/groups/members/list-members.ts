import type { ListedMember } from '../../../contract/members.ts'
import type { Context } from '../../context.ts'
import type { GroupViewer } from '../access.ts'
import { listInvited } from '../invitations/invite-golfer.ts'
import { presentTo } from './read-member.ts'
import { listMembers as list } from './store.ts'

/** Lists a group's members, owner first, followed by open invitations if the viewer may invite. */
export async function listMembers(ctx: Context, viewer: GroupViewer): Promise<ListedMember[]> {
  const [rows, invited] = await Promise.all([list(ctx.db, viewer), listInvited(ctx, viewer)])
  return [...rows.map((row) => presentTo(viewer, row)), ...invited]
}
