import { DatabaseError } from 'pg'
import { expect, test, vi } from 'vitest'
import { inBatches } from './batch.ts'

/** Runs batches that end only when the test says so. */
function controlled() {
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

test('runs a call at once, and those that come meanwhile together', async () => {
  const { call, batches } = controlled()
  const results = ['a', 'b', 'c'].map(call)
  expect(batches.map(({ calls }) => calls)).toEqual([['a']])
  batches[0]?.end.resolve(undefined)
  await vi.waitFor(() => expect(batches).toHaveLength(2))
  expect(batches[1]?.calls).toEqual(['b', 'c'])
  batches[1]?.end.resolve(undefined)
  expect(await Promise.all(results)).toEqual(['A', 'B', 'C'])
  const later = call('d')
  await vi.waitFor(() => expect(batches).toHaveLength(3))
  batches[2]?.end.resolve(undefined)
  expect(await later).toBe('D')
})

test('runs at most a hundred calls together', async () => {
  const { call, batches } = controlled()
  for (let n = 0; n < 250; n += 1) void call(String(n))
  for (const at of [0, 1, 2, 3]) {
    await vi.waitFor(() => expect(batches).toHaveLength(at + 1))
    batches[at]?.end.resolve(undefined)
  }
  expect(batches.map(({ calls }) => calls.length)).toEqual([1, 100, 100, 49])
})

test('does not let a batch that hangs hold up the next one', async () => {
  const { call, batches } = controlled()
  const stuck = call('a')
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
  const [first, ...rest] = await Promise.allSettled(['a', 'b', 'bad', 'c'].map(call))
  expect(runs).toEqual([['a'], ['b', 'bad', 'c'], ['b'], ['bad'], ['c']])
  expect(first).toEqual({ status: 'fulfilled', value: 'a' })
  expect(rest.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('fails all calls of a batch whose outcome is unknown, and repeats none of them', async () => {
  const runs: (readonly string[])[] = []
  const call = inBatches<string, string>(async (calls) => {
    runs.push(calls)
    if (runs.length > 1) throw new Error('The connection was lost')
    return calls
  })
  const results = await Promise.allSettled(['a', 'b', 'c'].map(call))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(runs).toEqual([['a'], ['b', 'c']])
})
