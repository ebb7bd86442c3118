import { expect, test } from 'vitest'
import { limitConcurrency } from './WeatherStrip.tsx'

const { signal } = new AbortController()

test('runs all tasks in order, a limited number at a time', async () => {
  const run = limitConcurrency(2)
  let running = 0
  let maxRunning = 0
  const order: number[] = []
  const task = (taskNumber: number) => async () => {
    running += 1
    maxRunning = Math.max(maxRunning, running)
    order.push(taskNumber)
    await new Promise((resolve) => setTimeout(resolve, 1))
    running -= 1
    return taskNumber
  }
  const answers = await Promise.all([1, 2, 3, 4, 5].map((name) => run(signal, task(name))))
  expect(answers).toEqual([1, 2, 3, 4, 5])
  expect(order).toEqual([1, 2, 3, 4, 5])
  expect(maxRunning).toBe(2)
})

test('runs the next task after one fails or is aborted', async () => {
  const run = limitConcurrency(1)
  const failing = run(signal, () => Promise.reject(new Error('broken')))
  const abandoned = run(AbortSignal.abort(), () => Promise.resolve('never'))
  const last = run(signal, () => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('broken')
  await expect(abandoned).rejects.toThrow()
  await expect(last).resolves.toBe('done')
})
