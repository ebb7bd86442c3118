import { expect, test } from 'vitest'
import { waitBefore } from './live.ts'

test('doubles the wait, with jitter, up to half a minute', () => {
  expect([0, 1, 2, 3].map((attempt) => waitBefore(attempt, 1))).toEqual([1000, 2000, 4000, 8000])
  expect(waitBefore(0, 0)).toBe(500)
  expect(waitBefore(50, 1)).toBe(30_000)
  expect(waitBefore(50, 0)).toBe(15_000)
})
