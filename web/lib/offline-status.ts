import { useSyncExternalStore } from 'react'

/** Addresses whose answer on the screen is a stored one, and when that answer was last known to be current. */
const shown = new Map<string, number>()
/** When live events stopped for what this page had read itself. */
let lostAt: number | undefined

const listeners = new Set<() => void>()

function announce(): void {
  for (const listener of [...listeners]) listener()
}

/** Answers that only decide which screen opens. Their age says nothing about the content on it. */
const AGELESS_ANSWERS = /\/check$|^\/api\/auth\//

export function markCached(address: string, at: number): void {
  shown.set(address, at)
  announce()
}

export function markFresh(address: string): void {
  if (shown.delete(address)) announce()
}

export function isCached(address: string): boolean {
  return shown.has(address)
}

export function cachedAddresses(): readonly string[] {
  return [...shown.keys()]
}

/** Records that the live stream is connected, or has just been lost. */
export function recordConnection(isLive: boolean, now: number): void {
  if (isLive) lostAt = undefined
  else lostAt ??= now
  announce()
}

export function clearOfflineStatus(): void {
  shown.clear()
  lostAt = undefined
  announce()
}

/** Returns the time of the oldest content on the screen; undefined if all of it is current. */
function asOf(): number | undefined {
  const times = [...shown].filter(([address]) => !AGELESS_ANSWERS.test(address)).map(([, at]) => at)
  const oldest = Math.min(...times, lostAt ?? Number.POSITIVE_INFINITY)
  return Number.isFinite(oldest) ? oldest : undefined
}

export function useAsOf(): number | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    asOf,
    () => undefined,
  )
}
