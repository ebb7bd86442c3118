import { expect, test } from 'vitest'
import { inEvenTime } from './even-time.ts'

test('work that is done at once answers no earlier than slow work; a failure is told at once', async () => {
  const begun = performance.now()
  await expect(inEvenTime(Promise.reject(new Error('no')))).rejects.toThrow('no')
  const failed = performance.now()
  expect(await inEvenTime(Promise.resolve(7))).toBe(7)
  // Timers may ring a millisecond early.
  expect(performance.now() - failed).toBeGreaterThan(98)
  expect(failed - begun).toBeLessThan(98)
})
