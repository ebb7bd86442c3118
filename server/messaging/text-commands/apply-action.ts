import type { ErrorCode } from '../../../contract/errors.ts'
import { spotKeptUntil, type TeeTime, waitingPosition } from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import { linkTo } from '../../platform/config.ts'
import type { Queries } from '../../platform/database/database.ts'
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
import { isKeptFor } from './store.ts'
import * as replies from './text-replies.ts'

/** Makes the same checks as a tap. If it throws, the caller must roll back the transaction. */
export async function applyAction(
  ctx: Context,
  tx: Queries,
  action: TextAction,
  about: replies.ReplySubject,
): Promise<string> {
  const { golferId, teeTimeId, isPlaying, isCancelled } = about.teeTime
  if (isCancelled) return replies.sayCancelled(about)
  const txContext = { db: tx, clock: ctx.clock, notify: ctx.notify }
  try {
    const scope = await authorizeTeeTimeMemberWithoutSession(txContext, golferId, teeTimeId)
    if (action === 'out') return await leaveOrDecline(txContext, scope, about)
    if (action === 'wait') {
      const card = await joinWaitingList(txContext, scope)
      const place = waitingPosition(card, golferId)
      return place === undefined || spotKeptUntil(card, golferId, about.now) !== undefined
        ? replies.saySpotOpen(about)
        : replies.sayWaiting(about, place)
    }
    const card = await claimSpot(txContext, scope)
    if (isPlaying) return replies.sayAlreadyIn(about, card.availableSpots)
    // The app asks for confirmation before an overlap. A text cannot, so the reply mentions the overlap.
    const overlap = await findOverlap(tx, golferId, new Date(card.startsAt), teeTimeId)
    return replies.sayIn(about, card.availableSpots, overlap)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return sayRefusal(ctx, about, error)
  }
}

async function leaveOrDecline(
  txContext: Pick<Context, 'clock' | 'notify'> & { db: Queries },
  scope: TeeTimeMember,
  about: replies.ReplySubject,
): Promise<string> {
  const { golferId, isPlaying, isWaiting, reservationId } = about.teeTime
  if (!isPlaying && (isWaiting || reservationId !== null)) {
    if (reservationId !== null) await releaseReservation(txContext, scope, reservationId)
    const card = await leaveWaitingList(txContext, scope)
    // If the golfer got a spot in the meantime, leave that spot below.
    if (!card.participants.some(({ id }) => id === golferId)) {
      return isKeptFor(about.teeTime, about.now)
        ? replies.sayPassed(about)
        : replies.sayStoppedWaiting(about)
    }
  }
  const card = await leaveSpot(txContext, scope)
  if (!isPlaying && !isWaiting) return replies.sayNotIn(about)
  const owesSpot = card.cutOff?.owedSpots.some((owed) => owed.golferId === golferId) ?? false
  return replies.sayOut(about, { owesSpot })
}

/** @throws the refusal if there is no reply for it */
function sayRefusal(ctx: Context, about: replies.ReplySubject, refusal: AppError): string {
  const say = replies.REFUSALS[refusal.code]
  if (say === undefined) throw refusal
  // Refusals that depend on the spots include the card.
  const card = refusal.details['teeTime'] as TeeTime | undefined
  const subscribeLink = linkTo(ctx.config, `/${about.teeTime.slug}/subscribe`)
  return say(about, { card, subscribeLink })
}

const CODES_WITH_OWN_MESSAGE: ReadonlySet<ErrorCode> = new Set(['FULL', 'NOT_NOW', 'RATE_LIMITED'])

/** Like {@link applyAction}, but asks the group to fill a tee time, or removes one of its open spots. */
export async function fillSpots(
  ctx: Context,
  tx: Queries,
  action: 'alert' | 'drop',
  about: replies.ReplySubject,
): Promise<string> {
  const { golferId, teeTimeId } = about.teeTime
  const txContext = { db: tx, clock: ctx.clock, notify: ctx.notify }
  try {
    const scope = await authorizeEditorWithoutSession(txContext, golferId, teeTimeId)
    if (action === 'alert') {
      const asked = await callForPlayers(txContext, scope)
      return replies.sayAsked(about, asked.availableSpots)
    }
    // The lock prevents an edit conflict, which a texter could not resolve.
    const card = await lockCard(tx, scope)
    if (card.maxPlayers === 1) return replies.sayOnlySpot(about)
    const fewer = { maxPlayers: card.maxPlayers - 1, version: card.version }
    const edited = await editTeeTime(txContext, scope, fewer)
    return replies.sayDropped(about, edited.maxPlayers)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return CODES_WITH_OWN_MESSAGE.has(error.code) ? error.message : sayRefusal(ctx, about, error)
  }
}
