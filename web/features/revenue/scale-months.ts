const STEPS = [1, 2, 5, 10]

/** The round amount (in whole dollars, as cents) that the highest bar stays below. */
export function ceilingOf(amounts: readonly number[]): number {
  const highest = Math.max(100, ...amounts)
  const unit = 10 ** Math.floor(Math.log10(highest))
  return (STEPS.find((step) => step * unit >= highest) ?? 10) * unit
}

const MONTH = { month: 'short', timeZone: 'UTC' } as const
const shortMonth = new Intl.DateTimeFormat('en-US', MONTH)
const monthOfYear = new Intl.DateTimeFormat('en-US', { ...MONTH, year: 'numeric' })

const startOf = (month: string) => new Date(`${month}-01T00:00:00Z`)

/** '2026-05' as 'May'. */
export function nameOfMonth(month: string): string {
  return shortMonth.format(startOf(month))
}

/** '2026-05' as 'May 2026'. */
export function nameWithYear(month: string): string {
  return monthOfYear.format(startOf(month))
}
