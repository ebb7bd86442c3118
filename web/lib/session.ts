import { useSyncExternalStore } from 'react'

const SESSION_KEY = 'sessionId'
const DEVICE_KEY = 'device'

type Listener = () => void
const listeners = new Set<Listener>()

function announce(): void {
  for (const listener of [...listeners]) listener()
}

// Signing in or out in another tab affects this tab too.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === SESSION_KEY || event.key === null) announce()
  })
}

/** Returns the stored session id, or null when signed out. */
export function sessionId(): string | null {
  return localStorage.getItem(SESSION_KEY)
}

/** Calls `listener` whenever the session starts, changes or ends, in this tab or another one. */
export function onSessionChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Stores a new session. @param device this browser's key for later sign-ins, kept after signing out */
export function startSession(id: string, device: string): void {
  localStorage.setItem(SESSION_KEY, id)
  localStorage.setItem(DEVICE_KEY, device)
  announce()
}

/** Returns the device key from an earlier sign-in in this browser, to send with the next sign-in. */
export function deviceKey(): { device?: string } {
  const device = localStorage.getItem(DEVICE_KEY)
  return device === null ? {} : { device }
}

/**
 * Ends the session on this phone. With `only`, does nothing if the current session has another id: a late
 * 401 response to an old session must not end the new one.
 */
export function endSession(only?: string | null): void {
  if (only !== undefined && only !== sessionId()) return
  localStorage.removeItem(SESSION_KEY)
  announce()
}

/** Prerendered pages have no session. */
const noSession = () => null

export function useSessionId(): string | null {
  return useSyncExternalStore(onSessionChange, sessionId, noSession)
}
