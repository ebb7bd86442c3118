import * as z from 'zod/mini'
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

const storedContact = z.object({
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  until: z.number(),
})

/** Returns a stored contact if it is valid, for this address, and hasn't expired. */
export function readContact(kept: unknown, email: string, now: number): StoredContact | undefined {
  const stored = storedContact.safeParse(kept).data
  if (stored === undefined || stored.until <= now) return undefined
  const { email: storedEmail, name, phone } = stored
  return storedEmail.toLowerCase() === email.toLowerCase()
    ? { email: storedEmail, name, phone }
    : undefined
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

const storedPurchase = z.object({
  groupName: z.string(),
  email: z.string(),
  payAt: z.string(),
  isPaid: z.catch(z.boolean(), false),
})

/** Returns a stored purchase if it is valid and its payment page is safe to open. */
export function readPurchase(kept: unknown, origin: string): StoredPurchase | undefined {
  const purchase = storedPurchase.safeParse(kept).data
  const payAt = paymentPage(purchase?.payAt, origin)
  return purchase && payAt !== undefined ? { ...purchase, payAt } : undefined
}
