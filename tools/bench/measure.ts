import { readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import autocannon from 'autocannon'

/** The number of concurrent calls or statements. */
export const CONNECTIONS = 64

export interface HttpCall {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** A live session's id. */
  readonly session: string
}

/**
 * Makes calls over HTTP on {@link CONNECTIONS} connections. Returns the calls per second.
 * @throws Error when any response is not a success
 */
export async function measureHttp(
  url: string,
  amount: number,
  nextCall: () => HttpCall,
): Promise<number> {
  const began = performance.now()
  // autocannon checks only once a second whether it has finished, so the last response marks the end.
  let ended = began
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(
      {
        url,
        connections: CONNECTIONS,
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
      ended = performance.now()
    })
  })
  if (result['2xx'] !== amount || result.errors > 0) {
    throw new Error(`${result['2xx']} of ${amount} responses were successful`)
  }
  return amount / ((ended - began) / 1000)
}

/** Repeats the same work, {@link CONNECTIONS} at a time. Returns the rate per second. */
export async function measureRate(amount: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  let left = amount
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await work()
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return amount / ((performance.now() - began) / 1000)
}

/**
 * Measures each contender in turn, `rounds` times. Returns the median rate of each, in the same order.
 * An extra first round doesn't count: it compiles code and fills caches.
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

/** Returns the resident memory of a process, in megabytes. */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Returns a quantile by the nearest-rank method. A `part` of 0.95 gives the p95. NaN without values. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN
}

/** Returns 'holds' or 'missed', for a table. */
export function verdict(holds: boolean): string {
  return holds ? 'holds' : 'missed'
}

/** Returns the line above a table that says what it was measured on. */
export function describeMachine(): string {
  return `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`
}
