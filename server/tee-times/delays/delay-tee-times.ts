import {
  canReportRunningLate,
  type delayMorning as endpoint,
  isNearTeeOff,
  LATE_FROM_HOURS,
  LATE_UNTIL_MINUTES,
  MIN_MINUTES_BETWEEN_LATE_REPORTS,
} from '../../../contract/delays.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { isPlaying, type TeeTime } from '../../../contract/tee-times.ts'
import { localDateOf, localTimeOf, MINUTE_MS } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { MorningAccess, TeeTimeMember } from '../access.ts'
import { lockCard, readCards, requireCard } from '../cards/store.ts'
import { teedOffError } from '../check-start.ts'
import { type SpotContext, settleSpots } from '../spots/change-spots.ts'
import * as store from './store.ts'

/**
 * Delays this morning's tee times at the course of the given tee time, except those that have begun. Returns
 * the cards of the delayed ones.
 * @throws AppError with the card as `teeTime`, or NOT_FOUND
 */
export function delayMorning(
  ctx: SpotContext,
  access: MorningAccess,
  { minutes, version }: BodyOf<typeof endpoint>,
): Promise<TeeTime[]> {
  const now = ctx.clock.now()
  return inTransaction(ctx.db, async (tx) => {
    const sheets = await store.lockMorning(tx, access, now)
    if (sheets === undefined) throw notFound('tee time')
    const givenSheet = sheets.find(({ teeTime }) => teeTime.id === access.teeTimeId)
    const card = await requireCard(tx, access.teeTimeId)
    if (givenSheet === undefined) {
      const message = 'Only morning tee times can be delayed together. Edit this one instead.'
      throw new AppError('NOT_NOW', message, { teeTime: card })
    }
    const { timeZone, editedVersion } = givenSheet.teeTime
    if (givenSheet.hasTeedOff) throw teedOffError(card)
    if (card.date !== localDateOf(now, timeZone)) {
      const message = 'You can only delay tee times on the day of the round. Edit this one instead.'
      throw new AppError('NOT_NOW', message, { teeTime: card })
    }
    if (version < editedVersion || version > card.version) {
      const message = 'This tee time has changed. Check the new time, then try again.'
      throw new AppError('OUT_OF_DATE', message, { teeTime: card })
    }
    const upcomingSheets = sheets.filter(({ hasTeedOff }) => !hasTeedOff)
    const previousTimes = new Map(upcomingSheets.map(({ teeTime: { id, time } }) => [id, time]))
    for (const sheet of upcomingSheets) {
      const { id, groupId, startsAt: startedAt } = sheet.teeTime
      const startsAt = new Date(startedAt.getTime() + minutes * MINUTE_MS)
      const local = { date: localDateOf(startsAt, timeZone), time: localTimeOf(startsAt, timeZone) }
      const delay = { teeTimeId: id, groupId, startedAt, startsAt, delayedAt: now }
      await store.recordDelay(tx, delay)
      sheet.changeTeeTime({ ...local, startsAt }, { isEdit: true })
      await settleSpots(ctx, tx, sheet)
    }
    const delayedCards = await readCards(tx, [...previousTimes.keys()])
    const golferIds = new Set(delayedCards.flatMap(golferIdsToNotify))
    golferIds.delete(access.golferId)
    const recipients = [...golferIds].map((golferId) => {
      const ownCards = delayedCards.filter((card) => golferIdsToNotify(card).includes(golferId))
      const teeTimeIds = ownCards.map(({ id }) => id)
      const data = Object.fromEntries(teeTimeIds.map((id) => [id, previousTimes.get(id) ?? null]))
      const key = `delayed:${ownCards[0]?.id}:${ownCards[0]?.version}:${golferId}`
      return { golferId, groupId: access.groupId, teeTimeIds, data, key }
    })
    await ctx.notify(tx, 'delayed', recipients, now)
    return delayedCards
  })
}

/** Returns the players, the golfers with a reservation or on the waiting list, and the creator. */
function golferIdsToNotify(card: TeeTime): number[] {
  return [
    ...card.participants.map(({ id }) => id),
    ...card.reservations.flatMap(({ golferId }) => golferId ?? []),
    ...card.waiting.map(({ id }) => id),
    ...(card.creatorHasLeft ? [] : [card.creatorId]),
  ]
}

export function reportLate(ctx: SpotContext, access: TeeTimeMember, minutes: number) {
  const now = ctx.clock.now()
  return inTransaction(ctx.db, async (tx) => {
    const card = await lockCard(tx, access)
    const { teeTimeId, groupId, golferId: by } = access
    if (!isNearTeeOff(new Date(card.startsAt), now)) {
      const message = `You can do this from ${LATE_FROM_HOURS} hours before tee-off until ${LATE_UNTIL_MINUTES} minutes after.`
      throw new AppError('NOT_NOW', message, { teeTime: card })
    }
    if (!canReportRunningLate(card, by, now)) {
      const message = isPlaying(card, by)
        ? "No one else is playing in this tee time, so there's no one to notify."
        : "You don't have a spot in this tee time, so you can't say you're running late."
      throw new AppError('NOT_PLAYING', message, { teeTime: card })
    }
    const notifiedAt = await store.findLastLateNoticeAt(tx, access)
    const allowedAgainAt =
      (notifiedAt?.getTime() ?? 0) + MIN_MINUTES_BETWEEN_LATE_REPORTS * MINUTE_MS
    if (allowedAgainAt > now.getTime()) {
      const minutesLeft = Math.ceil((allowedAgainAt - now.getTime()) / MINUTE_MS)
      throw new AppError(
        'RATE_LIMITED',
        `You already said you're running late. You can say so again in ${minutesLeft} ${minutesLeft === 1 ? 'minute' : 'minutes'}.`,
      )
    }
    const notice = { teeTimeId, groupId, golferId: by, minutes, notifiedAt: now }
    await store.recordLateNotice(tx, notice)
    const about = { groupId, teeTimeIds: [teeTimeId], data: { by, minutes } }
    const keyPrefix = `running-late:${teeTimeId}:${by}:${now.toISOString()}`
    const recipients = card.participants
      .filter(({ id }) => id !== by)
      .map(({ id }) => ({ ...about, golferId: id, key: `${keyPrefix}:${id}` }))
    await ctx.notify(tx, 'running-late', recipients, now)
    return { notified: recipients.length }
  })
}
