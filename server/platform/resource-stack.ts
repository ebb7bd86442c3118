import { setTimeout as sleep } from 'node:timers/promises'

/** Thrown when code tries to open a resource while the process is stopping. */
export class Stopping extends Error {}

/** The resources that a process has opened. Stopping closes them in reverse order. */
export class ResourceStack {
  readonly #closers: (() => Promise<void>)[] = []
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
    const closed = () => opening.then(close, () => {})
    this.#closers.push(() => this.#closeInTime(name, closed, withinMs))
    return opening
  }

  /** Closes everything, last opened first. Never rejects. Safe to call again. */
  stop(): Promise<void> {
    this.#stopped ??= this.#closeAll()
    return this.#stopped
  }

  async #closeAll(): Promise<void> {
    for (const close of this.#closers.reverse()) await close()
  }

  async #closeInTime(name: string, close: () => Promise<unknown>, withinMs: number) {
    const timer = new AbortController()
    const tooLate = sleep(withinMs, `timed out after ${withinMs} ms`, timer)
    const closed = close().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    const failure = await Promise.race([closed, tooLate])
    timer.abort()
    if (failure !== undefined) this.#complain(`Could not close ${name}: ${failure}`)
  }
}
