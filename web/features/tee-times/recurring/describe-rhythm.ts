import type { StandingTime } from '../../../../contract/standing-times.ts'
import { dateParts, shortTime } from '../../../lib/dates.ts'

/** Describes the schedule: 'Every other Sat, 8:12 AM'. Returns only the time if it has ended. */
export function describeRhythm({
  time,
  everyWeeks,
  nextDates,
}: Pick<StandingTime, 'time' | 'everyWeeks' | 'nextDates'>): string {
  const [next] = nextDates
  if (next === undefined) return shortTime(time)
  const { weekday } = dateParts(next.date)
  return `Every ${everyWeeks === 1 ? '' : 'other '}${weekday}, ${shortTime(time)}`
}

/** Describes why it ended; undefined if it hasn't. */
export function describeEnd({
  creator,
  ended,
}: Pick<StandingTime, 'creator' | 'ended'>): string | undefined {
  if (ended === null) return undefined
  return ended.by === null
    ? `It ended, as ${creator.name} left the group.`
    : `It was ended by ${ended.by}.`
}
