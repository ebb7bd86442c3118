import * as z from 'zod/mini'
import { INVITE_LINK_DAYS, WELCOME_LINK_DAYS } from '../../../../contract/limits.ts'
import { safePaymentUrl } from '../../../lib/paths.ts'
import { CONTACT_STORAGE_KEY } from '../../../lib/session.ts'

const contactSchema = z.object({
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  /** The invite link that a visitor used, and the response to the request. */
  request: z.optional(
    z.object({ inviteToken: z.string(), status: z.enum(['requested', 'invited']) }),
  ),
  until: z.number(),
})

type StoredContact = z.output<typeof contactSchema>

/** A request may be approved until its invite link expires. The link that we then email works for a week. */
export const STORED_CONTACT_DAYS = INVITE_LINK_DAYS + WELCOME_LINK_DAYS

/**
 * Stores a contact in this browser, for the form on the welcome page that the emailed link opens. Starting a
 * session deletes the contact.
 */
export function storeContact(contact: Omit<StoredContact, 'until'>): void {
  const until = Date.now() + STORED_CONTACT_DAYS * 86_400_000
  localStorage.setItem(CONTACT_STORAGE_KEY, JSON.stringify({ ...contact, until }))
}

export function findStoredContact(email: string, now = Date.now()): StoredContact | undefined {
  const contact = readUnexpired(now)
  return contact?.email.toLowerCase() === email.toLowerCase() ? contact : undefined
}

/** Finds what a visitor sent through an invite link in this browser. */
export function findStoredRequest(inviteToken: string, now = Date.now()) {
  const contact = readUnexpired(now)
  return contact?.request?.inviteToken === inviteToken
    ? { ...contact, status: contact.request.status }
    : undefined
}

export function deleteExpiredContact(now = Date.now()): void {
  if (readUnexpired(now) === undefined) localStorage.removeItem(CONTACT_STORAGE_KEY)
}

function readUnexpired(now: number): StoredContact | undefined {
  const stored = JSON.parse(localStorage.getItem(CONTACT_STORAGE_KEY) ?? 'null')
  const contact = contactSchema.safeParse(stored).data
  return contact && contact.until > now ? contact : undefined
}

const purchaseSchema = z.object({
  groupName: z.string(),
  email: z.string(),
  payAt: z.string(),
  isPaid: z.boolean(),
})

export type StoredPurchase = z.output<typeof purchaseSchema>

const PURCHASE_KEY = 'purchase'

export function storePurchase(purchase: StoredPurchase): void {
  sessionStorage.setItem(PURCHASE_KEY, JSON.stringify(purchase))
}

export function findStoredPurchase(): StoredPurchase | undefined {
  if (typeof window === 'undefined') return undefined
  const stored = JSON.parse(sessionStorage.getItem(PURCHASE_KEY) ?? 'null')
  const purchase = purchaseSchema.safeParse(stored).data
  const payAt = safePaymentUrl(purchase?.payAt, window.location.origin)
  return purchase && payAt !== undefined ? { ...purchase, payAt } : undefined
}
