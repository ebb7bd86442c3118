import { OPENED_WITHIN_HOURS } from '../../../contract/alerts.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import {
  type editTeeTime as endpoint,
  hasTeedOff,
  isFull,
  spotsTaken,
  type TeeTime,
} from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import { addJob } from '../../platform/database/add-job.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { lapseHolds } from '../waiting-lists/lapse-holds.ts'
import { findStart } from './find-start.ts'
import type { TeeTimeMember } from './gate.ts'
import { lockForEdit, readCard, type TeeTimeDetails, updateDetails } from './store.ts'

/**
 * Changes a tee time of the golfer of the scope; what is left out stays as it is. Saying what stands
 * already changes nothing. Players keep their spots, and are told what changed; what was held or offered
 * for long enough ends first. A group whose time is over still corrects what it posted. Answers the whole
 * card.
 * @throws AppError with the card as `teeTime`: TEE_TIME_PAST from tee-off on, OUT_OF_DATE when it was
 * edited since `version`, SPOTS_TAKEN for fewer spots than players; INVALID_INPUT for a date or time
 * that nothing can be moved to; NOT_FOUND when it was cancelled, or the golfer removed, in the meantime
 */
export async function editTeeTime(
  ctx: Pick<Context, 'db' | 'clock'>,
  scope: TeeTimeMember,
  change: BodyOf<typeof endpoint>,
): Promise<TeeTime> {
  const now = ctx.clock.now()
  const edited = await retryConflicts(() =>
    ctx.db.transaction((tx) => editWithin(tx, scope, change, now).catch(refusalOf)),
  )
  if (edited instanceof AppError) throw edited
  return edited
}

/** A refusal as an answer: what ended first is over all the same, as the refusal's card says. */
function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}

/**
 * As {@link editTeeTime}, in a transaction, which is done over as a whole after a conflict, and is to be
 * committed after a refusal.
 */
export async function editWithin(
  tx: Queries,
  scope: TeeTimeMember,
  change: BodyOf<typeof endpoint>,
  now: Date,
): Promise<TeeTime> {
  const found = await lockForEdit(tx, scope)
  if (found === undefined) throw notFound('tee time')
  const { editedVersion, timeZone } = found
  const card = await endWhatIsOver(tx, scope, found.card, now)
  const was = detailsOf(card)
  const wanted: TeeTimeDetails = {
    course: change.course ?? was.course,
    date: change.date ?? was.date,
    time: change.time ?? was.time,
    notes: change.notes === undefined ? was.notes : change.notes || null,
    maxPlayers: change.maxPlayers ?? was.maxPlayers,
    cancelHours: change.cancelHours === undefined ? was.cancelHours : change.cancelHours,
  }
  if (areSame(was, wanted)) return card
  if (hasTeedOff(card, now)) {
    throw new AppError('TEE_TIME_PAST', 'This tee time has already begun.', { teeTime: card })
  }
  // Claims raise the version too, and must not cost an editor what they typed.
  if (change.version < editedVersion || change.version > card.version) {
    throw new AppError(
      'OUT_OF_DATE',
      'This tee time was changed elsewhere in the meantime. Look at it again, then save.',
      { teeTime: card },
    )
  }
  const moves = wanted.date !== was.date || wanted.time !== was.time
  const startsAt = moves ? findStart(wanted, timeZone, now) : new Date(card.startsAt)
  const taken = spotsTaken(card)
  if (wanted.maxPlayers < taken) {
    const areAllPlayers = taken === card.participants.length
    const standing = areAllPlayers ? `${taken} players are in` : `${taken} spots are taken or held`
    const message = `${standing}. Keep at least ${taken} spots, or ask somebody to leave first.`
    throw new AppError('SPOTS_TAKEN', message, { teeTime: card, fields: { maxPlayers: message } })
  }
  const cutOffMoves = moves || wanted.cancelHours !== was.cancelHours
  const saved = await updateDetails(tx, scope, { ...wanted, startsAt }, { cutOffMoves, now })
  if (saved === undefined) throw notFound('tee time')
  const { teeTimeId, golferId } = scope
  await addJob(tx, 'tell_changed', { teeTimeId, by: golferId, version: saved.version, was })
  if (moves && saved.waiting.length + saved.holds.length > 0) {
    await addJob(tx, 'move_holds', { teeTimeIds: [teeTimeId] })
  }
  const opensSoon = startsAt.getTime() <= now.getTime() + OPENED_WITHIN_HOURS * 3_600_000
  if (saved.waiting.length > 0) {
    await addJob(tx, 'offer_spots', { teeTimeId }, { key: `offer_spots:${teeTimeId}` })
  } else if (isFull(card) && !isFull(saved) && opensSoon) {
    // By the same key as when the creator leaves: both at once open it once.
    const key = `tell_opened:${teeTimeId}:${golferId}`
    await addJob(tx, 'tell_opened', { teeTimeId, leftBy: golferId }, { key })
  }
  return saved
}

/** What is over counts for nothing more, whether or not its job has run. Answers the card after it. */
async function endWhatIsOver(
  tx: Queries,
  { teeTimeId, group }: TeeTimeMember,
  card: TeeTime,
  now: Date,
): Promise<TeeTime> {
  const ends = [
    ...card.holds.map(({ until }) => until),
    ...card.waiting.flatMap(({ offeredUntil }) => offeredUntil ?? []),
  ]
  if (hasTeedOff(card, now) || !ends.some((end) => new Date(end) <= now)) return card
  await lapseHolds(tx, teeTimeId, group, now)
  return (await readCard(tx, teeTimeId)) ?? card
}

function detailsOf(card: TeeTime): TeeTimeDetails {
  const { course, date, time, notes, maxPlayers, cutOff } = card
  return { course, date, time, notes, maxPlayers, cancelHours: cutOff?.hoursBefore ?? null }
}

function areSame(one: TeeTimeDetails, other: TeeTimeDetails): boolean {
  return (Object.keys(one) as (keyof TeeTimeDetails)[]).every((name) => one[name] === other[name])
}
