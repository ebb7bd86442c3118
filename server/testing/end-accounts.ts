import type { Context } from '../context.ts'
import { removeGolfer } from '../features/golfers/deletion/remove-golfer.ts'
import { endMembership } from '../features/members/end-membership.ts'
import { retryConflicts } from '../platform/database/retry-conflicts.ts'

type Through = Pick<Context, 'db' | 'clock'>

/** Deletes a golfer's account, whoever asks for it. Returns what became of it. */
export function deleteAccount({ db, clock }: Through, golferId: number) {
  return retryConflicts(() => db.transaction((tx) => removeGolfer(tx, golferId, clock.now())))
}

/** Ends a membership, whoever asks for it. Returns what became of it. */
export function endMember(
  { db, clock }: Through,
  place: { readonly groupId: number; readonly golferId: number },
) {
  return retryConflicts(() => db.transaction((tx) => endMembership(tx, place, clock.now())))
}
