import type { BodyOf } from '../../contract/endpoint.ts'
import { DEFAULT_TIME_ZONE } from '../../contract/limits.ts'
import type { adminCreateGroup as endpoint } from '../../contract/super-admin.ts'
import { lockGroup, overrideExpiry, updatePaidTime } from '../billing/index.ts'
import type { Context } from '../context.ts'
import { createGroup, notifyJoined, purgeGroup, slugTakenError } from '../groups/index.ts'
import {
  findOrRegister,
  lockAgainstDeletion,
  recordAction,
  type SuperAdmin,
} from '../identity/index.ts'
import { endOfDay, localDateOf, readableDateWithYear } from '../platform/clock.ts'
import { inTransaction } from '../platform/database/database.ts'
import { invalidField, notFound } from '../platform/errors.ts'
import * as store from './store.ts'

export { listGroups } from './store.ts'

/** Creates an account for the owner if there is none. @throws AppError SLUG_TAKEN; INVALID_INPUT */
export function createGroupFor(ctx: Context, by: SuperAdmin, form: BodyOf<typeof endpoint>) {
  const { name, slug, description, timeZone = DEFAULT_TIME_ZONE } = form
  const { adminName, adminEmail: email, adminPhone: phone } = form
  const expiryDate = parseExpiry(form.expiryDate, timeZone)
  // Retries, because a concurrent signup locks the same address and slug in the opposite order.
  return inTransaction(ctx.db, async (tx) => {
    const { golferId, isNew } = await findOrRegister(tx, { name: adminName, email, phone })
    // Another super admin may be deleting this account.
    if ((await lockAgainstDeletion(tx, golferId)) === undefined) {
      throw invalidField('adminEmail', 'The account with this address was just deleted. Try again.')
    }
    const plan = { name, slug, description, ownerId: golferId, timeZone, expiryDate }
    const groupId = await createGroup({ db: tx, clock: ctx.clock }, plan)
    if (groupId === undefined) throw slugTakenError()
    const about = { group: { groupId, name }, golferId }
    await recordAction(ctx, tx, { actorId: by.golferId, action: 'group-created', ...about })
    if (!isNew) {
      await notifyJoined(ctx, tx, { groupId, golferId, by: by.golferId, how: 'created' })
    }
    const group = await store.readGroup(tx, groupId)
    if (group === undefined) throw new Error('A group that was just created does not exist')
    const adminGolfer = { id: golferId, name: group.ownerName, email: group.ownerEmail }
    return { group, adminGolfer }
  })
}

/** Deactivating a group also cancels its subscription's renewal, because the owner no longer can. */
export function setGroupActive(ctx: Context, by: SuperAdmin, groupId: number, isActive: boolean) {
  return ctx.db.transaction(async (tx) => {
    const group = await lockGroup(tx, groupId)
    if (group === undefined) throw notFound('group')
    let stopsRenewal = false
    if (group.isActive !== isActive) {
      await store.saveActive(tx, groupId, isActive)
      const paidTime = await updatePaidTime(tx, groupId, ctx.clock.now())
      stopsRenewal = !isActive && (paidTime?.idsToCancel.length ?? 0) > 0
      await recordAction(ctx, tx, {
        actorId: by.golferId,
        action: isActive ? 'group-activated' : 'group-deactivated',
        group: { groupId, name: group.name },
        ...(stopsRenewal && { detail: "its subscription won't renew" }),
      })
    }
    const message = `${group.name} is now ${isActive ? 'active' : 'inactive'}.`
    return { message: stopsRenewal ? `${message} Its subscription won't renew.` : message }
  })
}

export function changeExpiry(ctx: Context, by: SuperAdmin, groupId: number, typed: string | null) {
  return ctx.db.transaction(async (tx) => {
    const group = await lockGroup(tx, groupId)
    if (group === undefined) throw notFound('group')
    const expiry = parseExpiry(typed, group.timeZone)
    const end = formatExpiry(expiry, group.timeZone)
    let stopsRenewal = false
    if (expiry?.getTime() !== group.expiryDate?.getTime()) {
      const paidTime = await overrideExpiry(tx, groupId, expiry, ctx.clock.now())
      stopsRenewal = paidTime.stopsRenewal
      const renewalNote = stopsRenewal ? "; its subscription won't renew" : ''
      await recordAction(ctx, tx, {
        actorId: by.golferId,
        action: 'expiry-changed',
        group: { groupId, name: group.name },
        detail: `from ${formatExpiry(group.expiryDate, group.timeZone)} to ${end}${renewalNote}`,
      })
    }
    const { name } = group
    const message = expiry ? `${name} now expires ${end}.` : `${name} no longer expires.`
    return { message: stopsRenewal ? `${message} Its subscription won't renew.` : message }
  })
}

/** Permanently deletes a group, even if its owner has already deleted it. */
export async function deleteGroup(ctx: Context, by: SuperAdmin, groupId: number) {
  return inTransaction(ctx.db, async (tx) => {
    const name = await purgeGroup(ctx, tx, groupId)
    if (name === undefined) throw notFound('group')
    const group = { groupId, name }
    await recordAction(ctx, tx, { actorId: by.golferId, action: 'group-deleted', group })
    return { message: `${name} has been deleted.` }
  })
}

function parseExpiry(typed: string | null | undefined, timeZone: string): Date | null {
  if (!typed) return null
  return /^\d{4}-\d{2}-\d{2}$/.test(typed) ? endOfDay(typed, timeZone) : new Date(typed)
}

function formatExpiry(expiry: Date | null, timeZone: string): string {
  return expiry === null ? 'no expiry' : readableDateWithYear(localDateOf(expiry, timeZone))
}
