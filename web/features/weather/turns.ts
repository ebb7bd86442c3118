/**
 * Runs at most `atOnce` tasks at a time and queues the rest. Over HTTP/1.1, a browser opens only six
 * connections to a server: slow forecasts for all cards would block a claim.
 */
export function turns(atOnce: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function inTurn<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      signal.throwIfAborted()
      return await task()
    } finally {
      // The next task in the queue takes this one's place, so `running` stays the same.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
