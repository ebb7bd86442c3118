import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, withDedicatedConnection } from '../database/connection.ts'
import {
  findUnlockedWorkers,
  freeJobs,
  LOCK_SESSION_OPTIONS,
  replaceSession,
  tryLock,
  unlock,
} from './store.ts'

export type WorkerLocks = ReturnType<typeof startWorkerLocks>

const RETRY_MS = 100
const LOCK_WAIT_MS = 1_000

/**
 * Frees the jobs of killed workers. (The queue itself frees them only after four hours.) Each worker holds an
 * advisory lock to show that it is alive. A worker counts as dead when its lock is free at two checks in a
 * row, so that a worker whose connection broke has time to take the lock again.
 */
export function startWorkerLocks(options: {
  url: string
  onFreed: (workerIds: readonly string[]) => void
  /** Called once when the connection is lost, not for each failed attempt to connect again. */
  onLost?: (error: unknown) => void
  checkIntervalMs?: number
}) {
  const { url, onFreed, onLost, checkIntervalMs = 2_000 } = options
  const wantedWorkerIds = new Set<string>()
  const lockedWorkerIds = new Set<string>()
  const events = new EventEmitter()
  // Each worker adds a listener when it starts. Together they may exceed the number at which Node warns.
  events.setMaxListeners(0)
  const stopping = new AbortController()
  let wakeUpController = new AbortController()
  const wake = () => wakeUpController.abort()
  stopping.signal.addEventListener('abort', wake)

  async function settleLocks(client: Connection): Promise<void> {
    for (const id of wantedWorkerIds) {
      if (!lockedWorkerIds.has(id) && (await tryLock(client, id))) lockedWorkerIds.add(id)
    }
    for (const id of lockedWorkerIds) {
      if (!wantedWorkerIds.has(id)) {
        await unlock(client, id)
        lockedWorkerIds.delete(id)
      }
    }
    events.emit('settled')
  }

  let session: Awaited<ReturnType<typeof replaceSession>> | undefined

  async function maintainLocks(client: Connection, lost: AbortSignal): Promise<void> {
    lost.addEventListener('abort', () => lockedWorkerIds.clear())
    session = await replaceSession(client, session)
    let suspects: readonly string[] = []
    let nextCheckAt = performance.now()
    while (!lost.aborted && !stopping.signal.aborted) {
      wakeUpController = new AbortController()
      await settleLocks(client)
      if (performance.now() >= nextCheckAt) {
        nextCheckAt = performance.now() + checkIntervalMs
        const unlockedIds = await findUnlockedWorkers(client, [...wantedWorkerIds])
        const deadIds = unlockedIds.filter((id) => suspects.includes(id))
        suspects = unlockedIds
        const freedIds = deadIds.length > 0 ? await freeJobs(client, deadIds) : []
        if (freedIds.length > 0) onFreed(freedIds)
      }
      const signal = AbortSignal.any([wakeUpController.signal, lost])
      const waitMs = Math.max(0, nextCheckAt - performance.now())
      await sleep(waitMs, undefined, { signal }).catch(() => {})
    }
  }

  const supervised = (async () => {
    let isConnected = true
    while (!stopping.signal.aborted) {
      try {
        await withDedicatedConnection({ url, ...LOCK_SESSION_OPTIONS }, (client, lost) => {
          isConnected = true
          return maintainLocks(client, lost)
        })
      } catch (error) {
        if (isConnected && !stopping.signal.aborted) onLost?.(error)
        isConnected = false
      }
      lockedWorkerIds.clear()
      await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()

  return {
    /** Takes a worker's lock as soon as possible, and again after each loss of the connection. */
    take(workerId: string) {
      wantedWorkerIds.add(workerId)
      wake()
    },
    /** Waits until a worker's lock is held. @throws Error when it is not held within a second */
    async whenHeld(workerId: string) {
      if (lockedWorkerIds.has(workerId)) return
      const signal = AbortSignal.any([AbortSignal.timeout(LOCK_WAIT_MS), stopping.signal])
      while (!lockedWorkerIds.has(workerId)) await once(events, 'settled', { signal })
    },
    holds: (workerId: string) => lockedWorkerIds.has(workerId),
    /** Releases the lock of a job runner that has ended, so that any process can take over its jobs. */
    release(workerId: string) {
      wantedWorkerIds.delete(workerId)
      wake()
    },
    async stop() {
      stopping.abort()
      await supervised
    },
  }
}
