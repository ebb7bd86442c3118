import { setTimeout as sleep } from 'node:timers/promises'
import { register as processRegistry } from 'prom-client'
import { expect, test } from 'vitest'
import { createBreaker } from './circuit-breaker.ts'

test('shows in the metrics while calls to a provider are paused', async () => {
  const readPausedMetric = async () =>
    (await processRegistry.getSingleMetricAsString('fourball_provider_paused'))
      .split('fourball_provider_paused{provider="places"} ')[1]
      ?.charAt(0)
  const breaker = createBreaker('places', { failuresToPause: 2, pauseMs: 20 }, () => true)
  const call = (answer: Promise<string>) => breaker.execute(() => answer)
  expect(await readPausedMetric()).toBe('0')
  for (const expected of ['0', '1']) {
    await expect(call(Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect(await readPausedMetric()).toBe(expected)
  }
  await sleep(40)
  expect(await call(Promise.resolve('up'))).toBe('up')
  expect(await readPausedMetric()).toBe('0')
})
