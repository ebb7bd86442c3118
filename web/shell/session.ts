import { useSyncExternalStore } from 'react'

const SESSION_KEY = 'sessionId'
const DEVICE_KEY = 'device'
/** Set in local storage while this phone keeps answers for when it has no connection. */
export const KEPT_MARK = 'keptAnswers'

type Listener = () => void
const listeners = new Set<Listener>()

function announce(): void {
  for (const listener of [...listeners]) listener()
}

// Another tab signing in or out concerns this one too.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === SESSION_KEY || event.key === null) announce()
  })
}

/** The stored session id, or null when signed out. */
export function sessionId(): string | null {
  return localStorage.getItem(SESSION_KEY)
}

/** Calls back whenever the session begins, changes or ends, in this tab or another one. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** @param device makes this browser known the next time its golfer signs in, and outlives the session */
export function startSession(id: string, device: string): void {
  localStorage.setItem(SESSION_KEY, id)
  localStorage.setItem(DEVICE_KEY, device)
  announce()
}

/** What an earlier sign-in on this phone answered, for the next one. */
export function knownDevice(): { device?: string } {
  const device = localStorage.getItem(DEVICE_KEY)
  return device === null ? {} : { device }
}

/**
 * Ends the session on this phone. With `only`, nothing happens when another session has begun
 * since: a late 401 of an old session must not sign the new one out.
 */
export function endSession(only?: string | null): void {
  if (only !== undefined && only !== sessionId()) return
  localStorage.removeItem(SESSION_KEY)
  announce()
}

/** Whose pages are made before anybody opens them. */
const nobodysSession = () => null

export function useSessionId(): string | null {
  return useSyncExternalStore(onSessionChange, sessionId, nobodysSession)
}
