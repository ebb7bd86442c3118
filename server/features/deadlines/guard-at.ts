import { GUARD_HOURS, LATE_GUARD_HOURS } from '../../../contract/deadlines.ts'
import { type QuietHours, quietUntil } from '../deliveries/quiet-hours.ts'
import { nextQuiet } from '../tee-times/spots/next-quiet.ts'

const HOUR_MS = 3_600_000

/** A cut-off, and whom it concerns. */
export interface Deadline {
  readonly cutOff: Date
  /** When it became what it is. */
  readonly setAt: Date
  readonly quietHours: QuietHours
  /** IANA name. */
  readonly timeZone: string
}

/**
 * When the creator of a tee time is told of its cut-off: some hours before it; where that is in their
 * quiet hours, an hour before these begin, so that there is an evening to do something about it. Where
 * the cut-off was set later than that, shortly before it; undefined where it was set later than that.
 */
export function guardAt({ cutOff, setAt, quietHours, timeZone }: Deadline): Date | undefined {
  const before = (hours: number) => new Date(cutOff.getTime() - hours * HOUR_MS)
  const early = beforeQuiet(before(GUARD_HOURS), quietHours, timeZone)
  return [early, before(LATE_GUARD_HOURS)].find((moment) => setAt < moment)
}

function beforeQuiet(moment: Date, quietHours: QuietHours, timeZone: string): Date {
  if (quietUntil(moment, quietHours, timeZone) === undefined) return moment
  // The latest beginning of quiet hours that is not after the moment: they begin once a day, and twice
  // within 24 hours of one that the clocks made shorter.
  const dayBefore = new Date(moment.getTime() - 24 * HOUR_MS)
  const awake = quietUntil(dayBefore, quietHours, timeZone) ?? dayBefore
  const asleep = nextQuiet(awake, quietHours, timeZone) ?? moment
  const again = nextQuiet(asleep, quietHours, timeZone) ?? moment
  const latest = again <= moment ? again : asleep
  return new Date(Math.min(latest.getTime(), moment.getTime()) - HOUR_MS)
}
