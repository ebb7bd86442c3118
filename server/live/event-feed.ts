import {
  type LiveEventRow,
  readCurrentSnapshot,
  readLiveEvents,
  type SendStatement,
} from './store.ts'

/** How often events are read without a signal: a node may die between a commit and its signal. */
const READ_MS = 1_000

/** How often old events are deleted: those already read at the previous purge. */
const PURGE_MS = 15_000

/** After a longer pause, events may have been deleted unread. Must be shorter than the time events are kept. */
const LONGEST_PAUSE_MS = 10_000

export interface EventFeedOptions {
  readonly send: SendStatement
  /** Called with each event exactly once, never before one that was committed earlier. */
  readonly onEvents: (events: readonly LiveEventRow[]) => void
  /** Called when events may have been missed. */
  readonly onGap: () => void
  readonly purge: (before: string) => Promise<void>
}

/**
 * Reads the events that other transactions have committed. An id would not work as the position, because
 * ids are not committed in order. A PostgreSQL snapshot records exactly which transactions had committed,
 * so the next read returns all others: a slow transaction or a rollback loses nothing.
 */
export class EventFeed {
  readonly #options: EventFeedOptions
  readonly #timers: readonly NodeJS.Timeout[]
  /** The snapshot at the last read. Not valid on another connection: a crash may reuse transaction ids. */
  #position: string | undefined
  #readAt = 0
  #purgeBefore: string | undefined
  #reading: Promise<void> | undefined
  #queued: Promise<void> | undefined

  constructor(options: EventFeedOptions) {
    this.#options = options
    this.#timers = [
      setInterval(() => void this.catchUp().catch(() => {}), READ_MS),
      setInterval(() => void this.#purge(), PURGE_MS),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  /** Starts at the current end, on a new connection. */
  async start(): Promise<void> {
    const { snapshot, at } = await readCurrentSnapshot(this.#options.send)
    this.#position = snapshot
    this.#readAt = at
    this.#purgeBefore = undefined
  }

  /** Stops reading until the next start, because the position is not valid on another connection. */
  pause(): void {
    this.#position = undefined
  }

  /** Resolves once a read that began after this call has been handled. @throws when the connection fails */
  catchUp(): Promise<void> {
    if (this.#reading === undefined) {
      this.#reading = this.#read().finally(() => {
        this.#reading = undefined
      })
      return this.#reading
    }
    this.#queued ??= this.#reading
      .catch(() => {})
      .then(() => {
        this.#queued = undefined
        return this.catchUp()
      })
    return this.#queued
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
  }

  async #read(): Promise<void> {
    const position = this.#position
    if (position === undefined) throw new Error('The connection for live updates is down')
    const { snapshot, at, events } = await readLiveEvents(this.#options.send, position)
    // `start` has run in the meantime, on another connection.
    if (this.#position !== position) return
    const pause = at - this.#readAt
    this.#position = snapshot
    this.#readAt = at
    if (pause > LONGEST_PAUSE_MS) this.#options.onGap()
    this.#options.onEvents(events)
  }

  /** Deletes the events read before the previous call. By now, all other nodes have read them too. */
  async #purge(): Promise<void> {
    const before = this.#purgeBefore
    this.#purgeBefore = this.#position
    if (before !== undefined) await this.#options.purge(before)
  }
}
