import { WELCOME_LINK_DAYS } from '../../../../contract/limits.ts'
import { paymentPage } from '../../../lib/paths.ts'

/** The contact details a visitor typed on a signup form in this browser. */
interface StoredContact {
  readonly email: string
  readonly name: string
  readonly phone: string
}

const CONTACT_KEY = 'signup-contact'
const KEPT_MS = WELCOME_LINK_DAYS * 86_400_000

/** Stores a contact in this browser for the welcome page, which the link in the email opens. */
export function storeContact(contact: StoredContact): void {
  try {
    localStorage.setItem(CONTACT_KEY, JSON.stringify({ ...contact, until: Date.now() + KEPT_MS }))
  } catch {
    // Without storage, the visitor types it again.
  }
}

/** Returns the contact stored for an email address; undefined if there is none. */
export function findStoredContact(email: string): StoredContact | undefined {
  try {
    return readContact(JSON.parse(localStorage.getItem(CONTACT_KEY) ?? 'null'), email, Date.now())
  } catch {
    return undefined
  }
}

export function deleteStoredContact(): void {
  try {
    localStorage.removeItem(CONTACT_KEY)
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

/** A purchase begun in this tab. */
export interface StoredPurchase {
  readonly groupName: string
  readonly email: string
  /** Where to pay. */
  readonly payAt: string
  readonly isPaid: boolean
}

const PURCHASE_KEY = 'purchase'

/** Stores a purchase for this tab while the payer is on the payment page. */
export function storePurchase(purchase: StoredPurchase): void {
  try {
    sessionStorage.setItem(PURCHASE_KEY, JSON.stringify(purchase))
  } catch {
    // Without storage, the page doesn't mention the group by name on return.
  }
}

/** Returns the last purchase begun in this tab; undefined if there is none. */
export function findStoredPurchase(): StoredPurchase | undefined {
  try {
    return readPurchase(
      JSON.parse(sessionStorage.getItem(PURCHASE_KEY) ?? 'null'),
      window.location.origin,
    )
  } catch {
    return undefined
  }
}

/** Returns a stored purchase if it is valid and its payment page is safe to open. */
export function readPurchase(kept: unknown, origin: string): StoredPurchase | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const { groupName, email, payAt, isPaid } = kept as Readonly<Record<string, unknown>>
  if (typeof groupName !== 'string' || typeof email !== 'string' || typeof payAt !== 'string')
    return undefined
  const page = paymentPage(payAt, origin)
  return page === undefined ? undefined : { groupName, email, payAt: page, isPaid: isPaid === true }
}
