import { hasTeedOff, isFull, type TeeTime } from '../../contract/tee-times.ts'
import type { Context } from '../context.ts'
import { requireSubscription } from '../groups/index.ts'
import { isPool, type Queries, retryStatement } from '../platform/database/database.ts'
import { AppError, notFound } from '../platform/errors.ts'
import type { TeeTimeMember } from './access.ts'
import { cacheCard, cachedCard, composeCard, withPlayer } from './cards/read-cards.ts'
import { claimOpenSpot } from './cards/store.ts'
import { findOverlap, overlapWarning, ROUND_MINUTES } from './find-overlap.ts'
import { changeSpots } from './spots/change-spots.ts'
import { isMember } from './store.ts'

/** The pool, or a transaction that includes other changes. */
type ClaimContext = Pick<Context, 'clock' | 'notify'> & { db: Queries }

/**
 * Claims a spot for the golfer in `scope`. If they already have one, nothing changes. Claiming an open
 * spot takes one round trip. A reservation, an offer or a late withdrawal takes a transaction. Returns
 * the updated card.
 * @param warnOfOverlap whether to throw OVERLAPS when the golfer plays another round at that time
 * @throws AppError OVERLAPS with the other round as `overlap`; FULL or TEE_TIME_PAST; all with the card
 * as `teeTime`; NOT_FOUND when the tee time was canceled, or the golfer removed, in the meantime;
 * SUBSCRIPTION_REQUIRED
 */
export async function claimSpot(
  ctx: ClaimContext,
  scope: TeeTimeMember,
  { warnOfOverlap = false }: { warnOfOverlap?: boolean | undefined } = {},
): Promise<TeeTime> {
  const now = ctx.clock.now()
  requireSubscription(scope, now)
  const asked = { ...scope, roundMinutes: warnOfOverlap ? ROUND_MINUTES : null }
  const card = await claimPlainly(ctx.db, asked, now)
  if (card === undefined) throw notFound('tee time')
  if (plays(card, scope.golferId)) return card
  if (hasTeedOff(card, now)) throw teedOff(card)
  if (isFull(card) && !mayHaveSpotFor(card, scope.golferId, now)) throw full(card)
  if (warnOfOverlap) {
    const startsAt = new Date(card.startsAt)
    const overlap = await findOverlap(ctx.db, scope.golferId, startsAt, scope.teeTimeId)
    if (overlap !== undefined) throw overlapWarning(overlap, card)
  }
  return changeSpots(ctx, ctx.db, scope.teeTimeId, now, async (tx, { sheet }) => {
    if (sheet.plays(scope.golferId)) return undefined
    if (sheet.teeTime.startsAt <= now) return teedOff()
    if (!(await isMember(tx, scope))) return notFound('tee time')
    return sheet.claim(scope.golferId, now) ? undefined : full()
  })
}

/** Returns the card after an attempt to claim an open spot; undefined for a canceled tee time. */
async function claimPlainly(
  db: Queries,
  asked: { teeTimeId: number; golferId: number; roundMinutes: number | null },
  now: Date,
): Promise<TeeTime | undefined> {
  if (!isPool(db)) return composeCard(await claimOpenSpot(db, asked, null, now))
  const known = cachedCard(db, asked.teeTimeId)
  const rows = await retryStatement(db, () => claimOpenSpot(db, asked, known?.version ?? null, now))
  const [row] = rows
  const card = known && row?.kind === 'claimed' ? withPlayer(known, row) : composeCard(rows)
  if (card !== undefined) cacheCard(db, card)
  return card
}

/**
 * Frees the golfer's spot, if they have one. Returns the updated card.
 * @throws AppError NOT_FOUND when the tee time was canceled in the meantime
 */
export function leaveSpot(ctx: ClaimContext, scope: TeeTimeMember): Promise<TeeTime> {
  const now = ctx.clock.now()
  return changeSpots(ctx, ctx.db, scope.teeTimeId, now, (_tx, { sheet }) => {
    sheet.leave(scope.golferId, now)
    return undefined
  })
}

function plays(card: TeeTime, golferId: number): boolean {
  return card.participants.some(({ id }) => id === golferId)
}

/** Returns whether a full tee time may have a spot kept for the golfer, or one that expired. */
function mayHaveSpotFor(card: TeeTime, golferId: number, now: Date): boolean {
  const isMine = ({ golferId: other }: { golferId: number | null }) => other === golferId
  const hasEnded = (until: string | null) => until !== null && new Date(until) <= now
  return (
    card.reservations.some((reserved) => isMine(reserved) || hasEnded(reserved.until)) ||
    card.waiting.some(({ id, offeredUntil }) => id === golferId || hasEnded(offeredUntil))
  )
}

function teedOff(teeTime?: TeeTime): AppError {
  return new AppError('TEE_TIME_PAST', 'This tee time has already begun.', { teeTime })
}

function full(teeTime?: TeeTime): AppError {
  return new AppError('FULL', 'All spots in this tee time are taken.', { teeTime })
}
