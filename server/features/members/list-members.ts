import type { Member } from '../../../contract/members.ts'
import type { Context } from '../../context.ts'
import type { GroupViewer } from '../groups/gate.ts'
import { listMembers as list } from './store.ts'

/** A group's members. Phone numbers are for the owner and super admins. */
export async function listMembers(ctx: Context, viewer: GroupViewer): Promise<Member[]> {
  const rows = await list(ctx.db, viewer)
  return rows.map(({ phone, sharesPhone, ...member }) =>
    viewer.role === 'super-admin' || (viewer.role === 'owner' && sharesPhone)
      ? { ...member, phone }
      : member,
  )
}
