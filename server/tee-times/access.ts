import { runsGroup } from '../../contract/groups.ts'
import { mayCancel } from '../../contract/tee-times.ts'
import type { Context } from '../context.ts'
import {
  authorizeMember,
  type FoundGroup,
  type GroupMember,
  type GroupViewer,
  isMember,
  viewerBySlug,
} from '../groups/index.ts'
import {
  authenticate,
  byToken,
  type Golfer,
  type HolderWithResource,
  hashOf,
} from '../identity/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError, notFound } from '../platform/errors.ts'
import type { AccessRule } from '../platform/http/register-route.ts'
import { findFeedOwner } from './calendars/store.ts'
import { listMorning } from './delays/store.ts'
import { findSessionAndList, readListVersions } from './lists/store.ts'
import { type FoundTeeTime, findSessionAndTeeTime, findTeeTime } from './store.ts'

/** Not exported, so that only this file can create the access objects below. */
const proven = Symbol('proven')

export interface TeeTimeMember extends GroupMember {
  readonly [proven]: 'TeeTimeMember' | 'MorningAccess'
  readonly teeTimeId: number
  readonly creatorId: number
}

/** Lets a member delay all tee times that {@link listMorning} returns. */
export interface MorningAccess extends TeeTimeMember {
  readonly [proven]: 'MorningAccess'
}

/** Anyone with the link to the calendar feed of `golferId`. */
export interface CalendarReader {
  readonly [proven]: 'CalendarReader'
  readonly golferId: number
}

export interface ListViewer extends GroupViewer {
  /** The ids and versions of the tee times on the group's list, for `parseListVersions`. */
  readonly listVersions: string
}

type TeeTimeAccessRule<AccessObject = TeeTimeMember> = AccessRule<
  HolderWithResource<FoundTeeTime>,
  AccessObject,
  { params: { id: number } }
>

/** Like {@link viewerBySlug}, but also looks up which tee times are on the group's list. */
export function viewerOfList(
  ctx: Context,
): AccessRule<
  HolderWithResource<FoundGroup & Pick<ListViewer, 'listVersions'>>,
  ListViewer,
  { params: { slug: string } }
> {
  const viewer = viewerBySlug(ctx)
  return {
    name: viewer.name,
    identify: (bearer, { params } = {}) =>
      authenticate(
        ctx,
        bearer,
        params && ((db, session) => findSessionAndList(db, session, params.slug)),
      ),
    async authorize(caller, input) {
      const access = await viewer.authorize(caller, input)
      const listVersions =
        caller.resource?.listVersions ?? (await readListVersions(ctx.db, access, ctx.clock.now()))
      return { ...access, listVersions }
    },
  }
}

/** Golfers who cannot see the group get a 404, as if the tee time did not exist. */
function byTeeTime<AccessObject>(
  ctx: Context,
  name: string,
  check: (member: TeeTimeMember) => AccessObject | Promise<AccessObject>,
): TeeTimeAccessRule<AccessObject> {
  return {
    name,
    identify: (bearer, { params } = {}) =>
      authenticate(
        ctx,
        bearer,
        params && ((db, session) => findSessionAndTeeTime(db, session, params.id)),
      ),
    authorize: async (caller, { params }) =>
      check(await proveMember(ctx, caller, params.id, caller.resource)),
  }
}

export function memberByTeeTime(ctx: Context): TeeTimeAccessRule {
  return byTeeTime(ctx, 'members of the group', (member) => member)
}

export function editorByTeeTime(ctx: Context): TeeTimeAccessRule {
  return byTeeTime(ctx, 'the creator of the tee time', requireCreator)
}

export function cancellerByTeeTime(ctx: Context): TeeTimeAccessRule {
  const name = 'the creator of the tee time, or the owner if the creator has left the group'
  return byTeeTime(ctx, name, async (member) => {
    const { creatorId, groupId, golferId } = member
    const creatorHasLeft =
      creatorId !== golferId && !(await isMember(ctx.db, { groupId, golferId: creatorId }))
    if (mayCancel({ creatorId, creatorHasLeft }, golferId, member.role === 'owner')) return member
    throw new AppError('FORBIDDEN', 'Only the golfer who posted this tee time can cancel it.')
  })
}

export function morningByTeeTime(ctx: Context): TeeTimeAccessRule<MorningAccess> {
  const name = "anyone who posted one of that morning's tee times, the owner, and admins"
  return byTeeTime(ctx, name, async (member) => {
    const mayDelay =
      runsGroup(member.role) ||
      member.creatorId === member.golferId ||
      (await listMorning(ctx.db, member)).some(({ creatorId }) => creatorId === member.golferId)
    if (mayDelay) return { ...member, [proven]: 'MorningAccess' }
    throw new AppError(
      'FORBIDDEN',
      'Only the golfers who posted these tee times, the owner, and admins can delay them.',
    )
  })
}

/** Unknown links, revoked links and the links of deleted golfers all get the same error. */
export function calendarReaderByToken({ db }: Context) {
  return byToken<CalendarReader>("anyone with the feed's address", async (token) => {
    const golferId = await findFeedOwner(db, hashOf(token))
    if (golferId === undefined) throw notFound('calendar')
    return { [proven]: 'CalendarReader', golferId }
  })
}

/** @throws AppError NOT_FOUND, GROUP_INACTIVE */
export function authorizeTeeTimeMemberWithoutSession(
  ctx: { db: Queries },
  golferId: number,
  teeTimeId: number,
): Promise<TeeTimeMember> {
  return proveMember(ctx, { golferId, isSuperAdmin: false }, teeTimeId)
}

/** @throws AppError NOT_FOUND, GROUP_INACTIVE; FORBIDDEN for members other than the creator */
export async function authorizeEditorWithoutSession(
  ctx: { db: Queries },
  golferId: number,
  teeTimeId: number,
): Promise<TeeTimeMember> {
  return requireCreator(await authorizeTeeTimeMemberWithoutSession(ctx, golferId, teeTimeId))
}

function requireCreator(access: TeeTimeMember): TeeTimeMember {
  if (access.creatorId !== access.golferId) {
    throw new AppError('FORBIDDEN', 'Only the golfer who posted this tee time can change it.')
  }
  return access
}

/** @param loaded the tee time, null if none was found, or undefined to look it up */
async function proveMember(
  ctx: { db: Queries },
  golfer: Golfer,
  teeTimeId: number,
  loaded?: FoundTeeTime | null,
): Promise<TeeTimeMember> {
  const found = loaded === undefined ? await findTeeTime(ctx.db, golfer, teeTimeId) : loaded
  if (found == null) throw notFound('tee time')
  const { creatorId, ...group } = found
  const member = authorizeMember(golfer, group, 'tee time')
  return { ...member, [proven]: 'TeeTimeMember', teeTimeId, creatorId }
}
