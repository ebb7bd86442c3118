import { type GroupRole, isSubscribed } from '../../contract/groups.ts'
import type { Context } from '../context.ts'
import {
  type Golfer,
  type HolderWith,
  holderOf,
  holderWith,
  type SessionHolder,
} from '../identity/index.ts'
import { AppError, notFound } from '../platform/errors.ts'
import type { Access } from '../platform/http/register-route.ts'
import {
  type FoundGroup,
  findGroupById,
  findGroupBySlug,
  findSessionAndGroupById,
  findSessionAndGroupBySlug,
  isSlugWaiting,
} from './store.ts'

export type { FoundGroup }

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

/** May do everything in the group: its owner. */
export interface GroupOwner extends GroupScope {
  readonly [proven]: 'GroupOwner'
}

type ById = { params: { id: number } }
type BySlug = { params: { slug: string } }
type ByBody = { body: { groupId: number } }

/** The signed-in golfer, with the group from the URL if both were found in one query. */
type GroupCaller = HolderWith<FoundGroup>

type Found = FoundGroup | null | undefined

const MEMBERS = 'members of the group'
const VIEWERS = 'members of the group and super admins'
const OWNER = "the group's owner"

/** Allows members and super admins, by the slug in the URL. Others get a 403, as slugs are not secret. */
export function viewerBySlug(ctx: Context): Access<GroupCaller, GroupViewer, BySlug> {
  return {
    name: VIEWERS,
    identify: (bearer, { params } = {}) =>
      holderWith(
        ctx,
        bearer,
        params && ((db, session) => findSessionAndGroupBySlug(db, session, params.slug)),
      ),
    async authorize(caller, { params }) {
      const group =
        caller.found === undefined
          ? await findGroupBySlug(ctx.db, caller, params.slug)
          : caller.found
      const viewer = group && asViewer(caller, group)
      if (viewer == null) {
        // A group awaiting its owner must look like one the golfer is not in. A 404 would reveal which
        // addresses have an account.
        const exists = group ?? (await isWaiting(ctx, caller, params.slug))
        if (!exists) throw notFound('group')
        throw new AppError('NOT_A_MEMBER', "You're not a member of this group.")
      }
      return viewer
    },
  }
}

/** Returns whether a group with this slug awaits its owner, as far as a golfer may know. */
async function isWaiting(ctx: Context, golfer: Golfer, slug: string): Promise<boolean> {
  return !golfer.isSuperAdmin && (await isSlugWaiting(ctx.db, slug, ctx.clock.now()))
}

/** Does the same as {@link viewerBySlug} by id. Other groups get a 404, as if they did not exist. */
export function viewerById(ctx: Context): Access<GroupCaller, GroupViewer, ById> {
  return byId(ctx, VIEWERS, viewerOf)
}

/** Checks that a golfer may read a group. @throws AppError NOT_FOUND, GROUP_INACTIVE */
export async function authorizeViewer(
  ctx: Context,
  holder: SessionHolder,
  groupId: number,
): Promise<GroupViewer> {
  return viewerOf(holder, await findGroupById(ctx.db, holder, groupId))
}

/** Allows members, by the `groupId` in the body. */
export function memberByBody(ctx: Context): Access<SessionHolder, GroupMember, ByBody> {
  return byBody(ctx, MEMBERS, authorizeMember)
}

/** Allows members, by the group's id in the URL. */
export function memberById(ctx: Context): Access<GroupCaller, GroupMember, ById> {
  return byId(ctx, MEMBERS, authorizeMember)
}

/** Allows the group's owner and admins. */
export function managerById(ctx: Context): Access<GroupCaller, GroupManager, ById> {
  return byId(ctx, "the group's owner and admins", (golfer, found) => {
    const member = authorizeMember(golfer, found)
    if (!isManager(member)) {
      throw new AppError('FORBIDDEN', 'Only the group owner and admins can do this.')
    }
    return member
  })
}

/**
 * Allows only the group's owner.
 * @param refusal the error message for other members
 */
export function ownerById(
  ctx: Context,
  refusal = 'Only the group owner can do this.',
): Access<GroupCaller, GroupOwner, ById> {
  return byId(ctx, OWNER, (golfer, found) => authorizeOwner(golfer, found, refusal))
}

/** Allows the owner of the group whose `groupId` is in the body. */
export function ownerByBody(ctx: Context): Access<SessionHolder, GroupOwner, ByBody> {
  const refusal = 'Only the owner can pay for this group.'
  return byBody(ctx, OWNER, (golfer, found) => authorizeOwner(golfer, found, refusal))
}

/** Builds an access rule by the group id in the URL. Looks up the group with the session if possible. */
function byId<Scope>(
  ctx: Context,
  name: string,
  authorize: (golfer: Golfer, found: Found) => Scope,
): Access<GroupCaller, Scope, ById> {
  return {
    name,
    identify: (bearer, { params } = {}) =>
      holderWith(
        ctx,
        bearer,
        params && ((db, session) => findSessionAndGroupById(db, session, params.id)),
      ),
    authorize: async (caller, { params }) =>
      authorize(
        caller,
        caller.found === undefined ? await findGroupById(ctx.db, caller, params.id) : caller.found,
      ),
  }
}

function byBody<Scope>(
  ctx: Context,
  name: string,
  authorize: (golfer: Golfer, found: Found) => Scope,
): Access<SessionHolder, Scope, ByBody> {
  return {
    name,
    identify: (bearer) => holderOf(ctx, bearer),
    authorize: async (holder, { body }) =>
      authorize(holder, await findGroupById(ctx.db, holder, body.groupId)),
  }
}

function viewerOf(golfer: Golfer, found: Found, what = 'group'): GroupViewer {
  const viewer = found && asViewer(golfer, found)
  if (viewer == null) throw notFound(what)
  return viewer
}

/**
 * Authorizes a member of a group that was found together with the golfer's membership.
 * @throws AppError NOT_FOUND for a missing group and for another golfer's group alike; FORBIDDEN for a
 * super admin who is not a member; GROUP_INACTIVE
 */
export function authorizeMember(
  golfer: Golfer,
  found: Found,
  what: 'group' | 'tee time' = 'group',
): GroupMember {
  const viewer = viewerOf(golfer, found, what)
  if (!isMemberScope(viewer)) {
    throw new AppError('FORBIDDEN', 'Only members of the group can do this.')
  }
  return viewer
}

/**
 * Authorizes a golfer by id, for callers without a session (jobs, demo data).
 * @throws AppError as {@link authorizeMember} does
 */
export async function authorizeMemberWithoutSession(
  ctx: Pick<Context, 'db'>,
  golferId: number,
  groupId: number,
): Promise<GroupMember> {
  const golfer = { golferId, isSuperAdmin: false }
  return authorizeMember(golfer, await findGroupById(ctx.db, golfer, groupId))
}

function authorizeOwner(golfer: Golfer, found: Found, refusal: string): GroupOwner {
  const member = authorizeMember(golfer, found)
  if (!isOwner(member)) throw new AppError('FORBIDDEN', refusal)
  return member
}

const isMemberScope = (viewer: GroupViewer): viewer is GroupMember => viewer.role !== 'super-admin'
/** Returns whether a viewer may let golfers into the group. */
export function isManager(viewer: GroupViewer): viewer is GroupManager {
  return viewer.role === 'owner' || viewer.role === 'admin'
}
const isOwner = (member: GroupMember): member is GroupOwner => member.role === 'owner'

function asViewer(golfer: Golfer, found: FoundGroup): GroupViewer | undefined {
  const { memberIsAdmin, ...group } = found
  const role = roleOf(golfer, found)
  if (role === undefined) return undefined
  if (!group.isActive && !golfer.isSuperAdmin) {
    throw new AppError(
      'GROUP_INACTIVE',
      'This group is turned off. Its owner can ask the Fourball team to turn it back on.',
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

/**
 * @param doing completes the error message: 'Subscribe to ... again.'
 * @throws AppError SUBSCRIPTION_REQUIRED when the group's trial or paid time has ended
 */
export function requireSubscription(
  member: GroupMember,
  now: Date,
  doing = 'post and claim',
): void {
  if (!isSubscribed(member.group, now)) {
    throw new AppError(
      'SUBSCRIPTION_REQUIRED',
      member.role === 'owner'
        ? `Your group has expired. Subscribe to ${doing} again.`
        : `This group has expired. Its owner can subscribe to ${doing} again.`,
    )
  }
}
