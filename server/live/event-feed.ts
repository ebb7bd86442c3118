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

interface EventFeedOptions {
  readonly send: SendStatement
  /** Gets each event exactly once. Events that committed earlier are in the same or an earlier call. */
  readonly onEvents: (events: readonly LiveEventRow[]) => void
  readonly onGap: () => void
  readonly purge: (before: string) => Promise<void>
}

export type EventFeed = ReturnType<typeof eventFeed>

/**
 * Reads live events after their transactions commit. The position is a PostgreSQL snapshot, so the next read
 * returns the events of all transactions that committed later, however long they took. An id would not work,
 * because transactions do not commit in the order of their events' ids.
 */
export function eventFeed({ send, onEvents, onGap, purge }: EventFeedOptions) {
  /** The last read's snapshot. Not valid on a new connection: after a crash, transaction ids may repeat. */
  let position: string | undefined
  let readAt = 0
  let purgeBefore: string | undefined
  let reading = Promise.resolve()
  let nextRead: Promise<void> | undefined

  async function read(): Promise<void> {
    const from = position
    if (from === undefined) throw new Error('The connection for live updates is down')
    const { snapshot, at, events } = await readLiveEvents(send, from)
    // `pause()` or `start()` was called during the read, so the connection of this result is gone.
    if (position !== from) return
    const sinceLastRead = at - readAt
    position = snapshot
    readAt = at
    if (sinceLastRead > LONGEST_PAUSE_MS) onGap()
    onEvents(events)
  }

  /** Reads and handles all events committed before this call. @throws Error if the connection fails */
  function catchUp(): Promise<void> {
    nextRead ??= reading
      .catch(() => {})
      .then(() => {
        nextRead = undefined
        reading = read()
        return reading
      })
    return nextRead
  }

  /** Deletes what was read before the previous purge. Other nodes have read it, too, or will call `onGap`. */
  async function purgeRead(): Promise<void> {
    const before = purgeBefore
    purgeBefore = position
    if (before !== undefined) await purge(before)
  }

  const timers = [
    setInterval(() => void catchUp().catch(() => {}), READ_MS).unref(),
    setInterval(() => void purgeRead(), PURGE_MS).unref(),
  ]
  return {
    catchUp,
    /** Starts reading on a new connection. Skips the events that are already committed. */
    async start(): Promise<void> {
      const { snapshot, at } = await readCurrentSnapshot(send)
      position = snapshot
      readAt = at
      purgeBefore = undefined
    },
    /** Call this when the connection is lost, because a new connection needs a new position. */
    pause(): void {
      position = undefined
    },
    stop(): void {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
