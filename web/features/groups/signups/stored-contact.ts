import { WELCOME_LINK_DAYS } from '../../../../contract/limits.ts'

/** The contact details a visitor typed on a signup form in this browser. */
export interface StoredContact {
  readonly email: string
  readonly name: string
  readonly phone: string
}

const KEY = 'signup-contact'
const KEPT_MS = WELCOME_LINK_DAYS * 86_400_000

/** Stores a contact in this browser for the welcome page, which the link in the email opens. */
export function storeContact(contact: StoredContact): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...contact, until: Date.now() + KEPT_MS }))
  } catch {
    // Without storage, the visitor types it again.
  }
}

/** Returns the contact stored for an email address; undefined if there is none. */
export function findStoredContact(email: string): StoredContact | undefined {
  try {
    return readContact(JSON.parse(localStorage.getItem(KEY) ?? 'null'), email, Date.now())
  } catch {
    return undefined
  }
}

export function deleteStoredContact(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Without storage, nothing was stored either.
  }
}

/** Returns a stored contact if it is valid, for this address, and hasn't expired. */
export function readContact(kept: unknown, email: string, now: number): StoredContact | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const { email: its, name, phone, until } = kept as Readonly<Record<string, unknown>>
  if (typeof its !== 'string' || typeof name !== 'string' || typeof phone !== 'string')
    return undefined
  if (typeof until !== 'number' || until <= now) return undefined
  return its.toLowerCase() === email.toLowerCase() ? { email: its, name, phone } : undefined
}
