import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

const SESSION_STORAGE_KEY = 'sessionId'
const DEVICE_STORAGE_KEY = 'device'
/** The key for what a visitor typed to sign up or to join a group. */
export const CONTACT_STORAGE_KEY = 'signup-contact'
/** The key for drafts, which are form values that golfers typed but didn't send. */
export const DRAFTS_STORAGE_KEY = 'drafts'

const { subscribe, announce } = createListeners()

// Signing in or out in another tab affects this tab too.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (event.key === SESSION_STORAGE_KEY || event.key === null) announce()
  })
}

export function sessionId(): string | null {
  return localStorage.getItem(SESSION_STORAGE_KEY)
}

/** Calls `listener` whenever the session starts, changes or ends, in this tab or another one. */
export const onSessionChange = subscribe

/** Stores a new session. @param deviceKey this browser's key for later sign-ins, kept after signing out */
export function startSession(id: string, deviceKey: string): void {
  localStorage.setItem(SESSION_STORAGE_KEY, id)
  localStorage.setItem(DEVICE_STORAGE_KEY, deviceKey)
  localStorage.removeItem(CONTACT_STORAGE_KEY)
  announce()
}

export function storedDevice(): { device?: string } {
  const deviceKey = localStorage.getItem(DEVICE_STORAGE_KEY)
  return deviceKey === null ? {} : { device: deviceKey }
}

/**
 * Ends the session on this phone. With `expected`, ends only that session, because a late 401 response to an
 * old session must not end a new one.
 */
export function endSession(expected?: string | null): void {
  if (expected !== undefined && expected !== sessionId()) return
  localStorage.removeItem(SESSION_STORAGE_KEY)
  announce()
}

export function useSessionId(): string | null {
  // Prerendered pages have no session.
  return useSyncExternalStore(onSessionChange, sessionId, () => null)
}
