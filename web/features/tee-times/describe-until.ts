import { dateIn, shortDate, shortTime, timeIn } from '../../ui/local-date.ts'

/**
 * Until when a spot is held, by the group's clock: '2:30 PM', and the day where it is another one.
 * @param timeZone the phone's own where the group's is not known
 */
export function describeUntil(until: string, timeZone: string | undefined, now: Date): string {
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const end = new Date(Date.parse(until))
  const date = dateIn(zone, end)
  const time = shortTime(timeIn(zone, end))
  return date === dateIn(zone, now) ? time : `${shortDate(date)}, ${time}`
}
