import { expect, test } from 'vitest'
import { NO_TESTS, playwrightTally, sumTallies, vitestTally } from './tally.ts'

test('adds up the results of both test runners', () => {
  const rules = vitestTally({ numPassedTests: 12, numFailedTests: 1, numTotalTests: 13 })
  const journeys = playwrightTally({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } })
  expect(sumTallies([rules, journeys])).toEqual({ passed: 16, failed: 2, retried: 1 })
})

test.each([[undefined], [{}], ['crashed'], [{ stats: {} }]])(
  'counts no tests for the invalid report %o',
  (report) => {
    expect(sumTallies([vitestTally(report), playwrightTally(report)])).toEqual(NO_TESTS)
  },
)
