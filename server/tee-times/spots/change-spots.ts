import { OPEN_SPOT_ALERT_HOURS } from '../../../contract/alerts.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { inTransaction, isPool, type Queries } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { addJob } from '../../platform/jobs/store.ts'
import type { TeeTimeMember } from '../access.ts'
import { requireCard } from '../cards/store.ts'
import { readOfferEnd } from './offer-until.ts'
import type { SpotSheet } from './sheet.ts'
import { lockTeeTimes, queueCreatorNotice, raiseCardVersions, storeSheet } from './store.ts'

/** `claim_spots.sql` has the same interval. */
const CREATOR_NOTICE_MS = 5 * 60_000

/** If `db` is a transaction instead of the pool, the caller must retry it as a whole after a conflict. */
export type SpotContext = Pick<Context, 'clock' | 'notify'> & { readonly db: Queries }

/**
 * Locks a tee time, ends expired reservations and offers, runs `change`, gives open spots to the waiting
 * list, and stores everything. Returns the updated card. If `change` throws an AppError, the expired
 * reservations and offers stay ended.
 * @throws AppError of `change`, in most cases with the card as `teeTime`; NOT_FOUND if there is no card
 */
export async function changeSpots(
  ctx: SpotContext,
  { teeTimeId }: TeeTimeMember,
  change: (sheet: SpotSheet, tx: Queries) => unknown,
): Promise<TeeTime> {
  const now = ctx.clock.now()
  const work = async (tx: Queries): Promise<TeeTime | AppError> => {
    const [sheet] = await lockTeeTimes(tx, [teeTimeId], now)
    if (sheet === undefined) throw notFound('tee time')
    if (!sheet.hasTeedOff) sheet.endExpired()
    let refusal: AppError | undefined
    try {
      await change(sheet, tx)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refusal = error
    }
    await settleSpots(ctx, tx, sheet)
    const teeTime = await requireCard(tx, teeTimeId)
    if (refusal === undefined) return teeTime
    if (!REFUSALS_WITHOUT_CARD.has(refusal.code)) Object.assign(refusal.details, { teeTime })
    // Throwing the error here would roll back the transaction.
    return refusal
  }
  const result = await (isPool(ctx.db) ? inTransaction(ctx.db, work) : work(ctx.db))
  if (result instanceof AppError) throw result
  return result
}

const REFUSALS_WITHOUT_CARD: ReadonlySet<ErrorCode> = new Set([
  'NOT_FOUND',
  'NOT_ELIGIBLE',
  'INVALID_INPUT',
])

/** Gives open spots to the waiting list, stores all changes, and queues the messages. */
export async function settleSpots(ctx: Pick<Context, 'notify'>, tx: Queries, sheet: SpotSheet) {
  const { teeTime, now } = sheet
  const { id, groupId, startsAt, creatorId } = teeTime
  if (!sheet.hasTeedOff) await offerOpenSpots(tx, sheet)
  if (await storeSheet(tx, sheet)) {
    await raiseCardVersions(tx, [id], { edited: sheet.isEdit })
    const noticeAt = new Date(now.getTime() + CREATOR_NOTICE_MS)
    if (sheet.notifiesCreator) await queueCreatorNotice(tx, teeTime, noticeAt)
  }
  for (const { event, ...recipient } of sheet.alerts) {
    await ctx.notify(tx, event, [{ ...recipient, groupId, teeTimeIds: [id] }], now)
  }
  const leftBy = sheet.freedBy ?? creatorId
  const isNear = startsAt.getTime() - now.getTime() <= OPEN_SPOT_ALERT_HOURS * HOUR_MS
  if (sheet.hasOpened && isNear && !sheet.hasTeedOff) {
    const key = `notify_opened:${id}:${leftBy}`
    await addJob(tx, 'notify_opened', { teeTimeId: id, leftBy }, { key })
  }
}

/**
 * Offers each open spot to the next golfer on the waiting list, or gives it to a golfer who chose automatic
 * claiming. While the group is inactive or unpaid, makes only offers without an expiry. A later call gives
 * such an offer an expiry, or gives the golfer the spot.
 */
async function offerOpenSpots(tx: Queries, sheet: SpotSheet): Promise<void> {
  const { isGroupUsable } = sheet.teeTime
  for (const spot of sheet.spots) {
    const isPromised = spot.status === 'offer' && spot.until === null
    if (spot.status !== 'open' && !(isPromised && isGroupUsable)) continue
    const waiting = isPromised
      ? sheet.waiting.find(({ golferId }) => golferId === spot.golferId)
      : sheet.waitingWithoutOffer[0]
    if (waiting === undefined) continue
    if (!isGroupUsable) {
      sheet.offer(spot, waiting, null)
    } else if (waiting.autoAccept) {
      sheet.giveSpot(spot, waiting)
    } else {
      sheet.offer(spot, waiting, await readOfferEnd(tx, sheet, waiting.golferId))
    }
  }
}
