import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

export function useIsOffline(): boolean {
  return useSyncExternalStore(
    subscribeToNetwork,
    () => !navigator.onLine,
    () => false,
  )
}

function subscribeToNetwork(listener: () => void): () => void {
  const stopping = new AbortController()
  window.addEventListener('online', listener, { signal: stopping.signal })
  window.addEventListener('offline', listener, { signal: stopping.signal })
  return () => stopping.abort()
}

interface StaleResponse {
  /** When the response was last known to be current. */
  readonly at: number
  /** Whether it comes from this phone's storage. If not, this page loaded it, but can't refetch it now. */
  readonly isStored: boolean
}

/** The responses that may be outdated, by address. */
const staleResponses = new Map<string, StaleResponse>()
/** When the lost live stream last received something; undefined while it is connected. */
let streamLostAt: number | undefined
/** The `streamLostAt` before the last reconnection; 0 if the stream has never reconnected. */
let previouslyLostAt = 0
let hasCaughtUp = false

const { subscribe, announce } = createListeners()

/** Responses that only decide which screen opens. Their age says nothing about the content on the screen. */
const AGELESS_RESPONSES = /\/check$|^\/api\/auth\//

export function markAsFromStorage(address: string, at: number): void {
  staleResponses.set(address, { at, isStored: true })
  announce()
}

/** @param readAt when the response was last loaded, or changed by a live event */
export function markOutdated(address: string, readAt: number): void {
  staleResponses.set(address, { at: Math.max(readAt, previouslyLostAt), isStored: false })
  announce()
}

export function markFresh(address: string): void {
  if (staleResponses.delete(address)) announce()
}

export function isFromStorage(address: string): boolean {
  return staleResponses.get(address)?.isStored === true
}

export function staleAddresses(): readonly string[] {
  return [...staleResponses.keys()]
}

export function recordConnection(isLive: boolean, lastHeardAt: number): void {
  if (isLive) {
    previouslyLostAt = streamLostAt ?? previouslyLostAt
    streamLostAt = undefined
  } else streamLostAt ??= lastHeardAt
  announce()
}

/** Records that the live stream has triggered its first refetch, or that there is no stream for now. */
export function recordCatchUp(): void {
  if (hasCaughtUp) return
  hasCaughtUp = true
  announce()
}

/** Returns whether {@link recordCatchUp} was called. Loading live data earlier would only load it twice. */
export function useHasCaughtUp(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasCaughtUp,
    () => false,
  )
}

export function clearOfflineStatus(): void {
  staleResponses.clear()
  streamLostAt = undefined
  announce()
}

/** Returns the time of the oldest content on the screen; undefined if all of it is current. */
export function oldestContentTime(): number | undefined {
  const times = [...staleResponses]
    .filter(([address]) => !AGELESS_RESPONSES.test(address))
    .map(([, { at }]) => at)
  const oldest = Math.min(...times, streamLostAt ?? Number.POSITIVE_INFINITY)
  return Number.isFinite(oldest) ? oldest : undefined
}

export function useOldestContentTime(): number | undefined {
  return useSyncExternalStore(subscribe, oldestContentTime, () => undefined)
}
