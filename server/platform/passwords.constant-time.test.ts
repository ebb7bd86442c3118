import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withConstantTime } from './passwords.ts'

test('delays the result of fast work, but not a failure', async () => {
  // An immediate rejection settles before any timer fires, however busy the machine is.
  const timer = sleep(0, 'a timer')
  const failing = withConstantTime(Promise.reject(new Error('no')))
  await expect(Promise.race([timer, failing])).rejects.toThrow('no')
  const startedAt = performance.now()
  expect(await withConstantTime(Promise.resolve(7))).toBe(7)
  // Timers may fire a millisecond early.
  expect(performance.now() - startedAt).toBeGreaterThan(98)
})
