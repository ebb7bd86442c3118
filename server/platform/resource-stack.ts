import { setTimeout as sleep } from 'node:timers/promises'

/** Thrown when something is to be opened while the process is stopping. */
export class Stopping extends Error {}

interface Closer {
  name: string
  close: () => Promise<unknown>
  withinMs: number
}

/** The resources that a process has opened. Stopping closes them in reverse order. */
export class ResourceStack {
  readonly #closers: Closer[] = []
  readonly #complain: (line: string) => void
  #stopped: Promise<void> | undefined

  /** @param complain gets a line for each resource that could not be closed */
  constructor(complain: (line: string) => void) {
    this.#complain = complain
  }

  get isStopping(): boolean {
    return this.#stopped !== undefined
  }

  /**
   * Opens another resource. If a stop begins while it is still opening, the stop waits and then closes it.
   * @param withinMs how long to wait for it to close before closing the parts opened earlier
   * @throws Stopping once a stop has begun
   */
  open<T>(
    name: string,
    open: () => Promise<T>,
    close: (part: T) => Promise<unknown>,
    withinMs: number,
  ): Promise<T> {
    if (this.isStopping) return Promise.reject(new Stopping())
    const opening = open()
    // If opening fails, the caller gets the error and there is nothing to close.
    this.#closers.push({ name, close: () => opening.then(close, () => {}), withinMs })
    return opening
  }

  /** Closes everything, last opened first. Never rejects. Safe to call again. */
  stop(): Promise<void> {
    this.#stopped ??= this.#closeAll()
    return this.#stopped
  }

  async #closeAll(): Promise<void> {
    for (let part = this.#closers.pop(); part !== undefined; part = this.#closers.pop()) {
      const { name, close, withinMs } = part
      const inTime = new AbortController()
      try {
        await Promise.race([
          close(),
          sleep(withinMs, undefined, inTime).then(() => {
            throw new Error(`timed out after ${withinMs} ms`)
          }),
        ])
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        this.#complain(`Could not close ${name}: ${reason}`)
      } finally {
        inTime.abort()
      }
    }
  }
}
