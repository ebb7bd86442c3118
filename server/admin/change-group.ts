import { overrideExpiry, updatePaidTime } from '../billing/index.ts'
import type { Context } from '../context.ts'
import { removeGroupNow } from '../groups/index.ts'
import { recordAction, type SuperAdmin } from '../identity/index.ts'
import { retryConflicts } from '../platform/database/database.ts'
import { notFound } from '../platform/errors.ts'
import { formatExpiry, readExpiry } from './read-expiry.ts'
import { lockGroup, switchGroup } from './store.ts'

/**
 * Switches a group on or off; changes nothing if that is already so. The subscription of a group that is
 * off does not renew, because its owner could not cancel it. Returns the group's name.
 * @throws AppError NOT_FOUND
 */
export async function setActive(
  ctx: Context,
  by: SuperAdmin,
  { groupId, isActive }: { groupId: number; isActive: boolean },
): Promise<string> {
  return ctx.db.transaction(async (tx) => {
    const group = await lockGroup(tx, groupId)
    if (group === undefined) throw notFound('group')
    if (group.isActive !== isActive) {
      await switchGroup(tx, group, isActive)
      const paidTime = await updatePaidTime(tx, groupId, ctx.clock.now())
      const endsPaying = !isActive && (paidTime?.extra.length ?? 0) > 0
      await recordAction(ctx, tx, {
        actorId: by.golferId,
        action: isActive ? 'group-activated' : 'group-deactivated',
        group,
        ...(endsPaying && { detail: 'its subscription does not renew' }),
      })
    }
    return group.name
  })
}

/**
 * Sets or clears the end of a group's time. Returns the group's name and the end as text.
 * @throws AppError NOT_FOUND
 */
export async function changeExpiry(
  ctx: Context,
  by: SuperAdmin,
  { groupId, expiryDate }: { groupId: number; expiryDate: string | null },
): Promise<{ name: string; end: string }> {
  return ctx.db.transaction(async (tx) => {
    const group = await lockGroup(tx, groupId)
    if (group === undefined) throw notFound('group')
    const expiry = readExpiry(expiryDate, group.timeZone)
    const end = formatExpiry(expiry, group.timeZone)
    if (expiry?.getTime() !== group.expiryDate?.getTime()) {
      const { endsPaying } = await overrideExpiry(tx, groupId, expiry, ctx.clock.now())
      const paying = endsPaying ? '; its subscription does not renew' : ''
      await recordAction(ctx, tx, {
        actorId: by.golferId,
        action: 'expiry-changed',
        group,
        detail: `from ${formatExpiry(group.expiryDate, group.timeZone)} to ${end}${paying}`,
      })
    }
    return { name: group.name, end }
  })
}

/**
 * Permanently deletes a group with its tee times, members and invites, even if its owner has already
 * deleted it. Ends its subscriptions. Returns its name.
 * @throws AppError NOT_FOUND
 */
export async function deleteGroup(ctx: Context, by: SuperAdmin, groupId: number): Promise<string> {
  return retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      const name = await removeGroupNow(ctx, tx, groupId)
      if (name === undefined) throw notFound('group')
      await recordAction(ctx, tx, {
        actorId: by.golferId,
        action: 'group-deleted',
        group: { groupId, name },
      })
      return name
    }),
  )
}
