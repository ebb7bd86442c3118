import { OFFER_IGNORES_QUIET_WITHIN_HOURS, OFFER_MINUTES } from '../../../contract/spots.ts'
import {
  type QuietHours,
  quietStartsAround,
  quietUntil,
  readChoices,
} from '../../identity/index.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { SpotSheet } from './sheet.ts'

export async function readOfferEnd(tx: Queries, { teeTime, now }: SpotSheet, golferId: number) {
  const { quietHours, timeZone } = await readChoices(tx, golferId)
  const choices = { quietHours, timeZone: timeZone ?? teeTime.timeZone }
  return computeOfferEnd(now, teeTime.startsAt, choices)
}

/** Returns when an offer made at `now` ends. Quiet hours do not count, unless tee-off is near. */
export function computeOfferEnd(
  now: Date,
  startsAt: Date,
  { quietHours, timeZone }: { quietHours: QuietHours; timeZone: string },
): Date {
  const ahead = startsAt.getTime() - now.getTime()
  const minutes =
    OFFER_MINUTES.find(({ whenWithinHours }) => ahead <= whenWithinHours * HOUR_MS)?.minutes ?? 0
  let msLeft = minutes * MINUTE_MS
  let at = now
  const { from, to } = quietHours
  const pausesInQuietHours = from !== to && ahead > OFFER_IGNORES_QUIET_WITHIN_HOURS * HOUR_MS
  while (pausesInQuietHours) {
    at = quietUntil(at, quietHours, timeZone) ?? at
    const nextStart = quietStartsAround(at, quietHours, timeZone).next
    if (nextStart - at.getTime() >= msLeft) break
    msLeft -= nextStart - at.getTime()
    at = new Date(nextStart)
  }
  return new Date(Math.min(at.getTime() + msLeft, startsAt.getTime()))
}
