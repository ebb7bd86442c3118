import { Temporal } from 'temporal-polyfill'
import type { QuietHours } from '../../identity/index.ts'

/**
 * Returns when quiet hours next begin, in local time of this zone, after an instant outside them;
 * undefined without quiet hours. A start that a clock change skips moves later by the length of the gap.
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
