import * as z from 'zod'

export interface Tally {
  readonly passed: number
  readonly failed: number
}

export const NO_TESTS: Tally = { passed: 0, failed: 0 }

const vitestReport = z.object({ numPassedTests: z.int(), numFailedTests: z.int() })

const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
})

/** Reads Vitest's JSON report. An unreadable report (the run crashed) counts as no tests. */
export function vitestTally(report: unknown): Tally {
  const { data } = vitestReport.safeParse(report)
  return data === undefined
    ? NO_TESTS
    : { passed: data.numPassedTests, failed: data.numFailedTests }
}

/** Reads Playwright's JSON report. A test that passed only on a retry counts as failed. */
export function playwrightTally(report: unknown): Tally {
  const { data } = playwrightReport.safeParse(report)
  return data === undefined
    ? NO_TESTS
    : { passed: data.stats.expected, failed: data.stats.unexpected + data.stats.flaky }
}

export function total(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  }
}
