import { setTimeout as sleep } from 'node:timers/promises'

/** Nothing is opened any more: the process is being stopped. */
export class Stopping extends Error {}

interface Closer {
  name: string
  close: () => Promise<unknown>
  withinMs: number
}

/** What a process has opened, in order. Stopping goes through it backwards. */
export class Opened {
  readonly #closers: Closer[] = []
  readonly #complain: (line: string) => void
  #stopped: Promise<void> | undefined

  /** @param complain gets a line for each part that could not be closed */
  constructor(complain: (line: string) => void) {
    this.#complain = complain
  }

  get isStopping(): boolean {
    return this.#stopped !== undefined
  }

  /**
   * Opens one more part. A stop that comes while it is still opening waits for it, and closes it.
   * @param withinMs how long closing it may keep back what was opened before it
   * @throws Stopping once stopped
   */
  open<T>(
    name: string,
    open: () => Promise<T>,
    close: (part: T) => Promise<unknown>,
    withinMs: number,
  ): Promise<T> {
    if (this.isStopping) return Promise.reject(new Stopping())
    const opening = open()
    // Whoever opens it hears why it could not be opened; then there is nothing to close.
    this.#closers.push({ name, close: () => opening.then(close, () => {}), withinMs })
    return opening
  }

  /** Closes everything, the last first. Never rejects; safe to call again. */
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
            throw new Error(`not within ${withinMs} ms`)
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
