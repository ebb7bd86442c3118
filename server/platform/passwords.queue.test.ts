import { expect, test } from 'vitest'
import { createPasswordQueue } from './passwords.ts'

/**
 * Creates tasks, and counts how many have started. A task finishes when the test calls its function in
 * `finishers`.
 */
function slowTasks() {
  const finishers: (() => void)[] = []
  return {
    finishers,
    startedCount: () => finishers.length,
    task: (result: number) => () =>
      new Promise<number>((resolve) => finishers.push(() => resolve(result))),
  }
}

test('runs a limited number of tasks at a time and queues the rest in order', async () => {
  const { finishers, startedCount, task } = slowTasks()
  const queue = createPasswordQueue({ atOnce: 2, maxWaiting: 3 })
  const results = [1, 2, 3, 4, 5].map((n) => queue.run(task(n)))
  expect(startedCount()).toBe(2)
  finishers[0]?.()
  await results[0]
  await expect.poll(startedCount).toBe(3)
  for (const n of [1, 2, 3, 4]) {
    await expect.poll(startedCount).toBeGreaterThan(n)
    finishers[n]?.()
  }
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5])
})

test('refuses a task immediately when the queue is full, and says when to retry', async () => {
  const { finishers, startedCount, task } = slowTasks()
  const queue = createPasswordQueue({ atOnce: 1, maxWaiting: 1 })
  const first = queue.run(task(1))
  const second = queue.run(task(2))
  expect(() => queue.refuseWhenFull()).toThrow(/Many people are signing in/)
  await expect(queue.run(task(3))).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    status: 503,
    details: { retryAfter: 3 },
    message: expect.stringContaining('try again in a few seconds'),
  })
  finishers[0]?.()
  await expect.poll(startedCount).toBe(2)
  finishers[1]?.()
  expect(await Promise.all([first, second])).toEqual([1, 2])
})

test('frees the slot of a task that fails', async () => {
  const queue = createPasswordQueue({ atOnce: 1, maxWaiting: 1 })
  await expect(queue.run(() => Promise.reject(new Error('Odd')))).rejects.toThrow('Odd')
  expect(await queue.run(async () => 7)).toBe(7)
})
