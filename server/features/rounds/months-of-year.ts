import type { RoundsByMonth } from '../../../contract/rounds.ts'

/** The twelve months of a year, with the rounds of those that had any. */
export function monthsOf(year: number, byMonth: Readonly<Record<string, number>>): RoundsByMonth {
  return Array.from({ length: 12 }, (_, n) => {
    const month = `${year}-${String(n + 1).padStart(2, '0')}`
    return { month, rounds: byMonth[month] ?? 0 }
  })
}
