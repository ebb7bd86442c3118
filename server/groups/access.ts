import { type GroupRole, isSubscribed } from '../../contract/groups.ts'
import type { Context } from '../context.ts'
import {
  type Golfer,
  type HolderWithResource,
  holderOf,
  holderWithResource,
  type SessionHolder,
} from '../identity/index.ts'
import { AppError, notFound } from '../platform/errors.ts'
import type { Access } from '../platform/http/register-route.ts'
import { type FoundGroup, findGroup, findSessionAndGroup, isSlugReservedBySignup } from './store.ts'

export type { FoundGroup }

declare const proven: unique symbol

/** Proof that a golfer has one of the roles `Role` in a group. */
interface GroupScope<Role extends GroupRole> {
  readonly [proven]: Role
  readonly groupId: number
  readonly golferId: number
  readonly role: GroupRole
  readonly group: Omit<FoundGroup, 'memberIsAdmin'>
}

/** A golfer who may read the group: a member or a super admin. */
export type GroupViewer = GroupScope<GroupRole>

/** A member, who may take part in the group and read it. */
export type GroupMember = GroupScope<'member' | 'admin' | 'owner'>

/** A member who may let golfers into the group: the owner or an admin. */
export type GroupOwnerOrAdmin = GroupScope<'admin' | 'owner'>

/** The owner, who may do everything in the group. */
export type GroupOwner = GroupScope<'owner'>

type ById = { id: number }
type BySlug = { slug: string }
type ByBody = { body: { groupId: number } }

/** The signed-in golfer, with the group from the URL if both were found in one query. */
type GroupCaller = HolderWithResource<FoundGroup>

type Found = FoundGroup | null | undefined

const MEMBERS = 'members of the group'
const VIEWERS = 'members of the group and super admins'
const OWNER = "the group's owner"

/** Allows members and super admins of the group in the URL. Others get a 403: slugs are not secret. */
export function viewerBySlug(ctx: Context): Access<GroupCaller, GroupViewer, { params: BySlug }> {
  return byUrl(ctx, VIEWERS, async (golfer, found, { slug }) => {
    const viewer = found && asViewer(golfer, found)
    if (viewer != null) return viewer
    // Treat a slug that a signup reserves like the slug of a group that the golfer is not in. A 404 would
    // reveal that the address of a paid signup has no account: for an address with an account, the payment
    // creates the group immediately.
    const isReserved = async () =>
      !golfer.isSuperAdmin && (await isSlugReservedBySignup(ctx.db, slug, ctx.clock.now()))
    if (found == null && !(await isReserved())) throw notFound('group')
    throw new AppError('NOT_A_MEMBER', "You're not a member of this group.")
  })
}

/** Allows members and super admins of the group in the URL. Others get a 404, as for a missing group. */
export function viewerById(ctx: Context): Access<GroupCaller, GroupViewer, { params: ById }> {
  return byUrl(ctx, VIEWERS, (golfer, found) => viewerOf(golfer, found))
}

/** Authorizes a golfer to read a group. @throws AppError NOT_FOUND, GROUP_INACTIVE */
export async function authorizeViewer(
  ctx: Context,
  holder: SessionHolder,
  groupId: number,
): Promise<GroupViewer> {
  return viewerOf(holder, await findGroup(ctx.db, holder, groupId))
}

export function memberByBody(ctx: Context): Access<SessionHolder, GroupMember, ByBody> {
  return byBody(ctx, MEMBERS, authorizeMember)
}

export function memberById(ctx: Context): Access<GroupCaller, GroupMember, { params: ById }> {
  return byUrl(ctx, MEMBERS, (golfer, found) => authorizeMember(golfer, found))
}

export function ownerOrAdminById(
  ctx: Context,
): Access<GroupCaller, GroupOwnerOrAdmin, { params: ById }> {
  return byUrl(ctx, "the group's owner and admins", (golfer, found) => {
    const member = authorizeMember(golfer, found)
    if (isOwnerOrAdmin(member)) return member
    throw new AppError('FORBIDDEN', 'Only the group owner and admins can do this.')
  })
}

/** Allows only the group's owner. Other members get `refusal` as the error message. */
export function ownerById(
  ctx: Context,
  refusal = 'Only the group owner can do this.',
): Access<GroupCaller, GroupOwner, { params: ById }> {
  return byUrl(ctx, OWNER, (golfer, found) => authorizeOwner(golfer, found, refusal))
}

export function ownerByBody(ctx: Context): Access<SessionHolder, GroupOwner, ByBody> {
  const refusal = 'Only the owner can pay for this group.'
  return byBody(ctx, OWNER, (golfer, found) => authorizeOwner(golfer, found, refusal))
}

/** Builds an access rule for the group in the URL. If possible, one query finds the session and the group. */
function byUrl<Params extends ById | BySlug, Scope>(
  ctx: Context,
  name: string,
  authorize: (golfer: Golfer, found: Found, params: Params) => Scope | Promise<Scope>,
): Access<GroupCaller, Scope, { params: Params }> {
  const keyIn = (params: ById | BySlug) => ('slug' in params ? params.slug : params.id)
  return {
    name,
    identify: (bearer, { params } = {}) =>
      holderWithResource(
        ctx,
        bearer,
        params && ((db, session) => findSessionAndGroup(db, session, keyIn(params))),
      ),
    async authorize(caller, { params }) {
      const isKnown = caller.resource !== undefined
      const found = isKnown ? caller.resource : await findGroup(ctx.db, caller, keyIn(params))
      return authorize(caller, found, params)
    },
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
      authorize(holder, await findGroup(ctx.db, holder, body.groupId)),
  }
}

function viewerOf(golfer: Golfer, found: Found, what = 'group'): GroupViewer {
  const viewer = found && asViewer(golfer, found)
  if (viewer == null) throw notFound(what)
  return viewer
}

/**
 * Authorizes a member of a group. `found` is the group with the golfer's membership.
 * @throws AppError NOT_FOUND if the group does not exist or the golfer is not in it; FORBIDDEN for a super
 * admin who is not a member; GROUP_INACTIVE
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

/** Like {@link authorizeMember}, for callers without a session (jobs, demo data). */
export async function authorizeMemberWithoutSession(
  ctx: Pick<Context, 'db'>,
  golferId: number,
  groupId: number,
): Promise<GroupMember> {
  const golfer = { golferId, isSuperAdmin: false }
  return authorizeMember(golfer, await findGroup(ctx.db, golfer, groupId))
}

function authorizeOwner(golfer: Golfer, found: Found, refusal: string): GroupOwner {
  const member = authorizeMember(golfer, found)
  if (!isOwner(member)) throw new AppError('FORBIDDEN', refusal)
  return member
}

const isMemberScope = (viewer: GroupViewer): viewer is GroupMember => viewer.role !== 'super-admin'
const isOwner = (member: GroupMember): member is GroupOwner => member.role === 'owner'

/** Returns whether a viewer may let golfers into the group. */
export function isOwnerOrAdmin(viewer: GroupViewer): viewer is GroupOwnerOrAdmin {
  return viewer.role === 'owner' || viewer.role === 'admin'
}

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
  return { groupId: group.groupId, golferId: golfer.golferId, role, group } as GroupViewer
}

function roleOf(golfer: Golfer, found: FoundGroup): GroupRole | undefined {
  if (found.memberIsAdmin !== null) {
    if (found.ownerId === golfer.golferId) return 'owner'
    return found.memberIsAdmin ? 'admin' : 'member'
  }
  return golfer.isSuperAdmin ? 'super-admin' : undefined
}

/**
 * Checks that the group's trial or paid time has not ended.
 * @param doing completes the error message: 'Subscribe to ... again.'
 * @throws AppError SUBSCRIPTION_REQUIRED
 */
export function requireSubscription(
  member: GroupMember,
  now: Date,
  doing = 'post tee times and claim spots',
): void {
  if (isSubscribed(member.group, now)) return
  throw new AppError(
    'SUBSCRIPTION_REQUIRED',
    member.role === 'owner'
      ? `Your group is paused. Subscribe to ${doing} again.`
      : 'This group is paused until its owner subscribes.',
  )
}
