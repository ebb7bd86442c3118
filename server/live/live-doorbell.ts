import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** Rings within this time become one signal, so a busy node sends at most 100 signals a second. */
const COALESCE_MS = 10

/** The wait after a failed signal. Until the next one, nodes rely on their regular reads. */
const AFTER_FAILURE_MS = 1_000

/**
 * Signals all nodes that there are new live events. A transaction that sends a NOTIFY holds a lock on the
 * whole database until its commit is on disk, so changes are signaled after their commit instead. A
 * failed signal delays an event by a second but loses none.
 */
export class LiveDoorbell {
  readonly #signal: () => Promise<unknown>
  readonly #log: FastifyBaseLogger
  #isRung = false
  #isBusy = false
  #waitMs = COALESCE_MS

  constructor(signal: () => Promise<unknown>, log: FastifyBaseLogger) {
    this.#signal = signal
    this.#log = log
  }

  /** Signals soon, once for all rings until then. */
  ring(): void {
    this.#isRung = true
    if (!this.#isBusy) void this.#signalAll()
  }

  async #signalAll(): Promise<void> {
    this.#isBusy = true
    while (this.#isRung) {
      await sleep(this.#waitMs, undefined, { ref: false })
      this.#isRung = false
      try {
        await this.#signal()
        this.#waitMs = COALESCE_MS
      } catch (error) {
        this.#log.warn({ err: error }, 'Could not signal new live events')
        this.#waitMs = AFTER_FAILURE_MS
      }
    }
    this.#isBusy = false
  }
}
