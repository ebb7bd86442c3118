import type { Context } from '../../context.ts'
import { endMembership } from '../../groups/members/end-membership.ts'
import { removeGolfer } from '../../identity/golfers/deletion/remove-golfer.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'

type Through = Pick<Context, 'db' | 'clock'>

/** Deletes a golfer's account without checking who asks. Returns the result. */
export function deleteAccount({ db, clock }: Through, golferId: number) {
  return retryConflicts(() => db.transaction((tx) => removeGolfer(tx, golferId, clock.now())))
}

/** Ends a membership without checking who asks. Returns the result. */
export function endMember(
  { db, clock }: Through,
  place: { readonly groupId: number; readonly golferId: number },
) {
  return retryConflicts(() => db.transaction((tx) => endMembership(tx, place, clock.now())))
}
