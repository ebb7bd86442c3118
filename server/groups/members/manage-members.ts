import { OWNER_ONLY_MESSAGE } from '../../../contract/groups.ts'
import { MAX_OWNED_GROUPS, SETUP_CHECKLIST_DAYS } from '../../../contract/limits.ts'
import type { ListedMember, Member } from '../../../contract/members.ts'
import type { Context } from '../../context.ts'
import { findAccount, lockAgainstDeletion } from '../../identity/index.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { type HookContext, type Membership, runHooks } from '../../ports.ts'
import type { GroupMember, GroupOwner, GroupViewer } from '../access.ts'
import { listInvited } from '../invitations/invite-golfer.ts'
import { insertCooldown } from '../invitations/store.ts'
import { makeLinksRequireApproval } from '../invite-links/store.ts'
import { lockGroupWithHooks } from '../lock-group.ts'
import { lockAndCountOwnedGroups, recordInGroup } from '../store.ts'
import * as store from './store.ts'

export { listGroupsOf } from '../store.ts'

export async function listMembers(ctx: Context, viewer: GroupViewer): Promise<ListedMember[]> {
  const members = store.listMembers(ctx.db, viewer)
  const [rows, invited] = await Promise.all([members, listInvited(ctx, viewer)])
  return [...rows.map((row) => presentTo(viewer, row)), ...invited]
}

export async function readMember(db: Queries, viewer: GroupViewer, golferId: number) {
  const row = await store.findMember(db, viewer.groupId, golferId)
  if (row === undefined) throw notFound('member')
  return presentTo(viewer, row)
}

function presentTo(viewer: GroupViewer, { phone, ...member }: store.MemberRow): Member {
  const showsPhone = viewer.role === 'super-admin' || viewer.role === 'owner'
  return { status: 'active', ...member, ...(showsPhone && { phone }) }
}

/** Returns null for a group that is older than SETUP_CHECKLIST_DAYS, and for anyone but the owner. */
export async function findSetupProgress({ db, clock }: Context, viewer: GroupViewer) {
  if (viewer.role !== 'owner') return null
  const since = new Date(clock.now().getTime() - SETUP_CHECKLIST_DAYS * DAY_MS)
  return (await store.findSetupProgress(db, viewer, since)) ?? null
}

/** Returns 'added', 'already' if the golfer was a member before, 'gone' if the account was just deleted. */
export async function addMember(ctx: HookContext, tx: Queries, membership: Membership) {
  // Check before locking: removing a member or deleting an account takes the locks below in another order.
  if (await store.isMember(tx, membership)) return 'already'
  // Lock order for a new member: tee times, then the golfer, then the membership.
  const lockedHooks = await runHooks(ctx.groupHooks, (hooks) =>
    hooks.lockBeforeJoining?.(tx, membership),
  )
  // This lock blocks account deletion, which checks for memberships only after it has locked the account.
  const email = await lockAgainstDeletion(tx, membership.golferId)
  if (email === undefined) return 'gone'
  const isAdded = await store.insertMember(tx, membership)
  if (isAdded) for (const hook of lockedHooks) await hook.memberJoined()
  await store.deleteOpenInvitations(tx, membership.groupId, email)
  return isAdded ? 'added' : 'already'
}

export type JoinReason = 'added' | 'accepted' | 'created'

export async function notifyJoined(
  { notify, clock }: Pick<Context, 'notify' | 'clock'>,
  tx: Queries,
  { groupId, golferId, by, how }: Membership & { by: number; how: JoinReason },
) {
  const now = clock.now()
  const key = `added:${groupId}:${golferId}:${now.toISOString()}`
  await notify(tx, 'added', [{ golferId, groupId, data: { how, by }, key }], now)
}

/** @throws AppError NOT_FOUND for a golfer who is not a member; NOT_ELIGIBLE for the owner */
export function changeAdmin(ctx: Context, owner: GroupOwner, golferId: number, isAdmin: boolean) {
  return inTransaction(ctx.db, async (tx) => {
    const membership = { groupId: owner.groupId, golferId }
    await store.lockMember(tx, membership)
    // Read the member after locking: an ownership transfer needs this lock, so `isOwner` cannot change now.
    const member = await readMember(tx, owner, golferId)
    if (member.isOwner) throw new AppError('NOT_ELIGIBLE', 'The owner is always an admin.')
    if (member.isAdmin === isAdmin) return member
    await store.setAdmin(tx, membership, isAdmin)
    await recordInGroup(ctx, tx, owner, isAdmin ? 'admin-made' : 'admin-unmade', { golferId })
    return { ...member, isAdmin }
  })
}

/**
 * Transfers a group to another member. The old owner stays as an admin.
 * @throws AppError NOT_ELIGIBLE if the golfer already owns the group, is not a member, or owns the maximum
 * number of groups; FORBIDDEN if the caller no longer owns the group
 */
export async function transferOwnership(ctx: Context, owner: GroupOwner, newOwnerId: number) {
  const { groupId, golferId: by } = owner
  const notEligibleError = (message: string) => new AppError('NOT_ELIGIBLE', message)
  if (newOwnerId === by) throw notEligibleError('You already own this group. Pick another member.')
  return inTransaction(ctx.db, async (tx) => {
    // Lock the account first. All code that makes a golfer the owner of a group does this.
    const ownedCount = (await lockAndCountOwnedGroups(tx, newOwnerId)) ?? 0
    // Then lock the membership. A concurrent removal now waits, or has already deleted the row.
    const newOwner = await store.lockNewOwner(tx, owner, newOwnerId)
    if (newOwner === undefined) {
      throw notEligibleError('This golfer is no longer a member of the group. Pick another member.')
    }
    if (ownedCount >= MAX_OWNED_GROUPS) {
      throw notEligibleError(
        `${newOwner.name} owns ${ownedCount} groups, which is the most one golfer can own. Pick another member.`,
      )
    }
    const isTransferred = await store.transferGroup(tx, owner, newOwnerId)
    if (!isTransferred) throw new AppError('FORBIDDEN', OWNER_ONLY_MESSAGE)
    const now = ctx.clock.now()
    await runHooks(ctx.groupHooks, (hooks) => hooks.ownershipTransferred?.(tx, groupId, now))
    await recordInGroup(ctx, tx, owner, 'ownership-transferred', { golferId: newOwnerId })
    const key = `ownership:${groupId}:${newOwnerId}:${now.toISOString()}`
    await ctx.notify(tx, 'ownership', [{ golferId: newOwnerId, groupId, data: { by }, key }], now)
    return { message: `${newOwner.name} now owns ${owner.group.name}. You'll stay on as an admin.` }
  })
}

/** Keeps the tee times that the golfer posted. @throws AppError NOT_FOUND; OWNER_CANNOT_LEAVE */
export async function removeMember(ctx: Context, owner: GroupOwner, golferId: number) {
  const { groupId } = owner
  await inTransaction(ctx.db, async (tx) => {
    const outcome = await endMembership(ctx, tx, { groupId, golferId }, ctx.clock.now())
    if (outcome === 'gone') throw notFound('member')
    if (outcome === 'owner') {
      throw ownerError("The group's owner can't be removed. Transfer ownership first.")
    }
    await recordInGroup(ctx, tx, owner, 'member-removed', { golferId })
    // Without approval, the removed member could rejoin through an invite link.
    await makeLinksRequireApproval(tx, groupId)
  })
  return { message: 'The member has been removed from the group.' }
}

/** The group cannot invite the golfer again for a while. @throws AppError NOT_FOUND; OWNER_CANNOT_LEAVE */
export async function leaveGroup(ctx: Context, member: GroupMember) {
  const { groupId, golferId } = member
  await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    const outcome = await endMembership(ctx, tx, member, now)
    if (outcome === 'gone') throw notFound('group')
    if (outcome === 'owner') {
      throw ownerError(
        'You own this group. Transfer ownership to another member first, then leave.',
      )
    }
    await recordInGroup(ctx, tx, member, 'member-left', { golferId })
    const account = await findAccount(tx, golferId)
    if (account !== undefined) await insertCooldown(tx, groupId, account.email, now)
  })
  return { message: `You have left ${member.group.name}.` }
}

const ownerError = (message: string) => new AppError('OWNER_CANNOT_LEAVE', message)

/**
 * Ends a membership within a transaction. The golfer's spots in upcoming tee times open up or go to the
 * waiting list. Returns 'gone' for a golfer who is not a member; 'owner' for the group's owner, who stays.
 */
export async function endMembership(
  ctx: HookContext,
  tx: Queries,
  membership: Membership,
  now: Date,
) {
  const { groupId, golferId } = membership
  // Lock order at the end of a membership: tee times, then the membership, then the group.
  const { found: ownerId, lockedHooks } = await lockGroupWithHooks(
    ctx,
    tx,
    groupId,
    (hooks) => hooks.lockBeforeLeaving?.(ctx, tx, { groupIds: [groupId], golferId }, now),
    (savepoint) => store.lockMembershipAndGroup(savepoint, membership),
  )
  if (ownerId === undefined) return 'gone'
  if (ownerId === golferId) return 'owner'
  for (const hook of lockedHooks) await hook.memberLeaving()
  await store.deleteMember(tx, membership)
  await store.deleteOpenJoinRequests(tx, membership)
  for (const hook of lockedHooks) await hook.memberLeft()
  return 'removed'
}
