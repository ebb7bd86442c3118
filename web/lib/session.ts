import { useSyncExternalStore } from 'react'

const SESSION_KEY = 'sessionId'
const DEVICE_KEY = 'device'
/** Set in local storage while this phone stores answers for use without a connection. */
export const KEPT_MARK = 'keptAnswers'

type Listener = () => void
const listeners = new Set<Listener>()

function announce(): void {
  for (const listener of [...listeners]) listener()
}

// Signing in or out in another tab affects this one too.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === SESSION_KEY || event.key === null) announce()
  })
}

/** Returns the stored session id, or null when signed out. */
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

/** Stores a new session. @param device the key of this browser for later sign-ins; kept after sign-out */
export function startSession(id: string, device: string): void {
  localStorage.setItem(SESSION_KEY, id)
  localStorage.setItem(DEVICE_KEY, device)
  announce()
}

/** Returns the device key that an earlier sign-in in this browser stored, to send with the next one. */
export function deviceKey(): { device?: string } {
  const device = localStorage.getItem(DEVICE_KEY)
  return device === null ? {} : { device }
}

/**
 * Ends the session on this phone. With `only`, does nothing if another session has started since then:
 * a late 401 of an old session must not sign the new one out.
 */
export function endSession(only?: string | null): void {
  if (only !== undefined && only !== sessionId()) return
  localStorage.removeItem(SESSION_KEY)
  announce()
}

/** Pages that the build prerenders have no session. */
const noSession = () => null

export function useSessionId(): string | null {
  return useSyncExternalStore(onSessionChange, sessionId, noSession)
}
