const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/**
 * Formats an instant as 'May 30, 2026', by the reader's own calendar.
 * @param timeZone an IANA zone whose calendar it is instead: a date that is the same for every reader
 */
export function fullDate(instant: string | Date, timeZone?: string): string {
  const format =
    timeZone === undefined
      ? longDate
      : new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })
  return format.format(new Date(instant))
}

/** An instant as 'May 30, 2026, 8:12 AM', by the reader's own clock. */
export function fullMoment(instant: string): string {
  return dateAndTime.format(new Date(instant))
}
