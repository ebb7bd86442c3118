/**
 * Lets so many tasks run at once and the others wait their turn. Over HTTP/1.1 a browser has six
 * connections to a server: a slow forecast for every card would keep a claim waiting for one.
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
      // The place goes to the next in line, so `running` stays as it is.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
