import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  findDeadWorkers,
  freeJobs,
  type Session,
  takeOver,
  tryLock,
  unlock,
  withOwnConnection,
} from './store.ts'

type Connection = Parameters<typeof tryLock>[0]

export interface WorkerLocksOptions {
  readonly url: string
  /** Called when jobs of dead workers are due again. */
  readonly onFreed: (workerIds: readonly string[]) => void
  readonly onLost?: (error: Error) => void
  /** How often to look for dead workers. Milliseconds. */
  readonly lookMs?: number
}

export interface WorkerLocks {
  /** Holds a worker's lock from now on, and takes it again after a lost connection. */
  take(workerId: string): void
  /**
   * Resolves when a worker's lock is held, now or within a second.
   * @throws Error when it is not held by then
   */
  whenHeld(workerId: string): Promise<void>
  /** Returns whether a worker's lock is held now. */
  holds(workerId: string): boolean
  /** Releases the lock of a worker that has ended. Any node may take over its unfinished jobs. */
  release(workerId: string): void
  stop(): Promise<void>
}

const LOOK_MS = 2_000
const RETRY_MS = 100
/** How long a worker waits for its lock before it asks for a job again. Milliseconds. */
const PATIENCE_MS = 1_000

/**
 * Tracks which workers are alive, and frees the jobs of those that are not. The queue itself only frees
 * the jobs of a killed worker after four hours. Here each worker holds an advisory lock, on one connection
 * of its process, from before its first job. The database releases the lock only when the process dies.
 *
 * A worker counts as dead when its lock is free at two checks in a row, so that a worker whose connection
 * broke has the time between them to take the lock again.
 */
export function startWorkerLocks(options: WorkerLocksOptions): WorkerLocks {
  const { url, onFreed, onLost, lookMs = LOOK_MS } = options
  const wanted = new Set<string>()
  const locked = new Set<string>()
  const news = new EventEmitter()
  // Each worker listens for this event at its start, which may be more listeners than Node's
  // default limit.
  news.setMaxListeners(0)
  const stopping = new AbortController()
  let woken = new AbortController()
  const wake = () => woken.abort()
  stopping.signal.addEventListener('abort', wake)

  async function settleLocks(client: Connection): Promise<void> {
    for (const id of wanted) {
      if (!locked.has(id) && (await tryLock(client, id))) locked.add(id)
    }
    for (const id of locked) {
      if (!wanted.has(id)) {
        await unlock(client, id)
        locked.delete(id)
      }
    }
    news.emit('settled')
  }

  let session: Session | undefined

  async function work(client: Connection, lost: AbortSignal): Promise<void> {
    lost.addEventListener('abort', () => locked.clear())
    session = await takeOver(client, session)
    let suspects: readonly string[] = []
    let lookAt = performance.now()
    while (!lost.aborted && !stopping.signal.aborted) {
      woken = new AbortController()
      await settleLocks(client)
      if (performance.now() >= lookAt) {
        lookAt = performance.now() + lookMs
        const deserted = await findDeadWorkers(client, [...wanted])
        const dead = deserted.filter((id) => suspects.includes(id))
        suspects = deserted
        const freed = dead.length > 0 ? await freeJobs(client, dead) : []
        if (freed.length > 0) onFreed(freed)
      }
      const rest = Math.max(0, lookAt - performance.now())
      await sleep(rest, undefined, { signal: AbortSignal.any([woken.signal, lost]) }).catch(
        () => {},
      )
    }
  }

  const supervised = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await withOwnConnection(url, work)
      } catch (error) {
        if (!stopping.signal.aborted && error instanceof Error) onLost?.(error)
      }
      locked.clear()
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  return {
    take(workerId) {
      wanted.add(workerId)
      wake()
    },
    async whenHeld(workerId) {
      if (locked.has(workerId)) return
      const signal = AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), stopping.signal])
      while (!locked.has(workerId)) await once(news, 'settled', { signal })
    },
    holds: (workerId) => locked.has(workerId),
    release(workerId) {
      wanted.delete(workerId)
      wake()
    },
    async stop() {
      stopping.abort()
      await supervised
    },
  }
}
