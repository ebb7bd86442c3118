import { type LiveEventRow, readLiveEvents, type SendStatement, type Snapshot } from './store.ts'

/** How often to read events without a signal, because a node may die between a commit and its signal. */
const READ_INTERVAL_MS = 1_000

const PURGE_INTERVAL_MS = 15_000

/** The longest safe time between reads. After `PURGE_INTERVAL_MS`, other nodes may delete unread events. */
const LONGEST_PAUSE_MS = 10_000

export type EventFeed = ReturnType<typeof eventFeed>

/**
 * Reads live events after their transactions commit. The feed remembers the PostgreSQL snapshot of its last
 * read. The next read returns the events of all transactions that this snapshot does not see. An event id
 * would not work as a position, because transactions do not commit in the order of their event ids.
 */
export function eventFeed(options: {
  send: SendStatement
  /** Gets each event at most once, and never before an event that was committed earlier. */
  onEvents: (events: readonly LiveEventRow[]) => void
  onGap: () => void
  purge: (before: string) => Promise<void>
}) {
  const { send, onEvents, onGap, purge } = options
  /** Undefined without a connection: after a crash, the database may use the same transaction ids again. */
  let lastSnapshot: Snapshot | undefined
  let purgeBefore: string | undefined
  let currentRead = Promise.resolve()
  let nextRead: Promise<void> | undefined

  async function read(): Promise<void> {
    const previousSnapshot = lastSnapshot
    if (previousSnapshot === undefined) throw new Error('The connection for live updates is down')
    const { events, ...newSnapshot } = await readLiveEvents(send, previousSnapshot.snapshot)
    // If `pause()` or `start()` was called during the read, the result is from a lost connection.
    if (lastSnapshot !== previousSnapshot) return
    lastSnapshot = newSnapshot
    if (newSnapshot.at - previousSnapshot.at > LONGEST_PAUSE_MS) onGap()
    onEvents(events)
  }

  /** Handles all events that were committed before this call. @throws Error if the connection fails */
  function catchUp(): Promise<void> {
    nextRead ??= currentRead
      .catch(() => {})
      .then(() => {
        nextRead = undefined
        currentRead = read()
        return currentRead
      })
    return nextRead
  }

  /** Deletes events from before the previous purge. Other nodes have read them, or will call `onGap`. */
  async function purgeReadEvents(): Promise<void> {
    const before = purgeBefore
    purgeBefore = lastSnapshot?.snapshot
    if (before !== undefined) await purge(before)
  }

  const timers = [
    setInterval(() => void catchUp().catch(() => {}), READ_INTERVAL_MS).unref(),
    setInterval(() => void purgeReadEvents(), PURGE_INTERVAL_MS).unref(),
  ]
  return {
    catchUp,
    /** Starts reading on a new connection. Skips events that are already committed. */
    async start(): Promise<void> {
      lastSnapshot = await readLiveEvents(send, null)
      purgeBefore = undefined
    },
    /** Must be called when the connection is lost. */
    pause(): void {
      lastSnapshot = undefined
    },
    stop(): void {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
