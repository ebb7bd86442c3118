import { Temporal } from 'temporal-polyfill'
import type { QuietHours } from '../../deliveries/quiet-hours.ts'

/**
 * When quiet hours begin next, after an instant that is in none, by the clock on a wall of this zone;
 * undefined where there are none. Where the clocks skip their beginning, they begin with what comes
 * after the gap.
 */
export function nextQuiet(
  after: Date,
  { from, to }: QuietHours,
  timeZone: string,
): Date | undefined {
  if (from === to) return undefined
  const at = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone)
  const today = at.withPlainTime(from)
  const next =
    Temporal.ZonedDateTime.compare(today, at) > 0
      ? today
      : at.toPlainDate().add({ days: 1 }).toZonedDateTime({ timeZone, plainTime: from })
  return new Date(next.epochMilliseconds)
}
