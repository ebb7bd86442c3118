import { AppError } from './errors.ts'

interface QueueOptions {
  /** How many tasks run at the same time. */
  readonly atOnce: number
  /** How many more tasks may wait. */
  readonly maxWaiting: number
}

/** Seconds until a refused caller may try again. The queue is empty by then. */
const RETRY_AFTER_SECONDS = 3

/**
 * Runs a few expensive tasks at a time, first come, first served. When the queue is full, it refuses the
 * next caller at once: a flood makes people who sign in retry, but does not slow down anyone else.
 */
export function passwordQueue({ atOnce, maxWaiting }: QueueOptions) {
  const waiting: (() => void)[] = []
  let running = 0

  function refuseWhenFull(): void {
    if (waiting.length < maxWaiting) return
    throw new AppError(
      'UNAVAILABLE',
      'Many people are signing in right now. Please try again in a few seconds.',
      { retryAfter: RETRY_AFTER_SECONDS },
    )
  }

  return {
    /**
     * Refuses a caller before any other work is done for the call.
     * @throws AppError UNAVAILABLE when the queue is full
     */
    refuseWhenFull,

    /** @throws AppError UNAVAILABLE when the queue is full, without starting the work */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running < atOnce) running += 1
      else {
        refuseWhenFull()
        // A task that finishes hands its slot to the next one, so `running` does not change.
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
