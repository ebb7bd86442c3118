import type { Context } from '../../context.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import {
  type GroupOwnerOrAdmin,
  type GroupViewer,
  isOwnerOrAdmin,
  requireSubscription,
} from '../access.ts'
import { inviteGolferInTransaction } from '../invitations/invite-golfer.ts'
import { addMember, notifyJoined, readMember } from '../members/manage-members.ts'
import { recordInGroup } from '../store.ts'
import * as store from './store.ts'

export { listOpenRequests } from './store.ts'

export async function countJoinRequests({ db }: Pick<Context, 'db'>, viewer: GroupViewer) {
  return isOwnerOrAdmin(viewer) ? store.countListedRequests(db, viewer) : 0
}

/**
 * Accepts a join request. A golfer who asked while signed in joins immediately. A visitor gets an invitation,
 * because anyone could have typed the address.
 * @throws AppError NOT_FOUND; SUBSCRIPTION_REQUIRED; REQUEST_DECIDED; those of `inviteGolferInTransaction`
 */
export async function acceptRequest(ctx: Context, access: GroupOwnerOrAdmin, requestId: number) {
  return inTransaction(ctx.db, async (tx) => {
    const request = await store.requireJoinRequest(tx, access, requestId)
    requireSubscription(access, ctx.clock.now(), 'add members')
    const { name, email, phone, golferId, groupId } = request
    if (golferId === null) {
      await decide(ctx, tx, access, request, 'accepted')
      const visitor = { name, email, phone, typedByInviter: false }
      return inviteGolferInTransaction(ctx, tx, access, visitor)
    }
    // Lock the account before the request, in the same order as account deletion.
    const admission = await addMember(ctx, tx, { groupId, golferId })
    if (admission === 'gone') throw notFound('request')
    await decide(ctx, tx, access, request, 'accepted')
    if (admission === 'added') {
      await notifyJoined(ctx, tx, { groupId, golferId, by: access.golferId, how: 'accepted' })
    }
    return readMember(tx, access, golferId)
  })
}

/** Declines a request. The golfer can ask again. @throws AppError NOT_FOUND; REQUEST_DECIDED */
export async function declineRequest(ctx: Context, access: GroupOwnerOrAdmin, requestId: number) {
  await inTransaction(ctx.db, async (tx) => {
    await decide(ctx, tx, access, await store.requireJoinRequest(tx, access, requestId), 'declined')
  })
  return { message: 'The request has been declined.' }
}

async function decide(
  ctx: Context,
  tx: Queries,
  access: GroupOwnerOrAdmin,
  { id: requestId, golferId }: store.JoinRequest,
  decision: 'accepted' | 'declined',
) {
  if (!(await store.decideRequest(tx, access, requestId, decision, ctx.clock.now()))) {
    const decidedRequest = await store.requireJoinRequest(tx, access, requestId)
    const what = decidedRequest.decision === 'declined' ? 'declined' : 'approved'
    throw new AppError('REQUEST_DECIDED', `This request was already ${what}.`)
  }
  await recordInGroup(ctx, tx, access, `join-request-${decision}`, { golferId })
}
