import type { QueryOf } from '../../../contract/endpoint.ts'
import {
  type listDeletedGroups as endpoint,
  matchesName,
  RESTORE_DAYS,
} from '../../../contract/group-deletion.ts'
import type { Context } from '../../context.ts'
import { recordAction, type SuperAdmin } from '../../identity/index.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import { type HookContext, runHooks } from '../../ports.ts'
import type { GroupOwner } from '../access.ts'
import { lockSettings, recordInGroup, saveGroup } from '../store.ts'
import * as store from './store.ts'

const RESTORE_MS = RESTORE_DAYS * DAY_MS

/** @throws AppError INVALID_INPUT if the typed name does not match; the errors of {@link lockSettings} */
export async function deleteGroup(ctx: Context, owner: GroupOwner, typedName: string) {
  const { groupId, golferId: by } = owner
  return inTransaction(ctx.db, async (tx) => {
    const { name } = await lockSettings(tx, owner)
    if (!matchesName(typedName, name)) {
      throw invalidField('name', `That isn't the group's name. Type "${name}" to delete the group.`)
    }
    const now = ctx.clock.now()
    await runHooks(ctx.groupHooks, (hooks) => hooks.beforeDeletion?.(tx, groupId))
    await saveGroup(tx, owner, { deletedAt: now, isActive: false })
    const recipients = (await store.listMembers(tx, owner)).map(({ golferId }) => ({
      golferId,
      // Messages of a deleted group are dropped, but this one must be sent.
      groupId: null,
      data: { groupName: name, by },
      key: `group-deleted:${groupId}:${golferId}:${now.toISOString()}`,
    }))
    await ctx.notify(tx, 'group-deleted', recipients, now)
    const detail = `by its owner; can be restored within ${RESTORE_DAYS} days`
    const lockedGroup = { ...owner.group, name }
    await recordInGroup(ctx, tx, { ...owner, group: lockedGroup }, 'group-deleted', { detail })
    const notice = recipients.length > 1 ? ' We emailed its other members.' : ''
    return { message: `${name} has been deleted.${notice}` }
  })
}

export async function listDeletedGroups(ctx: Context, query: QueryOf<typeof endpoint>) {
  const { rows, total } = await store.listDeleted(ctx.db, query, restorableSince(ctx))
  const restorable = rows.map(({ deletedAt, ...row }) => ({
    ...row,
    deletedAt: deletedAt.toISOString(),
    restorableUntil: new Date(deletedAt.getTime() + RESTORE_MS).toISOString(),
  }))
  return { rows: restorable, total }
}

export async function restoreGroup(ctx: Context, by: SuperAdmin, groupId: number) {
  return inTransaction(ctx.db, async (tx) => {
    const group = await store.unmarkDeleted(tx, groupId, restorableSince(ctx))
    if (group === undefined) throw notFound('deleted group')
    const now = ctx.clock.now()
    await runHooks(ctx.groupHooks, (hooks) => hooks.groupRestored?.(tx, groupId, now))
    const { name } = group
    const entry = { actorId: by.golferId, group, detail: 'without its subscription' }
    await recordAction(ctx, tx, { ...entry, action: 'group-restored' })
    const recipients = (await store.listMembers(tx, group)).map(({ golferId }) => ({
      golferId,
      groupId,
      data: { groupName: name },
      key: `group-restored:${groupId}:${golferId}:${now.toISOString()}`,
    }))
    await ctx.notify(tx, 'group-restored', recipients, now)
    return { message: `${name} is back. Its subscription won't restart.` }
  })
}

function restorableSince({ clock }: Pick<Context, 'clock'>): Date {
  return new Date(clock.now().getTime() - RESTORE_MS)
}

const GROUPS_PER_RUN = 100
/** The limit for each kind of row. Larger batches would hold locks for too long. */
const ROWS_PER_BATCH = 500
/** Clocks differ: without a margin, a node could purge a group that another node can restore. */
const PURGE_MARGIN_MS = HOUR_MS

export async function purgeDeletedGroups(ctx: Context) {
  const deletedBefore = new Date(ctx.clock.now().getTime() - RESTORE_MS - PURGE_MARGIN_MS)
  for (const { groupId } of await store.listDeletedBefore(ctx.db, deletedBefore, GROUPS_PER_RUN)) {
    let mayHaveMore: boolean[]
    do {
      mayHaveMore = await runHooks(ctx.groupHooks, (hooks) =>
        hooks.purgeBatch?.(ctx.db, groupId, ROWS_PER_BATCH),
      )
    } while (mayHaveMore.includes(true))
    await inTransaction(ctx.db, (tx) => purgeGroup(ctx, tx, groupId, 'deleted'))
  }
}

export async function purgeDeletedGroupsOf(ctx: HookContext, tx: Queries, golferId: number) {
  for (const { groupId } of await store.listDeletedOf(tx, golferId)) {
    await purgeGroup(ctx, tx, groupId, 'deleted')
  }
}

/** Permanently removes a group and ends its subscriptions. Returns its name; undefined if not found. */
export async function purgeGroup(ctx: HookContext, tx: Queries, groupId: number, only?: 'deleted') {
  // Lock order in all code: tee times, then memberships, then the group.
  await runHooks(ctx.groupHooks, (hooks) => hooks.lockBeforePurge?.(tx, groupId))
  if (!(await store.lockToRemove(tx, groupId, only))) return undefined
  await runHooks(ctx.groupHooks, (hooks) => hooks.beforeDeletion?.(tx, groupId))
  return store.removeGroup(tx, groupId)
}
