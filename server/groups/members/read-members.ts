import { SETUP_DAYS } from '../../../contract/limits.ts'
import type { ListedMember, Member } from '../../../contract/members.ts'
import type { Context } from '../../context.ts'
import type { SessionHolder } from '../../identity/index.ts'
import { DAY_MS } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { GroupViewer } from '../access.ts'
import { listInvited } from '../invitations/invite-golfer.ts'
import { listGroupsOf } from '../store.ts'
import { findHasInvited, findMember, findMembers, type MemberRow } from './store.ts'

/** Lists a group's members, owner first, followed by open invitations if the viewer may invite. */
export async function listMembers(ctx: Context, viewer: GroupViewer): Promise<ListedMember[]> {
  const [rows, invited] = await Promise.all([findMembers(ctx.db, viewer), listInvited(ctx, viewer)])
  return [...rows.map((row) => presentTo(viewer, row)), ...invited]
}

/** @throws AppError NOT_FOUND */
export async function readMember(db: Queries, viewer: GroupViewer, golferId: number) {
  const row = await findMember(db, viewer, golferId)
  if (row === undefined) throw notFound('member')
  return presentTo(viewer, row)
}

function presentTo(viewer: GroupViewer, { phone, ...member }: MemberRow): Member {
  const showsPhone = viewer.role === 'super-admin' || viewer.role === 'owner'
  return { status: 'active', ...member, ...(showsPhone && { phone }) }
}

/** Returns whether the owner of a new group has invited anyone; null for other viewers and older groups. */
export async function findNewGroup({ db, clock }: Context, viewer: GroupViewer) {
  if (viewer.role !== 'owner') return null
  const since = new Date(clock.now().getTime() - SETUP_DAYS * DAY_MS)
  return (await findHasInvited(db, viewer, since)) ?? null
}

export function listMyGroups({ db }: Context, holder: SessionHolder) {
  return listGroupsOf(db, holder)
}
