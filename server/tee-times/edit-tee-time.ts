import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '../../contract/endpoint.ts'
import type { editTeeTime as endpoint } from '../../contract/tee-times.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { addJob } from '../platform/jobs/store.ts'
import type { TeeTimeMember } from './access.ts'
import { computeStart, teedOffError } from './check-start.ts'
import { changeSpots, type SpotContext } from './spots/change-spots.ts'
import type { SpotSheet } from './spots/sheet.ts'
import { lockTimeZone, type TeeTimeDetails } from './store.ts'

type TeeTimeChange = BodyOf<typeof endpoint>

/** Edits a tee time, even in an unpaid group. @throws AppError, in most cases with the card as `teeTime` */
export function editTeeTime(ctx: SpotContext, access: TeeTimeMember, change: TeeTimeChange) {
  const { teeTimeId, golferId } = access
  return changeSpots(ctx, access, async (sheet, tx) => {
    // To avoid deadlocks, all code locks tee times before memberships, and memberships before groups.
    const timeZone = await lockTimeZone(tx, access)
    if (timeZone === undefined) throw notFound('tee time')
    const oldDetails = detailsOf(sheet)
    const newDetails = detailsAfter(change, oldDetails)
    if (isDeepStrictEqual(oldDetails, newDetails)) return
    if (sheet.hasTeedOff) throw teedOffError()
    const { editedVersion, version, startsAt: previousStart } = sheet.teeTime
    // Claims raise only `version`, so claims while someone is editing do not make the edit fail.
    if (change.version < editedVersion || change.version > version) {
      const message = 'This tee time has changed. Check it, then save again.'
      throw new AppError('OUT_OF_DATE', message)
    }
    const changesStart = newDetails.date !== oldDetails.date || newDetails.time !== oldDetails.time
    const startsAt = changesStart ? computeStart(newDetails, timeZone, sheet.now) : previousStart
    if (newDetails.maxPlayers < sheet.takenCount) throw spotsTakenError(sheet)
    const { maxPlayers, ...details } = newDetails
    const changesCutOff = changesStart || details.cancelHours !== oldDetails.cancelHours
    const cutOffSetAt = details.cancelHours === null ? null : sheet.now
    const cutOffChange = changesCutOff && { cutOffSetAt, cutOffRemindedAt: null }
    sheet.changeTeeTime({ ...details, startsAt, ...cutOffChange }, { isEdit: true })
    sheet.resize(maxPlayers)
    const job = { teeTimeId, by: golferId, version: version + 1, was: oldDetails }
    await addJob(tx, 'notify_changed', job)
    if (changesStart && sheet.spots.some(({ until }) => until !== null)) {
      await addJob(tx, 'shorten_reservations', { teeTimeIds: [teeTimeId] })
    }
  })
}

function spotsTakenError({ takenCount, spots }: SpotSheet): AppError {
  const playerCount = spots.filter(({ status }) => status === 'player').length
  const who =
    takenCount === playerCount
      ? `${takenCount} players are in`
      : `${takenCount} spots are taken or reserved`
  const message = `${who}. Keep at least ${takenCount} spots, or ask someone to leave first.`
  return new AppError('SPOTS_TAKEN', message, { fields: { maxPlayers: message } })
}

function detailsAfter(change: TeeTimeChange, stored: TeeTimeDetails): TeeTimeDetails {
  return {
    course: change.course ?? stored.course,
    date: change.date ?? stored.date,
    time: change.time ?? stored.time,
    notes: change.notes === undefined ? stored.notes : change.notes || null,
    maxPlayers: change.maxPlayers ?? stored.maxPlayers,
    cancelHours: change.cancelHours === undefined ? stored.cancelHours : change.cancelHours,
  }
}

export function detailsOf({ teeTime, spots }: SpotSheet): TeeTimeDetails {
  const { course, date, time, notes, cancelHours } = teeTime
  return { course, date, time, notes, cancelHours, maxPlayers: spots.length }
}
