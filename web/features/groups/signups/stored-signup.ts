import * as z from 'zod/mini'
import { WELCOME_LINK_DAYS } from '../../../../contract/limits.ts'
import { safePaymentUrl } from '../../../lib/paths.ts'

const storedContact = z.object({
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  until: z.number(),
})

type StoredContact = Omit<z.output<typeof storedContact>, 'until'>

const CONTACT_KEY = 'signup-contact'
const KEPT_MS = WELCOME_LINK_DAYS * 86_400_000

/** Stores a contact in this browser for the welcome page, which the link in the email opens. */
export function storeContact(contact: StoredContact): void {
  localStorage.setItem(CONTACT_KEY, JSON.stringify({ ...contact, until: Date.now() + KEPT_MS }))
}

export function findStoredContact(email: string): StoredContact | undefined {
  return readContact(JSON.parse(localStorage.getItem(CONTACT_KEY) ?? 'null'), email, Date.now())
}

export function deleteStoredContact(): void {
  localStorage.removeItem(CONTACT_KEY)
}

export function readContact(stored: unknown, email: string, now: number) {
  const parsed = storedContact.safeParse(stored).data
  if (parsed === undefined || parsed.until <= now) return undefined
  const { until, ...contact } = parsed
  return contact.email.toLowerCase() === email.toLowerCase() ? contact : undefined
}

const storedPurchase = z.object({
  groupName: z.string(),
  email: z.string(),
  payAt: z.string(),
  isPaid: z.boolean(),
})

export type StoredPurchase = z.output<typeof storedPurchase>

const PURCHASE_KEY = 'purchase'

export function storePurchase(purchase: StoredPurchase): void {
  sessionStorage.setItem(PURCHASE_KEY, JSON.stringify(purchase))
}

export function findStoredPurchase(): StoredPurchase | undefined {
  if (typeof window === 'undefined') return undefined
  const stored = JSON.parse(sessionStorage.getItem(PURCHASE_KEY) ?? 'null')
  return parseStoredPurchase(stored, window.location.origin)
}

export function parseStoredPurchase(stored: unknown, origin: string): StoredPurchase | undefined {
  const purchase = storedPurchase.safeParse(stored).data
  const payAt = safePaymentUrl(purchase?.payAt, origin)
  return purchase && payAt !== undefined ? { ...purchase, payAt } : undefined
}
