import type { ErrorCode } from '../../../contract/errors.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import {
  authorizeEditorWithoutSession,
  callWithin,
  editWithin,
  lockCard,
} from '../../tee-times/index.ts'
import { sayRefusal } from './apply-action.ts'
import { type ReplySubject, sayAsked, sayDropped, sayOnlySpot } from './describe-spot.ts'

/** Errors whose own message says what to do. */
const PLAIN: ReadonlySet<ErrorCode> = new Set(['FULL', 'NOT_NOW', 'RATE_LIMITED', 'SPOTS_TAKEN'])

/**
 * Asks the group to fill a tee time, or drops one of its spots, with the same access checks and rules as a
 * tap in the app. Returns the reply.
 * @throws Error for anything but a refusal: the transaction has to be rolled back
 */
export async function fillSpots(
  ctx: Pick<Context, 'config' | 'notify'>,
  tx: Queries,
  action: 'alert' | 'drop',
  about: ReplySubject,
): Promise<string> {
  const { golferId, teeTimeId } = about.seat
  try {
    const scope = await authorizeEditorWithoutSession({ db: tx }, golferId, teeTimeId)
    if (action === 'alert') return sayAsked(about, await callWithin(ctx, tx, scope, about.now))
    // Locked until the transaction ends, because a texter cannot review a conflict and save again.
    const card = await lockCard(tx, scope)
    if (card === undefined) throw notFound('tee time')
    if (card.maxPlayers === 1) return sayOnlySpot(about)
    const fewer = { maxPlayers: card.maxPlayers - 1, version: card.version }
    return sayDropped(about, await editWithin(ctx, tx, scope, fewer, about.now))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return PLAIN.has(error.code) ? error.message : sayRefusal(ctx, about, error)
  }
}
