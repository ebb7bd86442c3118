import type { ErrorCode } from '../../../contract/errors.ts'
import { spotKeptUntil, type TeeTime, waitingPosition } from '../../../contract/tee-times.ts'
import { AppError } from '../../platform/errors.ts'
import {
  authorizeEditorWithoutSession,
  authorizeTeeTimeMemberWithoutSession,
  callForPlayers,
  claimSpot,
  editTeeTime,
  findOverlap,
  joinWaitingList,
  leaveSpot,
  leaveWaitingList,
  lockCard,
  releaseReservation,
  type TeeTimeMember,
} from '../../tee-times/index.ts'
import type { TextAction } from '../schema.ts'
import type { TeeTimeContext } from './access.ts'
import * as replies from './text-replies.ts'

/** Makes the same checks as a tap in the app. If it throws, the caller must roll back the transaction. */
export async function applyAction(ctx: TeeTimeContext, action: TextAction): Promise<string> {
  const { golferId, teeTimeId, isPlaying, isCancelled } = ctx.teeTime
  if (isCancelled) return replies.sayCancelled(ctx)
  try {
    const access = await authorizeTeeTimeMemberWithoutSession(ctx, golferId, teeTimeId)
    if (action === 'out') return await leaveOrDecline(ctx, access)
    if (action === 'wait') {
      const card = await joinWaitingList(ctx, access)
      const place = waitingPosition(card, golferId)
      return place === undefined || spotKeptUntil(card, golferId, ctx.now) !== undefined
        ? replies.saySpotOpen(ctx)
        : replies.sayWaiting(ctx, place)
    }
    const card = await claimSpot(ctx, access)
    if (isPlaying) return replies.sayAlreadyIn(ctx, card.availableSpots)
    // The app asks for confirmation before an overlap. A text cannot, so the reply mentions the overlap.
    const overlap = await findOverlap(ctx.db, golferId, new Date(card.startsAt), teeTimeId)
    return replies.sayIn(ctx, card.availableSpots, overlap)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return sayRefusal(ctx, error)
  }
}

async function leaveOrDecline(ctx: TeeTimeContext, access: TeeTimeMember): Promise<string> {
  const { golferId, isPlaying, isWaiting, reservationId } = ctx.teeTime
  if (!isPlaying && (isWaiting || reservationId !== null)) {
    if (reservationId !== null) await releaseReservation(ctx, access, reservationId)
    const card = await leaveWaitingList(ctx, access)
    // If the golfer got a spot in the meantime, don't return yet: `leaveSpot` below gives it up.
    if (!card.participants.some(({ id }) => id === golferId)) {
      return ctx.teeTime.hasKeptSpot ? replies.sayPassed(ctx) : replies.sayStoppedWaiting(ctx)
    }
  }
  const card = await leaveSpot(ctx, access)
  if (!isPlaying && !isWaiting) return replies.sayNotIn(ctx)
  const owesSpot = card.cutOff?.owedSpots.some((owed) => owed.golferId === golferId) ?? false
  return replies.sayOut(ctx, { owesSpot })
}

/** @throws the refusal if there is no reply for it */
function sayRefusal(ctx: TeeTimeContext, refusal: AppError): string {
  const say = replies.REFUSALS[refusal.code]
  if (say === undefined) throw refusal
  return say(ctx, refusal.details['teeTime'] as TeeTime | undefined)
}

const CODES_WITH_OWN_MESSAGE: ReadonlySet<ErrorCode> = new Set(['FULL', 'NOT_NOW', 'RATE_LIMITED'])

/** Like {@link applyAction}, but asks the group to fill a tee time, or removes one of its open spots. */
export async function fillSpots(ctx: TeeTimeContext, action: 'alert' | 'drop'): Promise<string> {
  const { golferId, teeTimeId } = ctx.teeTime
  try {
    const access = await authorizeEditorWithoutSession(ctx, golferId, teeTimeId)
    if (action === 'alert') {
      const calledCard = await callForPlayers(ctx, access)
      return replies.sayAsked(ctx, calledCard.availableSpots)
    }
    // The lock prevents an edit conflict, which a texter could not resolve.
    const card = await lockCard(ctx.db, access)
    if (card.maxPlayers === 1) return replies.sayOnlySpot(ctx)
    const change = { maxPlayers: card.maxPlayers - 1, version: card.version }
    const editedCard = await editTeeTime(ctx, access, change)
    return replies.sayDropped(ctx, editedCard.maxPlayers)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return CODES_WITH_OWN_MESSAGE.has(error.code) ? error.message : sayRefusal(ctx, error)
  }
}
