import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, withDedicatedConnection } from '../database/connection.ts'
import {
  findDeadWorkers,
  freeJobs,
  LOCK_SESSION,
  type Session,
  takeOver,
  tryLock,
  unlock,
} from './store.ts'

interface WorkerLocksOptions {
  readonly url: string
  readonly onFreed: (workerIds: readonly string[]) => void
  readonly onLost?: (error: Error) => void
  readonly checkIntervalMs?: number
}

export type WorkerLocks = ReturnType<typeof startWorkerLocks>

const RETRY_MS = 100
const LOCK_WAIT_MS = 1_000

/**
 * Frees the jobs of killed workers. (The queue itself frees them only after four hours.) Each worker holds an
 * advisory lock to show that it is alive. A worker counts as dead when its lock is free at two checks in a
 * row. So a worker whose connection broke has time to take the lock again.
 */
export function startWorkerLocks(options: WorkerLocksOptions) {
  const { url, onFreed, onLost, checkIntervalMs = 2_000 } = options
  const wanted = new Set<string>()
  const locked = new Set<string>()
  const events = new EventEmitter()
  // Each worker adds a listener when it starts. Together they may exceed the number at which Node warns.
  events.setMaxListeners(0)
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
    events.emit('settled')
  }

  let session: Session | undefined

  async function work(client: Connection, lost: AbortSignal): Promise<void> {
    lost.addEventListener('abort', () => locked.clear())
    session = await takeOver(client, session)
    let suspects: readonly string[] = []
    let nextCheckAt = performance.now()
    while (!lost.aborted && !stopping.signal.aborted) {
      woken = new AbortController()
      await settleLocks(client)
      if (performance.now() >= nextCheckAt) {
        nextCheckAt = performance.now() + checkIntervalMs
        const deserted = await findDeadWorkers(client, [...wanted])
        const dead = deserted.filter((id) => suspects.includes(id))
        suspects = deserted
        const freed = dead.length > 0 ? await freeJobs(client, dead) : []
        if (freed.length > 0) onFreed(freed)
      }
      const signal = AbortSignal.any([woken.signal, lost])
      await sleep(Math.max(0, nextCheckAt - performance.now()), undefined, { signal }).catch(
        () => {},
      )
    }
  }

  const supervised = (async () => {
    while (!stopping.signal.aborted) {
      try {
        await withDedicatedConnection({ url, ...LOCK_SESSION }, work)
      } catch (error) {
        if (!stopping.signal.aborted && error instanceof Error) onLost?.(error)
      }
      locked.clear()
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  return {
    /** Takes a worker's lock as soon as possible, and again after each loss of the connection. */
    take(workerId: string) {
      wanted.add(workerId)
      wake()
    },
    /** Waits until a worker's lock is held. @throws Error when it is not held within a second */
    async whenHeld(workerId: string) {
      if (locked.has(workerId)) return
      const signal = AbortSignal.any([AbortSignal.timeout(LOCK_WAIT_MS), stopping.signal])
      while (!locked.has(workerId)) await once(events, 'settled', { signal })
    },
    holds: (workerId: string) => locked.has(workerId),
    /** Releases the lock of a job runner that has ended, so that any process can take over its jobs. */
    release(workerId: string) {
      wanted.delete(workerId)
      wake()
    },
    async stop() {
      stopping.abort()
      await supervised
    },
  }
}
