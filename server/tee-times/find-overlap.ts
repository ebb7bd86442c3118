import type { Overlap } from '../../contract/overlaps.ts'
import type { TeeTime } from '../../contract/tee-times.ts'
import { ROUND_HOURS } from '../../contract/weather.ts'
import type { Queries } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import { selectOverlap } from './store.ts'

export const ROUND_MINUTES = ROUND_HOURS * 60

/**
 * Finds the golfer's nearest other round, in any of their groups, that starts less than ROUND_MINUTES
 * before or after `startsAt`. The caller must have authorized the golfer.
 * @param except the tee time that `startsAt` belongs to; null for one that is not posted yet
 */
export function findOverlap(
  db: Queries,
  golferId: number,
  startsAt: Date,
  except: number | null = null,
): Promise<Overlap | undefined> {
  return selectOverlap(db, { golferId, startsAt, except, roundMinutes: ROUND_MINUTES })
}

/** Returns the warning for callers that asked for one. Nothing was changed. */
export function overlapWarning(overlap: Overlap, teeTime?: TeeTime): AppError {
  const { course, date, time } = overlap
  return new AppError(
    'OVERLAPS',
    `You already play ${course} on ${date} at ${time}, and the two rounds overlap. To do it anyway, ask again without warnOfOverlap.`,
    { overlap, ...(teeTime && { teeTime }) },
  )
}
