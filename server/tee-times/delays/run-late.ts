import { canRunLate, isTimeToRunLate, LATE_EVERY_MINUTES } from '../../../contract/delays.ts'
import type { Context } from '../../context.ts'
import { retryConflicts } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { TeeTimeMember } from '../access.ts'
import { lockCard } from '../lock-card.ts'
import { lastNotifiedLate, listPlayers, recordLate } from './store.ts'

const MINUTE_MS = 60_000

/**
 * Notifies the other players of a tee time, and nobody else, that a player is running late. Returns how
 * many were notified.
 * @throws AppError with the card as `teeTime`: NOT_PLAYING for a golfer without a spot or other players,
 * NOT_NOW when tee-off is not near; RATE_LIMITED soon after the last time; NOT_FOUND when it was canceled
 */
export function runLate(
  ctx: Pick<Context, 'db' | 'clock' | 'notify'>,
  scope: TeeTimeMember,
  minutes: number,
): Promise<{ notified: number }> {
  const now = ctx.clock.now()
  return retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      const card = await lockCard(tx, scope)
      if (card === undefined) throw notFound('tee time')
      const { teeTimeId, groupId, golferId: by } = scope
      if (!canRunLate(card, by, now)) {
        if (!isTimeToRunLate(new Date(card.startsAt), now)) {
          throw new AppError(
            'NOT_NOW',
            'You can say so from 3 hours before tee-off until 30 minutes after it.',
            { teeTime: card },
          )
        }
        throw new AppError('NOT_PLAYING', 'Nobody plays with you in this tee time.', {
          teeTime: card,
        })
      }
      const notifiedAt = await lastNotifiedLate(tx, scope)
      const again = (notifiedAt?.getTime() ?? 0) + LATE_EVERY_MINUTES * MINUTE_MS
      if (again > now.getTime()) {
        const left = Math.ceil((again - now.getTime()) / MINUTE_MS)
        throw new AppError(
          'RATE_LIMITED',
          `They were told a moment ago. You can tell them again in ${left} ${left === 1 ? 'minute' : 'minutes'}.`,
        )
      }
      await recordLate(tx, scope, minutes, now)
      const others = await listPlayers(tx, [teeTimeId], by)
      await ctx.notify(
        tx,
        'running-late',
        others.map(({ golferId }) => ({
          golferId,
          groupId,
          teeTimeIds: [teeTimeId],
          data: { by, minutes },
          key: `running-late:${teeTimeId}:${by}:${now.toISOString()}:${golferId}`,
        })),
        now,
      )
      return { notified: others.length }
    }),
  )
}
