import type { ErrorCode } from '../../../contract/errors.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { callWithin, editorWithoutSession, editWithin, lockCard } from '../../tee-times/index.ts'
import { sayAsked, sayDropped, sayOnlySpot, type Told } from './say-spot.ts'
import { sayRefusal } from './take-seat.ts'

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
  told: Told,
): Promise<string> {
  const { golferId, teeTimeId } = told.seat
  try {
    const scope = await editorWithoutSession({ db: tx }, golferId, teeTimeId)
    if (action === 'alert') return sayAsked(told, await callWithin(ctx, tx, scope, told.now))
    // Locked until the transaction ends, because a texter cannot review a conflict and save again.
    const card = await lockCard(tx, scope)
    if (card === undefined) throw notFound('tee time')
    if (card.maxPlayers === 1) return sayOnlySpot(told)
    const fewer = { maxPlayers: card.maxPlayers - 1, version: card.version }
    return sayDropped(told, await editWithin(ctx, tx, scope, fewer, told.now))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return PLAIN.has(error.code) ? error.message : sayRefusal(ctx, told, error)
  }
}
