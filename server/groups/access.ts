import { type GroupRole, isUnpaid } from '../../contract/groups.ts'
import type { Context } from '../context.ts'
import {
  authenticate,
  type Golfer,
  type HolderWithResource,
  type SessionHolder,
} from '../identity/index.ts'
import { AppError, notFound } from '../platform/errors.ts'
import type { AccessRule } from '../platform/http/register-route.ts'
import { type FoundGroup, findGroup, findSessionAndGroup, isSlugReservedBySignup } from './store.ts'

export type { FoundGroup }

declare const proven: unique symbol

interface GroupScope<Role extends GroupRole> {
  readonly [proven]: Role
  readonly groupId: number
  readonly golferId: number
  readonly role: GroupRole
  readonly group: Omit<FoundGroup, 'memberIsAdmin'>
}

/** A member or a super admin. */
export type GroupViewer = GroupScope<GroupRole>
export type GroupMember = GroupScope<'member' | 'admin' | 'owner'>
export type GroupOwnerOrAdmin = GroupScope<'admin' | 'owner'>
export type GroupOwner = GroupScope<'owner'>

type ById = { id: number }
type BySlug = { slug: string }

type GroupCaller = HolderWithResource<FoundGroup>
type AccessRuleById<AccessObject> = AccessRule<GroupCaller, AccessObject, { params: ById }>
type AccessRuleByBody<AccessObject> = AccessRule<
  GroupCaller,
  AccessObject,
  { body: { groupId: number } }
>

type Found = FoundGroup | null | undefined

const VIEWERS = 'members of the group and super admins'

/** Allows super admins, and members of the group in the URL. Others get a 403: slugs are not secret. */
export function viewerBySlug(
  ctx: Context,
): AccessRule<GroupCaller, GroupViewer, { params: BySlug }> {
  return byUrl(ctx, VIEWERS, async (golfer, found, { slug }) => {
    const viewer = found && asViewer(golfer, found)
    if (viewer != null) return viewer
    // A slug that a signup reserves gets a 403, too. If the signup's address has an account, a payment creates
    // the group immediately. So after a payment, a 404 would reveal that the address has no account.
    const isReserved = async () =>
      !golfer.isSuperAdmin && (await isSlugReservedBySignup(ctx.db, slug, ctx.clock.now()))
    if (found == null && !(await isReserved())) throw notFound('group')
    throw new AppError('NOT_A_MEMBER', "You're not a member of this group.")
  })
}

/** Allows super admins, and members of the group in the URL. Others get a 404, as for a missing group. */
export function viewerById(ctx: Context): AccessRuleById<GroupViewer> {
  return byUrl(ctx, VIEWERS, (golfer, found) => requireViewer(golfer, found))
}

/** @throws AppError NOT_FOUND, GROUP_INACTIVE */
export async function authorizeViewer(ctx: Context, holder: SessionHolder, groupId: number) {
  return requireViewer(holder, await findGroup(ctx.db, holder, groupId))
}

export function memberById(ctx: Context): AccessRuleById<GroupMember> {
  return byUrl(ctx, 'members of the group', (golfer, found) => authorizeMember(golfer, found))
}

export function memberByBody(ctx: Context): AccessRuleByBody<GroupMember> {
  return byBody(memberById(ctx))
}

export function ownerOrAdminById(ctx: Context): AccessRuleById<GroupOwnerOrAdmin> {
  return byUrl(ctx, "the group's owner and admins", (golfer, found) => {
    const member = authorizeMember(golfer, found)
    if (isOwnerOrAdmin(member)) return member
    throw new AppError('FORBIDDEN', 'Only the group owner and admins can do this.')
  })
}

export function ownerById(
  ctx: Context,
  refusal = 'Only the group owner can do this.',
): AccessRuleById<GroupOwner> {
  return byUrl(ctx, "the group's owner", (golfer, found) => {
    const member = authorizeMember(golfer, found)
    if (isOwner(member)) return member
    throw new AppError('FORBIDDEN', refusal)
  })
}

export function ownerByBody(ctx: Context): AccessRuleByBody<GroupOwner> {
  return byBody(ownerById(ctx, 'Only the owner can pay for this group.'))
}

function byUrl<Params extends ById | BySlug, AccessObject>(
  ctx: Context,
  name: string,
  authorize: (golfer: Golfer, found: Found, params: Params) => AccessObject | Promise<AccessObject>,
): AccessRule<GroupCaller, AccessObject, { params: Params }> {
  const keyIn = (params: ById | BySlug) => ('slug' in params ? params.slug : params.id)
  return {
    name,
    identify: (bearer, { params } = {}) =>
      authenticate(
        ctx,
        bearer,
        params && ((db, session) => findSessionAndGroup(db, session, keyIn(params))),
      ),
    async authorize(caller, { params }) {
      const isLoaded = caller.resource !== undefined
      const found = isLoaded ? caller.resource : await findGroup(ctx.db, caller, keyIn(params))
      return authorize(caller, found, params)
    },
  }
}

function byBody<AccessObject>({
  name,
  identify,
  authorize,
}: AccessRuleById<AccessObject>): AccessRuleByBody<AccessObject> {
  return {
    name,
    identify: (bearer) => identify(bearer),
    authorize: (caller, { body }) => authorize(caller, { params: { id: body.groupId } }),
  }
}

function requireViewer(golfer: Golfer, found: Found, what = 'group'): GroupViewer {
  const viewer = found && asViewer(golfer, found)
  if (viewer == null) throw notFound(what)
  return viewer
}

/** @throws AppError NOT_FOUND, FORBIDDEN (for super admins who are not members), GROUP_INACTIVE */
export function authorizeMember(
  golfer: Golfer,
  found: Found,
  what: 'group' | 'tee time' = 'group',
): GroupMember {
  const viewer = requireViewer(golfer, found, what)
  if (!isMemberScope(viewer)) {
    throw new AppError('FORBIDDEN', 'Only members of the group can do this.')
  }
  return viewer
}

/** For callers without a session: jobs and demo data. @throws AppError as {@link authorizeMember} does */
export async function authorizeMemberWithoutSession(
  ctx: Pick<Context, 'db'>,
  golferId: number,
  groupId: number,
): Promise<GroupMember> {
  const golfer = { golferId, isSuperAdmin: false }
  return authorizeMember(golfer, await findGroup(ctx.db, golfer, groupId))
}

const isMemberScope = (viewer: GroupViewer): viewer is GroupMember => viewer.role !== 'super-admin'
const isOwner = (member: GroupMember): member is GroupOwner => member.role === 'owner'

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
  if (found.memberIsAdmin === null) return golfer.isSuperAdmin ? 'super-admin' : undefined
  if (found.ownerId === golfer.golferId) return 'owner'
  return found.memberIsAdmin ? 'admin' : 'member'
}

export function requireSubscription(
  member: GroupMember,
  now: Date,
  activity = 'post tee times and claim spots',
): void {
  if (!isUnpaid(member.group, now)) return
  throw new AppError(
    'SUBSCRIPTION_REQUIRED',
    member.role === 'owner'
      ? `Your group is paused. Subscribe to ${activity} again.`
      : 'This group is paused until its owner subscribes.',
  )
}
