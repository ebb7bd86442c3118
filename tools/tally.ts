import * as z from 'zod'

export interface Tally {
  readonly passed: number
  readonly failed: number
  /** How many of the passed tests passed only on a retry. */
  readonly retried: number
}

export const NO_TESTS: Tally = { passed: 0, failed: 0, retried: 0 }

const vitestReportSchema = z.object({ numPassedTests: z.int(), numFailedTests: z.int() })

const playwrightReportSchema = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
})

/**
 * Returns the results in Vitest's JSON report, or no tests if the report is invalid because the run crashed.
 */
export function vitestTally(report: unknown): Tally {
  const { data } = vitestReportSchema.safeParse(report)
  return data === undefined
    ? NO_TESTS
    : { passed: data.numPassedTests, failed: data.numFailedTests, retried: 0 }
}

/** Returns the results in Playwright's JSON report, or no tests if the report is invalid. */
export function playwrightTally(report: unknown): Tally {
  const { data } = playwrightReportSchema.safeParse(report)
  if (data === undefined) return NO_TESTS
  const { expected, unexpected, flaky } = data.stats
  return { passed: expected + flaky, failed: unexpected, retried: flaky }
}

export function sumTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
    retried: tallies.reduce((sum, { retried }) => sum + retried, 0),
  }
}
