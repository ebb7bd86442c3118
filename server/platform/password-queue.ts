import { AppError } from './errors.ts'

interface QueueOptions {
  /** How many pieces of work run at the same time. */
  readonly atOnce: number
  /** How many more may wait for their turn. */
  readonly maxWaiting: number
}

/** Seconds after which a refused caller may try again: the queue is empty by then. */
const RETRY_AFTER = 3

/**
 * Runs expensive work a few pieces at a time, first come, first served. When the line is full, the next
 * caller is refused at once, so that a flood costs those who sign in a retry and everyone else nothing.
 */
export function passwordQueue({ atOnce, maxWaiting }: QueueOptions) {
  const waiting: (() => void)[] = []
  let running = 0

  function refuseWhenFull(): void {
    if (waiting.length < maxWaiting) return
    throw new AppError(
      'UNAVAILABLE',
      'Many people are signing in right now. Please try again in a few seconds.',
      { retryAfter: RETRY_AFTER },
    )
  }

  return {
    /**
     * Refuses a caller before any other work is done for it.
     * @throws AppError UNAVAILABLE when the line is full
     */
    refuseWhenFull,

    /** @throws AppError UNAVAILABLE when the line is full; the work has not begun then */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running < atOnce) running += 1
      else {
        refuseWhenFull()
        // Whoever finishes hands its place over, so `running` stays as it is.
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next === undefined) running -= 1
        else next()
      }
    },
  }
}
