import type { Member } from '../../../contract/members.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { GroupViewer } from '../groups/gate.ts'
import { findMember, type MemberRow } from './store.ts'

/** A member as a viewer of the group sees them; undefined for a golfer who is none. */
export async function readMember(
  db: Queries,
  viewer: GroupViewer,
  golferId: number,
): Promise<Member | undefined> {
  const row = await findMember(db, viewer, golferId)
  return row && asSeenBy(viewer, row)
}

/** Phone numbers are for the owner, of those who share theirs, and for super admins. */
export function asSeenBy(
  viewer: GroupViewer,
  { phone, sharesPhone, ...member }: MemberRow,
): Member {
  return viewer.role === 'super-admin' || (viewer.role === 'owner' && sharesPhone)
    ? { ...member, phone }
    : member
}
