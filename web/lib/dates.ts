/**
 * Formats calendar dates ('2026-05-30') and times of day ('08:12') for people.
 * They are local to the course, so the browser's time zone must not change them.
 */
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const MONTHS = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const

export interface DateParts {
  readonly weekday: string
  readonly month: string
  readonly day: number
}

/** Splits '2026-05-30' into 'Sat', 'May' and 30. */
export function dateParts(date: string): DateParts {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  return { weekday: WEEKDAYS[weekday] ?? '', month: MONTHS[month - 1] ?? '', day }
}

/** Formats '2026-05-30' as 'Sat, May 30'. */
export function shortDate(date: string): string {
  const { weekday, month, day } = dateParts(date)
  return `${weekday}, ${month} ${day}`
}

export interface TimeParts {
  readonly clock: string
  readonly half: 'AM' | 'PM'
}

/** Splits '20:05' into '8:05' and 'PM'. */
export function timeParts(time: string): TimeParts {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return {
    clock: `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')}`,
    half: hour < 12 ? 'AM' : 'PM',
  }
}

/** Formats '20:05' as '8:05 PM'. */
export function shortTime(time: string): string {
  const { clock, half } = timeParts(time)
  return `${clock} ${half}`
}

/** Returns the date at `now` in an IANA zone. */
export function dateIn(timeZone: string, now: Date): string {
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
}

/** Returns the time of day at `now` in an IANA zone: '20:05'. */
export function timeIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(now)
}

/** Returns the date `days` days later. */
export function daysAfter(date: string, days: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}

/** Converts a date to noon of that day on this phone, for a calendar widget. */
export function toCalendarDay(date: string): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day, 12)
}

/** Converts a calendar widget's day to a date. */
export function fromCalendarDay(day: Date): string {
  const year = String(day.getFullYear()).padStart(4, '0')
  return `${year}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`
}
