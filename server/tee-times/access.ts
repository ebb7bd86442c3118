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
import { type Golfer, type HolderWith, holderWith } from '../identity/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError, notFound } from '../platform/errors.ts'
import type { Access } from '../platform/http/serve.ts'
import type { CardVersion } from './cards/read-cards.ts'
import { endedBefore } from './ended-before.ts'
import {
  type FoundTeeTime,
  findSessionAndList,
  findSessionAndTeeTime,
  findTeeTime,
  listVersions,
} from './store.ts'

declare const provenTeeTime: unique symbol

/** A member of the group that a tee time belongs to. */
export interface TeeTimeMember extends GroupMember {
  readonly [provenTeeTime]: true
  readonly teeTimeId: number
  readonly creatorId: number
}

interface WithTeeTimeId {
  params: { id: number }
}

/** A golfer, with the tee time from the URL if it was looked up together with the session. */
export type TeeTimeCaller = HolderWith<FoundTeeTime>

/** A group's viewer, with its card versions. A list needs no other query for cards cached here. */
export interface ListViewer extends GroupViewer {
  readonly cards: readonly CardVersion[]
}

type ListCaller = HolderWith<FoundGroup & { cards: readonly CardVersion[] }>

/** Like {@link viewerBySlug}, for the list of tee times. */
export function viewerOfList(
  ctx: Context,
): Access<ListCaller, ListViewer, { params: { slug: string } }> {
  const viewer = viewerBySlug(ctx)
  const since = () => endedBefore(ctx.clock.now())
  return {
    name: viewer.name,
    identify: (bearer, { params } = {}) =>
      holderWith(
        ctx,
        bearer,
        params &&
          ((db, session) =>
            findSessionAndList(db, session, { slug: params.slug, endedBefore: since() })),
      ),
    async authorize(caller, input) {
      const scope = await viewer.authorize(caller, input)
      return {
        ...scope,
        cards: caller.found?.cards ?? (await listVersions(ctx.db, scope, since())),
      }
    },
  }
}

/** Admits members of the tee time's group. For everyone else it does not exist. */
export function memberByTeeTime(ctx: Context): Access<TeeTimeCaller, TeeTimeMember, WithTeeTimeId> {
  return {
    name: 'members of the group',
    identify: identify(ctx),
    authorize: (caller, { params }) => proveMember(ctx, caller, params.id, caller.found),
  }
}

/** Admits the creator of a tee time. */
export function editorByTeeTime(ctx: Context): Access<TeeTimeCaller, TeeTimeMember, WithTeeTimeId> {
  return {
    name: 'the creator of the tee time',
    identify: identify(ctx),
    async authorize(caller, { params }) {
      return asEditor(await proveMember(ctx, caller, params.id, caller.found))
    },
  }
}

/** Admits the creator of a tee time, or the group's owner once the creator has left the group. */
export function cancellerByTeeTime(
  ctx: Context,
): Access<TeeTimeCaller, TeeTimeMember, WithTeeTimeId> {
  return {
    name: 'the creator of the tee time, or the owner if the creator has left the group',
    identify: identify(ctx),
    async authorize(caller, { params }) {
      const scope = await proveMember(ctx, caller, params.id, caller.found)
      const { creatorId } = scope
      const creatorHasLeft =
        creatorId !== scope.golferId &&
        !(await isMember(ctx.db, { groupId: scope.groupId, golferId: creatorId }))
      if (!mayCancel({ creatorId, creatorHasLeft }, scope.golferId, scope.role === 'owner')) {
        throw new AppError('FORBIDDEN', 'Only the golfer who posted this tee time can cancel it.')
      }
      return scope
    },
  }
}

/**
 * Authorizes a golfer by id, for code without a session (jobs, texts, demo data).
 * @throws AppError NOT_FOUND, GROUP_INACTIVE
 */
export function authorizeTeeTimeMemberWithoutSession(
  ctx: { db: Queries },
  golferId: number,
  teeTimeId: number,
): Promise<TeeTimeMember> {
  return proveMember(ctx, { golferId, isSuperAdmin: false }, teeTimeId)
}

/**
 * Like {@link authorizeTeeTimeMemberWithoutSession}, for the creator of the tee time.
 * @throws AppError NOT_FOUND, GROUP_INACTIVE, FORBIDDEN
 */
export async function authorizeEditorWithoutSession(
  ctx: { db: Queries },
  golferId: number,
  teeTimeId: number,
): Promise<TeeTimeMember> {
  return asEditor(await authorizeTeeTimeMemberWithoutSession(ctx, golferId, teeTimeId))
}

function asEditor(scope: TeeTimeMember): TeeTimeMember {
  if (scope.creatorId !== scope.golferId) {
    throw new AppError('FORBIDDEN', 'Only the golfer who posted this tee time can change it.')
  }
  return scope
}

/** Looks up the session and the tee time from the URL in one query. */
function identify(ctx: Context): Access<TeeTimeCaller, unknown, WithTeeTimeId>['identify'] {
  return (bearer, { params } = {}) =>
    holderWith(
      ctx,
      bearer,
      params && ((db, session) => findSessionAndTeeTime(db, session, params.id)),
    )
}

/** @param known the earlier lookup for this id and golfer; undefined to look it up now */
async function proveMember(
  ctx: { db: Queries },
  golfer: Golfer,
  teeTimeId: number,
  known?: FoundTeeTime | null,
): Promise<TeeTimeMember> {
  const found = known === undefined ? await findTeeTime(ctx.db, golfer, teeTimeId) : known
  if (found == null) throw notFound('tee time')
  const { creatorId, ...group } = found
  return { ...authorizeMember(golfer, group, 'tee time'), teeTimeId, creatorId } as TeeTimeMember
}
