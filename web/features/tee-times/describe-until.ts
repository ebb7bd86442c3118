import { dateIn, shortDate, shortTime, timeIn } from '../../lib/dates.ts'

/**
 * Formats a time in the group's time zone: '2:30 PM', with the day if it isn't today.
 * @param timeZone the group's; if undefined, the device's own is used
 */
export function describeUntil(until: string, timeZone: string | undefined, now: Date): string {
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const end = new Date(Date.parse(until))
  const date = dateIn(zone, end)
  const time = shortTime(timeIn(zone, end))
  return date === dateIn(zone, now) ? time : `${shortDate(date)}, ${time}`
}
