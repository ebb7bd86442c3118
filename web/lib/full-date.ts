const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/**
 * Formats an instant as 'May 30, 2026', in the reader's time zone.
 * @param timeZone an IANA zone to use instead, for a date that is the same for every reader
 */
export function fullDate(instant: string | Date, timeZone?: string): string {
  const format =
    timeZone === undefined
      ? longDate
      : new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })
  return format.format(new Date(instant))
}

/** Formats an instant as 'May 30, 2026, 8:12 AM', in the reader's time zone. */
export function fullMoment(instant: string): string {
  return dateAndTime.format(new Date(instant))
}
