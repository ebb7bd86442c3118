// Formats dates and times for people. Calendar dates ('2026-05-30') and times of day ('08:12') are local
// to the course, so the browser's time zone must not change them. Instants are shown in the reader's time
// zone, unless another one is given.
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Splits '2026-05-30' into 'Sat', 'May' and 30. */
export function dateParts(date: string) {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  return { weekday: WEEKDAYS[weekday] ?? '', month: MONTHS[month - 1] ?? '', day }
}

/** Formats '2026-05-30' as 'Sat, May 30'. */
export function readableDate(date: string): string {
  const { weekday, month, day } = dateParts(date)
  return `${weekday}, ${month} ${day}`
}

/** Splits '20:05' into '8:05' and 'PM'. */
export function timeParts(time: string) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return {
    clock: `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')}`,
    amPm: hour < 12 ? 'AM' : 'PM',
  }
}

/** Formats '20:05' as '8:05 PM'. */
export function shortTime(time: string): string {
  const { clock, amPm } = timeParts(time)
  return `${clock} ${amPm}`
}

/** Returns the date at `now` in an IANA zone. */
export function dateIn(timeZone: string, now: Date): string {
  return momentIn(timeZone, now).slice(0, 10)
}

/** Returns the time of day at `now` in an IANA zone: '20:05'. */
export function timeIn(timeZone: string, now: Date): string {
  return momentIn(timeZone, now).slice(11)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the local date and time at `now` in an IANA zone: '2026-05-30T20:05'. */
function momentIn(timeZone: string, now: Date): string {
  // Creating the first formatter takes a slow phone more than 100 ms, so use Temporal where it exists.
  if ('Temporal' in globalThis) {
    const moment = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    const local = moment.toZonedDateTimeISO(timeZone).toPlainDateTime()
    return local.toString({ smallestUnit: 'minute' })
  }
  let format = formats.get(timeZone)
  if (format === undefined) {
    // The Swedish date format is that of ISO 8601.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    formats.set(timeZone, format)
  }
  return format.format(now).replace(' ', 'T')
}

export function daysAfter(date: string, days: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10)
}

/** Converts a date to noon of that day on this phone, for a calendar widget. */
export function toCalendarDay(date: string): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day, 12)
}

export function fromCalendarDay(day: Date): string {
  const midnight = Date.UTC(day.getFullYear(), day.getMonth(), day.getDate())
  return new Date(midnight).toISOString().slice(0, 10)
}

type Instant = string | number | Date

function instantFormat(options: Intl.DateTimeFormatOptions) {
  return (instant: Instant, timeZone?: string): string =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(new Date(instant))
}

const TIME = { hour: 'numeric', minute: '2-digit' } as const
const MONTH_AND_DAY = { month: 'short', day: 'numeric' } as const

/** Formats an instant as '8:12 AM'. */
export const clockTime = instantFormat(TIME)

/** Formats an instant as 'May 30'. */
export const monthAndDay = instantFormat(MONTH_AND_DAY)

/** Formats an instant as 'November 30'. */
export const longMonthAndDay = instantFormat({ month: 'long', day: 'numeric' })

/** Formats an instant as 'Sat, May 30'. */
export const weekdayAndDay = instantFormat({ weekday: 'short', ...MONTH_AND_DAY })

/** Formats an instant as 'May 30, 8:12 AM'. */
export const shortMoment = instantFormat({ ...MONTH_AND_DAY, ...TIME })

/** Formats an instant as 'Nov 30, 2026'. */
export const mediumDate = instantFormat({ dateStyle: 'medium' })

/** Formats an instant as 'November 30, 2026'. */
export const fullDate = instantFormat({ dateStyle: 'long' })

/** Formats an instant as 'Nov 30, 2026, 8:12 AM'. */
export const fullMoment = instantFormat({ dateStyle: 'medium', timeStyle: 'short' })

/** Formats an instant as 'Monday, November 30, 2026', for screen readers. */
export const spokenDate = instantFormat({ dateStyle: 'full' })

/** Formats two instants as 'Nov 1 – 30, 2026'. */
export function mediumRange(from: Instant, to: Instant, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
  return format.formatRange(new Date(from), new Date(to))
}

/** Formats '2026-05' as 'May'. */
export function nameOfMonth(month: string): string {
  return dateParts(`${month}-01`).month
}

/** Formats '2026-05' as 'May 2026'. */
export function monthAndYear(month: string): string {
  return `${nameOfMonth(month)} ${month.slice(0, 4)}`
}

/** Formats an instant as '8:12 AM' or, if it is not today, as 'May 30, 8:12 AM'. */
export function formatAsOf(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return (isToday ? clockTime(at) : shortMoment(at)).replaceAll('\u202f', ' ')
}

/** Formats an instant in a group's time zone: '2:30 PM today' or 'Fri, May 29, 2:30 PM'. */
export function describeMoment(instant: string, timeZone: string | undefined, now: Date): string {
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const moment = new Date(instant)
  const date = dateIn(zone, moment)
  const time = shortTime(timeIn(zone, moment))
  return date === dateIn(zone, now) ? `${time} today` : `${readableDate(date)}, ${time}`
}
