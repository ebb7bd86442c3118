import type { SavedAlert } from '../../../../contract/saved-alerts.ts'
import { shortTime } from '../../../lib/dates.ts'

/** Days in ISO 8601 order. Day 1 is Monday. */
export const DAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** Describes a saved alert: 'Saturdays and Sundays, no later than 10:00 AM, at a course with “links”' */
export function describeSavedAlert({
  days,
  notBefore,
  notAfter,
  course,
}: Omit<SavedAlert, 'id'>): string {
  return [
    describeDays(days),
    describeHours(notBefore, notAfter),
    course === null ? undefined : `at a course with “${course}”`,
  ]
    .filter((part) => part !== undefined)
    .join(', ')
}

function describeDays(days: readonly number[]): string {
  if (days.length === DAYS.length) return 'Any day'
  if (days.join() === '1,2,3,4,5') return 'Weekdays'
  return new Intl.ListFormat('en-US').format(days.map((day) => `${DAYS[day - 1] ?? ''}s`))
}

function describeHours(from: string | null, to: string | null): string | undefined {
  if (from !== null && to !== null) return `from ${shortTime(from)} to ${shortTime(to)}`
  if (from !== null) return `no earlier than ${shortTime(from)}`
  if (to !== null) return `no later than ${shortTime(to)}`
  return undefined
}
