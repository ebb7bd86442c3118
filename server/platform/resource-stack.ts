import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from './errors.ts'

export class Stopping extends Error {}

export class ResourceStack {
  readonly #closers = new AsyncDisposableStack()
  readonly #report: (line: string) => void
  #stopped: Promise<void> | undefined

  constructor(report: (line: string) => void) {
    this.#report = report
  }

  get isStopping(): boolean {
    return this.#stopped !== undefined
  }

  /**
   * Opens a resource. If `stop()` is called meanwhile, closes it as soon as it is open.
   * @param withinMs how long `stop()` waits for this resource to close
   * @throws Stopping after `stop()` was called
   */
  open<T>(
    name: string,
    open: () => Promise<T>,
    close: (resource: T) => Promise<unknown>,
    withinMs: number,
  ): Promise<T> {
    if (this.isStopping) return Promise.reject(new Stopping())
    const opening = open()
    // If opening fails, the caller gets the error and there is nothing to close.
    const closeWhenOpen = () => opening.then(close, () => {})
    this.#closers.defer(() => this.#closeInTime(name, closeWhenOpen, withinMs))
    return opening
  }

  /** Closes everything, last opened first. Never rejects. Safe to call again. */
  stop(): Promise<void> {
    this.#stopped ??= this.#closers.disposeAsync()
    return this.#stopped
  }

  async #closeInTime(name: string, close: () => Promise<unknown>, withinMs: number) {
    const timer = new AbortController()
    const tooLate = sleep(withinMs, `timed out after ${withinMs} ms`, timer)
    const closed = close().then(() => undefined, reasonOf)
    const failure = await Promise.race([closed, tooLate])
    timer.abort()
    if (failure !== undefined) this.#report(`Could not close ${name}: ${failure}`)
  }
}
