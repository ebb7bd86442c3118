import { DatabaseError } from 'pg'
import { expect, test, vi } from 'vitest'
import { inBatches } from './batch.ts'

function controlledBatches() {
  const batches: { calls: readonly string[]; end: PromiseWithResolvers<undefined> }[] = []
  const call = inBatches<string, string>(async (calls) => {
    const end = Promise.withResolvers<undefined>()
    batches.push({ calls, end })
    await end.promise
    return calls.map((one) => one.toUpperCase())
  })
  return { call, batches }
}

const refusal = () => new DatabaseError('violates a constraint', 0, 'error')

test('runs simultaneous calls together, and calls made meanwhile in the next batch', async () => {
  const { call, batches } = controlledBatches()
  const first = ['a', 'b'].map(call)
  await vi.waitFor(() => expect(batches).toHaveLength(1))
  const next = ['c', 'd', 'e'].map(call)
  batches[0]?.end.resolve(undefined)
  expect(await Promise.all(first)).toEqual(['A', 'B'])
  await vi.waitFor(() => expect(batches).toHaveLength(2))
  batches[1]?.end.resolve(undefined)
  expect(await Promise.all(next)).toEqual(['C', 'D', 'E'])
  const later = call('f')
  await vi.waitFor(() => expect(batches).toHaveLength(3))
  batches[2]?.end.resolve(undefined)
  expect(await later).toBe('F')
  expect(batches.map(({ calls }) => calls)).toEqual([['a', 'b'], ['c', 'd', 'e'], ['f']])
})

test('sends the next batch before it returns the results of the last one', async () => {
  const { call, batches } = controlledBatches()
  const first = call('a').then(() => batches.length)
  await vi.waitFor(() => expect(batches).toHaveLength(1))
  const next = call('b')
  batches[0]?.end.resolve(undefined)
  expect(await first).toBe(2)
  batches[1]?.end.resolve(undefined)
  expect(await next).toBe('B')
})

test('runs at most a hundred calls together', async () => {
  const { call, batches } = controlledBatches()
  for (let n = 0; n < 250; n += 1) void call(String(n))
  for (const at of [0, 1, 2]) {
    await vi.waitFor(() => expect(batches).toHaveLength(at + 1))
    batches[at]?.end.resolve(undefined)
  }
  expect(batches.map(({ calls }) => calls.length)).toEqual([100, 100, 50])
})

test('does not let a batch that hangs hold up the next one', async () => {
  const { call, batches } = controlledBatches()
  const stuck = call('a')
  await vi.waitFor(() => expect(batches).toHaveLength(1))
  const next = call('b')
  await vi.waitFor(() => expect(batches).toHaveLength(2))
  batches[1]?.end.resolve(undefined)
  expect(await next).toBe('B')
  batches[0]?.end.reject(new Error('The connection was lost'))
  await expect(stuck).rejects.toThrow('lost')
})

test('runs the calls of a refused batch again alone, so that only the bad one fails', async () => {
  const runs: (readonly string[])[] = []
  const call = inBatches<string, string>(async (calls) => {
    runs.push(calls)
    if (calls.includes('bad')) throw new Error('Failed query', { cause: refusal() })
    return calls
  })
  const results = await Promise.allSettled(['a', 'bad', 'b'].map(call))
  expect(runs).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b']])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('fails all calls of a batch whose outcome is unknown, and repeats none of them', async () => {
  const runs: (readonly string[])[] = []
  const call = inBatches<string, string>(async (calls) => {
    runs.push(calls)
    throw new Error('The connection was lost')
  })
  const results = await Promise.allSettled(['a', 'b'].map(call))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(runs).toEqual([['a', 'b']])
})
