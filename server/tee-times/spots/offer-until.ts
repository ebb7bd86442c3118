import { Temporal } from 'temporal-polyfill'
import { OFFER_IGNORES_QUIET_WITHIN_HOURS, OFFER_MINUTES } from '../../../contract/spots.ts'
import { type QuietHours, quietUntil, readChoices } from '../../identity/index.ts'
import { HOUR_MS, MINUTE_MS, zoned } from '../../platform/clock.ts'
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
  const pausesInQuietHours = ahead > OFFER_IGNORES_QUIET_WITHIN_HOURS * HOUR_MS
  while (pausesInQuietHours && msLeft > 0) {
    const quietEnd = quietUntil(at, quietHours, timeZone)
    if (quietEnd !== undefined) {
      at = quietEnd
      continue
    }
    const quietStart = nextQuietStart(at, quietHours, timeZone)
    if (quietStart === undefined || quietStart.getTime() - at.getTime() >= msLeft) break
    msLeft -= quietStart.getTime() - at.getTime()
    at = quietStart
  }
  return new Date(Math.min(at.getTime() + msLeft, startsAt.getTime()))
}

/** Returns the next start of quiet hours. If the clocks skip `from`, it is later by the length of the gap. */
function nextQuietStart(after: Date, { from, to }: QuietHours, timeZone: string) {
  if (from === to) return undefined
  const at = zoned(after, timeZone)
  const today = at.withPlainTime(from)
  const isToday = Temporal.ZonedDateTime.compare(today, at) > 0
  const next = isToday ? today : at.add({ days: 1 }).withPlainTime(from)
  return new Date(next.epochMilliseconds)
}
