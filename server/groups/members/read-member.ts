import type { Member } from '../../../contract/members.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { GroupViewer } from '../access.ts'
import { findMember, type MemberRow } from './store.ts'

/** Returns a member as a viewer of the group sees them; undefined for a golfer who is not a member. */
export async function readMember(
  db: Queries,
  viewer: GroupViewer,
  golferId: number,
): Promise<Member | undefined> {
  const row = await findMember(db, viewer, golferId)
  return row && presentTo(viewer, row)
}

/** Shows phone numbers only to the owner and super admins. */
export function presentTo(viewer: GroupViewer, { phone, ...member }: MemberRow): Member {
  const showsPhone = viewer.role === 'super-admin' || viewer.role === 'owner'
  return { status: 'active', ...member, ...(showsPhone && { phone }) }
}
