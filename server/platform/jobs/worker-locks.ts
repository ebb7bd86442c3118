import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  findDeserted,
  freeJobs,
  onOneConnection,
  type Session,
  takeOver,
  tryLock,
  unlock,
} from './store.ts'

type Connection = Parameters<typeof tryLock>[0]

export interface WorkerLocksOptions {
  readonly url: string
  /** Jobs of dead workers are due again. */
  readonly onFreed: (workerIds: readonly string[]) => void
  readonly onLost?: (error: Error) => void
  /** How often dead workers are looked for. Milliseconds. */
  readonly lookMs?: number
}

export interface WorkerLocks {
  /** Holds this worker's lock from now on, over lost connections too. */
  take(workerId: string): void
  /**
   * Resolves when its lock is held now, or in a moment.
   * @throws Error while it is not
   */
  held(workerId: string): Promise<void>
  /** Whether its lock is held now. */
  holds(workerId: string): boolean
  /** The worker has ended: what it has not given back is anybody's. */
  letGo(workerId: string): void
  stop(): Promise<void>
}

const LOOK_MS = 2_000
const RETRY_MS = 100
/** How long a worker waits for its lock before it asks for a job again. */
const PATIENCE_MS = 1_000

/**
 * Says which workers live, and frees the jobs of those that do not. The queue itself gives the jobs of
 * a worker that was killed back after four hours, by the clock. Here each worker holds a lock of the
 * database, on one connection of its process, from before its first job on: the database lets go of it
 * when the process dies, and not before.
 *
 * A worker counts as dead when its lock is free at two looks in a row, so that one whose connection
 * broke has the time between them to take it again.
 */
export function keepWorkerLocks(options: WorkerLocksOptions): WorkerLocks {
  const { url, onFreed, onLost, lookMs = LOOK_MS } = options
  const wanted = new Set<string>()
  const locked = new Set<string>()
  const news = new EventEmitter()
  // Each worker of the pool waits for it at the start.
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
        const deserted = await findDeserted(client, [...wanted])
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
        await onOneConnection(url, work)
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
    async held(workerId) {
      if (locked.has(workerId)) return
      const signal = AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), stopping.signal])
      while (!locked.has(workerId)) await once(news, 'settled', { signal })
    },
    holds: (workerId) => locked.has(workerId),
    letGo(workerId) {
      wanted.delete(workerId)
      wake()
    },
    async stop() {
      stopping.abort()
      await supervised
    },
  }
}
