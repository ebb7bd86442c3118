import type { delayMorning as endpoint } from '../../../contract/delays.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { hasTeedOff, type TeeTime } from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import { localDateOf, localTimeOf } from '../../platform/clock.ts'
import { type Queries, retryConflicts } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { readCard, readCards } from '../cards/read-cards.ts'
import { lockCard } from '../lock-card.ts'
import { settleSpots } from '../spots/change-spots.ts'
import type { MorningAccess } from './access.ts'
import { listPlayers, lockMorning, moveTeeTimes } from './store.ts'

const MINUTE_MS = 60_000

/**
 * Moves this morning's tee times that have not begun, at the course of one of them, by a number of
 * elapsed minutes. Every player except the golfer in `scope` gets one message with the old and new times.
 * Returns the cards of all that moved.
 * @throws AppError with the card as `teeTime`: TEE_TIME_PAST from tee-off on, OUT_OF_DATE when it was
 * edited or delayed since `version`, NOT_NOW on other days and for afternoon tee times; NOT_FOUND when it
 * was canceled, or the golfer removed, in the meantime
 */
export function delayMorning(
  ctx: Pick<Context, 'db' | 'clock' | 'notify'>,
  scope: MorningAccess,
  delay: BodyOf<typeof endpoint>,
): Promise<TeeTime[]> {
  const now = ctx.clock.now()
  return retryConflicts(() => ctx.db.transaction((tx) => delayIn(ctx, tx, scope, delay, now)))
}

async function delayIn(
  ctx: Pick<Context, 'notify'>,
  tx: Queries,
  scope: MorningAccess,
  { minutes, version }: BodyOf<typeof endpoint>,
  now: Date,
): Promise<TeeTime[]> {
  const found = await lockMorning(tx, scope, now)
  if (found === undefined) throw notFound('tee time')
  const { morning, timeZone } = found
  const asked = morning.find(({ id }) => id === scope.teeTimeId)
  if (asked === undefined) {
    const teeTime = await lockCard(tx, scope)
    if (teeTime === undefined) throw notFound('tee time')
    const message = 'Tee times before noon are delayed together. Edit this one instead.'
    throw new AppError('NOT_NOW', message, { teeTime })
  }
  const card = await readCard(tx, scope.teeTimeId)
  if (card === undefined) throw notFound('tee time')
  if (hasTeedOff(card, now)) {
    throw new AppError('TEE_TIME_PAST', 'This tee time has already begun.', { teeTime: card })
  }
  if (card.date !== localDateOf(now, timeZone)) {
    throw new AppError('NOT_NOW', 'Tee times can be delayed on their own day. Edit it instead.', {
      teeTime: card,
    })
  }
  if (version < asked.locked.editedVersion || version > card.version) {
    throw new AppError(
      'OUT_OF_DATE',
      'This tee time was changed elsewhere in the meantime. Look at its time again.',
      { teeTime: card },
    )
  }
  const moves = morning
    .filter(({ startsAt }) => startsAt > now)
    .map(({ id, startsAt: from, locked }) => {
      const startsAt = new Date(from.getTime() + minutes * MINUTE_MS)
      const date = localDateOf(startsAt, timeZone)
      return { id, from, startsAt, date, time: localTimeOf(startsAt, timeZone), locked }
    })
  const moved = moves.map(({ id }) => id)
  await moveTeeTimes(tx, moves, now)
  for (const { locked, startsAt } of moves) {
    const { sheet } = locked
    sheet.teeTime = { ...sheet.teeTime, startsAt }
    sheet.settleOwed(now)
    locked.touch = 'edit'
    await settleSpots(ctx, tx, locked, now)
  }
  const saved = await readCards(tx, moved)
  const was = new Map(morning.map(({ id, time }) => [id, time]))
  const versions = new Map(saved.map(({ id, version: made }) => [id, made]))
  const players = await listPlayers(tx, moved, scope.golferId)
  await ctx.notify(
    tx,
    'delayed',
    players.map(({ golferId, teeTimeIds }) => {
      const [first] = teeTimeIds
      return {
        golferId,
        groupId: scope.groupId,
        teeTimeIds,
        data: Object.fromEntries(teeTimeIds.map((id) => [id, was.get(id) ?? null])),
        key: `delayed:${first}:${first && versions.get(first)}:${golferId}`,
      }
    }),
    now,
  )
  return saved
}
