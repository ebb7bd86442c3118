import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '../../../contract/endpoint.ts'
import {
  type createSavedAlert as endpoint,
  MAX_SAVED_ALERTS,
} from '../../../contract/saved-alerts.ts'
import type { Context } from '../../context.ts'
import type { GroupMember } from '../../groups/index.ts'
import { AppError } from '../../platform/errors.ts'
import { lockMembership } from '../store.ts'
import { deleteSavedAlertRow, insertSavedAlert, listSavedAlerts } from './store.ts'

export { listSavedAlerts }

/**
 * Saves an alert, unless the golfer has the same one. Returns all of the golfer's alerts in the group.
 * @throws AppError TOO_MANY; NOT_FOUND
 */
export function createSavedAlert(ctx: Context, member: GroupMember, form: BodyOf<typeof endpoint>) {
  const savedAlert = {
    days: form.days.toSorted(),
    notBefore: form.notBefore ?? null,
    notAfter: form.notAfter ?? null,
    course: form.course || null,
  }
  return ctx.db.transaction(async (tx) => {
    await lockMembership(tx, member)
    const existing = await listSavedAlerts(tx, member)
    if (existing.some(({ id: _, ...other }) => isDeepStrictEqual(other, savedAlert)))
      return existing
    if (existing.length >= MAX_SAVED_ALERTS) {
      throw new AppError(
        'TOO_MANY',
        `You have ${MAX_SAVED_ALERTS} saved alerts in this group, the most one golfer can have. Delete one first.`,
      )
    }
    const { groupId, golferId } = member
    await insertSavedAlert(tx, { ...savedAlert, groupId, golferId, createdAt: ctx.clock.now() })
    return listSavedAlerts(tx, member)
  })
}

export async function deleteSavedAlert(ctx: Context, member: GroupMember, savedAlertId: number) {
  await deleteSavedAlertRow(ctx.db, member, savedAlertId)
  return listSavedAlerts(ctx.db, member)
}
