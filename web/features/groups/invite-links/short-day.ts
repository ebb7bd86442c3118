const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** Formats an instant as a day in the reader's time zone: 'Jun 15'. */
export function shortDay(instant: string): string {
  return day.format(Date.parse(instant))
}
