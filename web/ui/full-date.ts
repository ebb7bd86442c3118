const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })
const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** An instant as 'May 30, 2026', by the reader's own calendar. */
export function fullDate(instant: string | Date): string {
  return longDate.format(new Date(instant))
}

/** An instant as 'May 30, 2026, 8:12 AM', by the reader's own clock. */
export function fullMoment(instant: string): string {
  return dateAndTime.format(new Date(instant))
}
