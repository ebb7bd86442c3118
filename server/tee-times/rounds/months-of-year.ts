import type { RoundsByMonth } from '../../../contract/rounds.ts'

/** Returns the twelve months of a year with the number of rounds in each. */
export function monthsOf(year: number, byMonth: Readonly<Record<string, number>>): RoundsByMonth {
  return Array.from({ length: 12 }, (_, n) => {
    const month = `${year}-${String(n + 1).padStart(2, '0')}`
    return { month, rounds: byMonth[month] ?? 0 }
  })
}
