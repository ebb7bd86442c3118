import type { GroupRole } from '../../../contract/groups.ts'
import type { Context } from '../../context.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { Access } from '../../platform/http/serve.ts'
import { type Golfer, holderOf, type SessionHolder } from '../sessions/gate.ts'
import { type FoundGroup, findGroupById, findGroupBySlug, isSlugTaken } from './store.ts'

declare const proven: unique symbol

interface GroupScope {
  readonly groupId: number
  readonly golferId: number
  readonly role: GroupRole
  readonly group: Omit<FoundGroup, 'memberIsAdmin'>
}

/** May read the group: a member, or a super admin. */
export interface GroupViewer extends GroupScope {
  readonly [proven]: 'GroupViewer' | 'GroupMember' | 'GroupManager' | 'GroupOwner'
}

/** May take part in the group. Every member may also read. */
export interface GroupMember extends GroupScope {
  readonly [proven]: 'GroupMember' | 'GroupManager' | 'GroupOwner'
}

/** May let golfers into the group: its owner, or an admin. */
export interface GroupManager extends GroupScope {
  readonly [proven]: 'GroupManager' | 'GroupOwner'
}

/** May do all there is to do in the group. */
export interface GroupOwner extends GroupScope {
  readonly [proven]: 'GroupOwner'
}

type ById = { params: { id: number } }

/** Members and super admins, by the slug in the address. That the group exists is no secret: 403. */
export function viewerBySlug(
  ctx: Context,
): Access<SessionHolder, GroupViewer, { params: { slug: string } }> {
  return {
    name: 'members of the group and super admins',
    identify: (bearer) => holderOf(ctx, bearer),
    async prove(holder, { params }) {
      const group = await findGroupBySlug(ctx.db, holder, params.slug)
      const viewer = group && asViewer(holder, group)
      if (viewer === undefined) {
        // A group that waits for its owner answers like another's: else one could tell from it which
        // address has an account.
        const exists = group ?? (await isWaiting(ctx, holder, params.slug))
        if (!exists) throw notFound('group')
        throw new AppError('NOT_A_MEMBER', "You're not a member of this group.")
      }
      return viewer
    },
  }
}

/** As {@link viewerBySlug}, by id: another group's id answers like one that does not exist. */
export function viewerById(ctx: Context): Access<SessionHolder, GroupViewer, ById> {
  return {
    name: 'members of the group and super admins',
    identify: (bearer) => holderOf(ctx, bearer),
    prove: (holder, { params }) => proveViewer(ctx, holder, params.id),
  }
}

/** Proves that a golfer may read a group. @throws AppError NOT_FOUND, GROUP_INACTIVE */
export async function proveViewer(
  ctx: Context,
  holder: SessionHolder,
  groupId: number,
): Promise<GroupViewer> {
  const group = await findGroupById(ctx.db, holder, groupId)
  const viewer = group && asViewer(holder, group)
  if (viewer === undefined) throw notFound('group')
  return viewer
}

/** Members, by the `groupId` in the body. */
export function memberByBody(
  ctx: Context,
): Access<SessionHolder, GroupMember, { body: { groupId: number } }> {
  return {
    name: 'members of the group',
    identify: (bearer) => holderOf(ctx, bearer),
    prove: (holder, { body }) => proveMember(ctx, holder, body.groupId),
  }
}

/** Members, by the group's id in the address. */
export function memberById(ctx: Context): Access<SessionHolder, GroupMember, ById> {
  return {
    name: 'members of the group',
    identify: (bearer) => holderOf(ctx, bearer),
    prove: (holder, { params }) => proveMember(ctx, holder, params.id),
  }
}

/** The group's owner and its admins. */
export function managerById(ctx: Context): Access<SessionHolder, GroupManager, ById> {
  return {
    name: "the group's owner and admins",
    identify: (bearer) => holderOf(ctx, bearer),
    async prove(holder, { params }) {
      const member = await proveMember(ctx, holder, params.id)
      if (member.role === 'member') {
        throw new AppError('FORBIDDEN', 'Only the group owner and admins can do this.')
      }
      return member as GroupScope as GroupManager
    },
  }
}

/**
 * The group's owner alone.
 * @param refusal what other members are told
 */
export function ownerById(
  ctx: Context,
  refusal = 'Only the group owner can do this.',
): Access<SessionHolder, GroupOwner, ById> {
  return {
    name: "the group's owner",
    identify: (bearer) => holderOf(ctx, bearer),
    prove: (holder, { params }) => proveOwner(ctx, holder, params.id, refusal),
  }
}

/** The owner of the group whose `groupId` is in the body. */
export function ownerByBody(
  ctx: Context,
): Access<SessionHolder, GroupOwner, { body: { groupId: number } }> {
  return {
    name: "the group's owner",
    identify: (bearer) => holderOf(ctx, bearer),
    prove: (holder, { body }) =>
      proveOwner(ctx, holder, body.groupId, 'Only the group owner can pay for it.'),
  }
}

/** Whether a group of this slug is still to come, as far as a golfer may know. */
async function isWaiting(ctx: Context, golfer: Golfer, slug: string): Promise<boolean> {
  return !golfer.isSuperAdmin && (await isSlugTaken(ctx.db, slug, ctx.clock.now()))
}

async function proveMember(
  ctx: Context,
  holder: SessionHolder,
  groupId: number,
): Promise<GroupMember> {
  return asMember(holder, await findGroupById(ctx.db, holder, groupId), 'group')
}

async function proveOwner(
  ctx: Context,
  holder: SessionHolder,
  groupId: number,
  refusal: string,
): Promise<GroupOwner> {
  const member = await proveMember(ctx, holder, groupId)
  if (member.role !== 'owner') throw new AppError('FORBIDDEN', refusal)
  return member as GroupScope as GroupOwner
}

/**
 * Mints the scope of a member from a group that was found with the golfer's membership.
 * @throws AppError NOT_FOUND for a missing group and another's alike; FORBIDDEN for a super admin who
 * is no member; GROUP_INACTIVE
 */
export function asMember(
  golfer: Golfer,
  found: FoundGroup | undefined,
  what: 'group' | 'tee time',
): GroupMember {
  const viewer = found && asViewer(golfer, found)
  if (viewer === undefined) throw notFound(what)
  if (viewer.role === 'super-admin') {
    throw new AppError('FORBIDDEN', 'Only members of the group may do this.')
  }
  return viewer as GroupScope as GroupMember
}

/**
 * The mint for what acts without a session (jobs, demo data): the same proof for a golfer by id.
 * @throws as {@link asMember}
 */
export async function memberWithoutSession(
  ctx: Pick<Context, 'db'>,
  golferId: number,
  groupId: number,
): Promise<GroupMember> {
  const golfer = { golferId, isSuperAdmin: false }
  return asMember(golfer, await findGroupById(ctx.db, golfer, groupId), 'group')
}

function asViewer(golfer: Golfer, found: FoundGroup): GroupViewer | undefined {
  const { memberIsAdmin, ...group } = found
  const role = roleOf(golfer, found)
  if (role === undefined) return undefined
  if (!group.isActive && !golfer.isSuperAdmin) {
    throw new AppError(
      'GROUP_INACTIVE',
      'This group is switched off. Its owner can ask the Fourball team to switch it on again.',
    )
  }
  const scope: GroupScope = { groupId: group.groupId, golferId: golfer.golferId, role, group }
  return scope as GroupViewer
}

function roleOf(golfer: Golfer, found: FoundGroup): GroupRole | undefined {
  if (found.memberIsAdmin !== null) {
    if (found.ownerId === golfer.golferId) return 'owner'
    return found.memberIsAdmin ? 'admin' : 'member'
  }
  return golfer.isSuperAdmin ? 'super-admin' : undefined
}
