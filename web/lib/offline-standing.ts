import { useSyncExternalStore } from 'react'

/** Addresses whose answer on the screen is a stored one, and when it was last known to be true. */
const shown = new Map<string, number>()
/** When live events stopped for what this page had read itself. */
let lostAt: number | undefined

const listeners = new Set<() => void>()

function announce(): void {
  for (const listener of [...listeners]) listener()
}

/** Answers that only lead to a screen say nothing about the age of its content. */
const OPENS_THE_WAY = /\/check$|^\/api\/auth\//

export function noteKept(address: string, at: number): void {
  shown.set(address, at)
  announce()
}

export function noteFresh(address: string): void {
  if (shown.delete(address)) announce()
}

export function isKept(address: string): boolean {
  return shown.has(address)
}

export function keptAddresses(): readonly string[] {
  return [...shown.keys()]
}

/** Notes that the live stream is connected, or has just been lost. */
export function noteConnection(isLive: boolean, now: number): void {
  if (isLive) lostAt = undefined
  else lostAt ??= now
  announce()
}

export function forgetStanding(): void {
  shown.clear()
  lostAt = undefined
  announce()
}

/** Returns the time of the oldest content on the screen; undefined if all of it is current. */
function asOf(): number | undefined {
  const times = [...shown].filter(([address]) => !OPENS_THE_WAY.test(address)).map(([, at]) => at)
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
