import {
  type LiveEventRow,
  readCurrentSnapshot,
  readLiveEvents,
  type SendStatement,
} from './store.ts'

/** How often to read events even without a signal, because a node may die between a commit and its signal. */
const READ_MS = 1_000

const PURGE_MS = 15_000

/** After a longer pause, other nodes may have deleted unread events. Must be shorter than `PURGE_MS`. */
const LONGEST_PAUSE_MS = 10_000

export interface EventFeedOptions {
  readonly send: SendStatement
  /** Gets each event exactly once. Events that committed earlier are in the same or an earlier call. */
  readonly onEvents: (events: readonly LiveEventRow[]) => void
  readonly onGap: () => void
  readonly purge: (before: string) => Promise<void>
}

/**
 * Reads live events after their transactions commit. The position is a PostgreSQL snapshot, so the next read
 * returns the events of all transactions that committed later, however long they took. An id would not work,
 * because transactions do not commit in the order of their events' ids.
 */
export class EventFeed {
  readonly #options: EventFeedOptions
  readonly #timers: readonly NodeJS.Timeout[]
  /** The last read's snapshot. Not valid on a new connection: after a crash, transaction ids may repeat. */
  #position: string | undefined
  #readAt = 0
  #purgeBefore: string | undefined
  #reading: Promise<void> | undefined
  #queued: Promise<void> | undefined

  constructor(options: EventFeedOptions) {
    this.#options = options
    this.#timers = [
      setInterval(() => void this.catchUp().catch(() => {}), READ_MS).unref(),
      setInterval(() => void this.#purge(), PURGE_MS).unref(),
    ]
  }

  /** Starts reading on a new connection. Skips the events that are already committed. */
  async start(): Promise<void> {
    const { snapshot, at } = await readCurrentSnapshot(this.#options.send)
    this.#position = snapshot
    this.#readAt = at
    this.#purgeBefore = undefined
  }

  /** Call this when the connection is lost, because a new connection needs a new position. */
  pause(): void {
    this.#position = undefined
  }

  /** Reads and handles all events committed before this call. @throws Error if the connection fails */
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
    // `pause()` or `start()` was called during the read, so the connection of this result is gone.
    if (this.#position !== position) return
    const sinceLastRead = at - this.#readAt
    this.#position = snapshot
    this.#readAt = at
    if (sinceLastRead > LONGEST_PAUSE_MS) this.#options.onGap()
    this.#options.onEvents(events)
  }

  /** Deletes what was read before the previous purge. Other nodes have read it, too, or will call `onGap`. */
  async #purge(): Promise<void> {
    const before = this.#purgeBefore
    this.#purgeBefore = this.#position
    if (before !== undefined) await this.#options.purge(before)
  }
}
