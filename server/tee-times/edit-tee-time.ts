import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '../../contract/endpoint.ts'
import { type editTeeTime as endpoint, hasTeedOff, type TeeTime } from '../../contract/tee-times.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { addJob } from '../platform/jobs/store.ts'
import type { TeeTimeMember } from './access.ts'
import { readCard } from './cards/store.ts'
import { computeStart, teedOffError } from './check-start.ts'
import { changeSpots, commitRefusals } from './spots/change-spots.ts'
import type { SpotSheet } from './spots/sheet.ts'
import { lockTimeZone, type TeeTimeDetails, updateTeeTime } from './store.ts'

/** Works even after the subscription has ended. @throws AppError, in most cases with the card as `teeTime` */
export async function editTeeTime(
  ctx: Pick<Context, 'db' | 'clock' | 'notify'>,
  scope: TeeTimeMember,
  change: BodyOf<typeof endpoint>,
): Promise<TeeTime> {
  const now = ctx.clock.now()
  return commitRefusals(ctx.db, (tx) => editTeeTimeWithin(ctx, tx, scope, change, now))
}

/**
 * Like {@link editTeeTime}, in the caller's transaction, which must be retried after a conflict. It must also
 * be committed after an AppError, because expired offers and reservations have been ended by then.
 */
export async function editTeeTimeWithin(
  ctx: Pick<Context, 'notify'>,
  tx: Queries,
  scope: TeeTimeMember,
  change: BodyOf<typeof endpoint>,
  now: Date,
): Promise<TeeTime> {
  const { teeTimeId, golferId } = scope
  let was: TeeTimeDetails | undefined
  let moves = false
  const saved = await changeSpots({ ...ctx, db: tx }, scope, now, async (locked) => {
    // All code locks tee times before memberships, and memberships before groups.
    const timeZone = await lockTimeZone(tx, scope)
    const card = await readCard(tx, teeTimeId)
    if (timeZone === undefined || card === undefined) throw notFound('tee time')
    const stored = detailsOf(card)
    const wanted = detailsAfter(change, stored)
    if (isDeepStrictEqual(stored, wanted)) return
    if (hasTeedOff(card, now)) throw teedOffError()
    // Claims raise the version too, but a claim in the meantime must not make the edit fail.
    if (change.version < locked.editedVersion || change.version > card.version) {
      const message = 'Someone else changed this tee time. Check it, then save again.'
      throw new AppError('OUT_OF_DATE', message)
    }
    moves = wanted.date !== stored.date || wanted.time !== stored.time
    const startsAt = moves ? computeStart(wanted, timeZone, now) : new Date(card.startsAt)
    const { sheet } = locked
    if (wanted.maxPlayers < sheet.taken) throw spotsTaken(sheet)
    const { maxPlayers, ...details } = wanted
    const { cancelHours } = details
    const cutOffMoves = moves || cancelHours !== stored.cancelHours
    await updateTeeTime(tx, teeTimeId, {
      ...details,
      startsAt,
      ...(cutOffMoves && {
        cutOffSetAt: cancelHours === null ? null : now,
        cutOffRemindedAt: null,
      }),
    })
    sheet.teeTime = { ...sheet.teeTime, startsAt, cancelHours }
    sheet.clearOwedBeforeCutOff(now)
    sheet.resize(maxPlayers)
    locked.otherChange = 'edit'
    was = stored
  })
  if (was === undefined) return saved
  await addJob(tx, 'notify_changed', { teeTimeId, by: golferId, version: saved.version, was })
  if (moves && saved.waiting.length + saved.reservations.length > 0) {
    await addJob(tx, 'shorten_reservations', { teeTimeIds: [teeTimeId] })
  }
  return saved
}

function spotsTaken({ taken, spots }: SpotSheet): AppError {
  const players = spots.filter(({ status }) => status === 'player').length
  const who = taken === players ? `${taken} players are in` : `${taken} spots are taken or reserved`
  const message = `${who}. Keep at least ${taken} spots, or ask someone to leave first.`
  return new AppError('SPOTS_TAKEN', message, { fields: { maxPlayers: message } })
}

function detailsAfter(change: BodyOf<typeof endpoint>, stored: TeeTimeDetails): TeeTimeDetails {
  return {
    course: change.course ?? stored.course,
    date: change.date ?? stored.date,
    time: change.time ?? stored.time,
    notes: change.notes === undefined ? stored.notes : change.notes || null,
    maxPlayers: change.maxPlayers ?? stored.maxPlayers,
    cancelHours: change.cancelHours === undefined ? stored.cancelHours : change.cancelHours,
  }
}

function detailsOf(card: TeeTime): TeeTimeDetails {
  const { course, date, time, notes, maxPlayers, cutOff } = card
  return { course, date, time, notes, maxPlayers, cancelHours: cutOff?.hoursBefore ?? null }
}
