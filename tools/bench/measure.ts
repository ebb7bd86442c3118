import { readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import autocannon from 'autocannon'

/** The number of concurrent calls or statements. */
export const CONCURRENCY = 64

export interface HttpCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** A session id. The bare server ignores it. */
  readonly session: string
}

/**
 * Makes `amount` calls over HTTP on {@link CONCURRENCY} connections. Returns the calls per second.
 * @throws Error if any call fails
 */
export async function measureHttp(
  url: string,
  amount: number,
  nextCall: () => HttpCall,
): Promise<number> {
  const startedAt = performance.now()
  // autocannon checks only once a second whether it has finished, so use the time of the last response.
  let endedAt = startedAt
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(
      {
        url,
        connections: CONCURRENCY,
        amount,
        requests: [
          {
            setupRequest: (base) => {
              const { method, path, session } = nextCall()
              return { ...base, method, path, headers: { authorization: `Bearer ${session}` } }
            },
          },
        ],
      },
      (error, total) => (error ? reject(error) : resolve(total)),
    )
    load.on('response', () => {
      endedAt = performance.now()
    })
  })
  if (result['2xx'] !== amount || result.errors > 0) {
    throw new Error(`${result['2xx']} of ${amount} responses were successful`)
  }
  return amount / ((endedAt - startedAt) / 1000)
}

/** Runs `work` `amount` times, {@link CONCURRENCY} at a time. Returns the runs per second. */
export async function measureRate(amount: number, work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  let remaining = amount
  const worker = async () => {
    while (remaining > 0) {
      remaining -= 1
      await work()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return amount / ((performance.now() - startedAt) / 1000)
}

/**
 * Measures all contenders in every round, one after the other. Returns each contender's median rate, in the
 * given order. An extra first round, which compiles code and fills caches, doesn't count.
 */
export async function interleave(
  rounds: number,
  contenders: readonly (() => Promise<number>)[],
): Promise<number[]> {
  const rates = contenders.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [n, contender] of contenders.entries()) {
      const rate = await contender()
      if (round > 0) rates[n]?.push(rate)
    }
  }
  return rates.map(median)
}

export async function readResidentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/**
 * Returns a quantile by the nearest-rank method: the p95 if `fraction` is 0.95. Returns NaN if there are no
 * values.
 */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * fraction) - 1)] ?? Number.NaN
}

export function verdict(isMet: boolean): string {
  return isMet ? 'holds' : 'missed'
}

export function describeMachine(): string {
  return `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`
}
