import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseResponse } from './failures.ts'

const MAX_CALLS = 100

const MAX_WAIT_MS = 50

interface WaitingCall<Call, Result> extends PromiseWithResolvers<Result | undefined> {
  readonly call: Call
}

/**
 * Returns a function that runs calls in batches: while a batch runs, further calls wait for the next one, but
 * at most `MAX_WAIT_MS`. If the database refuses a batch, each of its calls runs again alone. `run` must
 * return the results in the order of the calls.
 */
export function inBatches<Call, Result>(
  run: (calls: readonly Call[]) => Promise<readonly (Result | undefined)[]>,
): (call: Call) => Promise<Result | undefined> {
  const waiting: WaitingCall<Call, Result>[] = []
  let isBusy = false

  async function runBatch(batch: readonly WaitingCall<Call, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ call }) => call))
      // Resolve in the next tick, so that the callers' next steps do not delay sending the next batch.
      process.nextTick(() => {
        for (const [n, { resolve }] of batch.entries()) resolve(results[n])
      })
    } catch (error) {
      if (isDatabaseResponse(error) && batch.length > 1)
        await Promise.all(batch.map((one) => runBatch([one])))
      else for (const { reject } of batch) reject(error)
    }
  }

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      await Promise.race([runBatch(waiting.splice(0, MAX_CALLS)), sleep(MAX_WAIT_MS)])
    }
    isBusy = false
  }

  return (call) => {
    const promised = Promise.withResolvers<Result | undefined>()
    waiting.push({ call, ...promised })
    if (!isBusy) setImmediate(() => void runAll())
    isBusy = true
    return promised.promise
  }
}
