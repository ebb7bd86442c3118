const MONTH = { month: 'short', timeZone: 'UTC' } as const
const shortMonth = new Intl.DateTimeFormat('en-US', MONTH)
const monthOfYear = new Intl.DateTimeFormat('en-US', { ...MONTH, year: 'numeric' })

const startOf = (month: string) => new Date(`${month}-01T00:00:00Z`)

/** Formats '2026-05' as 'May'. */
export function nameOfMonth(month: string): string {
  return shortMonth.format(startOf(month))
}

/** Formats '2026-05' as 'May 2026'. */
export function nameWithYear(month: string): string {
  return monthOfYear.format(startOf(month))
}
