const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** The day of an instant, where its reader is: 'Jun 15'. */
export function shortDay(instant: string): string {
  return day.format(Date.parse(instant))
}
