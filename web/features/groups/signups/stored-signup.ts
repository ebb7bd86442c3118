import * as z from 'zod/mini'
import { INVITE_LINK_DAYS, WELCOME_LINK_DAYS } from '../../../../contract/limits.ts'
import { safePaymentUrl } from '../../../lib/paths.ts'
import { CONTACT_STORAGE_KEY } from '../../../lib/session.ts'

const storedContact = z.object({
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  /** The invite link that a visitor used, and the response to the request. */
  request: z.optional(
    z.object({ inviteToken: z.string(), status: z.enum(['requested', 'invited']) }),
  ),
  until: z.number(),
})

type StoredContact = Omit<z.output<typeof storedContact>, 'until'>

/** A request may be approved until its invite link expires. The link that we then email works for a week. */
export const STORED_CONTACT_DAYS = INVITE_LINK_DAYS + WELCOME_LINK_DAYS

/**
 * Stores a contact in this browser. The welcome page, which the emailed link opens, fills it in. Starting a
 * session deletes the contact.
 */
export function storeContact(contact: StoredContact): void {
  const until = Date.now() + STORED_CONTACT_DAYS * 86_400_000
  localStorage.setItem(CONTACT_STORAGE_KEY, JSON.stringify({ ...contact, until }))
}

export function findStoredContact(email: string) {
  return readContact(storedJson(), email, Date.now())
}

/** Finds what a visitor sent through an invite link in this browser. */
export function findStoredRequest(inviteToken: string) {
  return readRequest(storedJson(), inviteToken, Date.now())
}

export function deleteExpiredContact(now = Date.now()): void {
  if (parseUnexpired(storedJson(), now) === undefined) localStorage.removeItem(CONTACT_STORAGE_KEY)
}

function storedJson(): unknown {
  return JSON.parse(localStorage.getItem(CONTACT_STORAGE_KEY) ?? 'null')
}

export function readContact(stored: unknown, email: string, now: number) {
  const contact = parseUnexpired(stored, now)
  return contact?.email.toLowerCase() === email.toLowerCase() ? contact : undefined
}

export function readRequest(stored: unknown, inviteToken: string, now: number) {
  const contact = parseUnexpired(stored, now)
  return contact?.request?.inviteToken === inviteToken
    ? { ...contact, status: contact.request.status }
    : undefined
}

function parseUnexpired(stored: unknown, now: number): StoredContact | undefined {
  const parsed = storedContact.safeParse(stored).data
  if (parsed === undefined || parsed.until <= now) return undefined
  const { until, ...contact } = parsed
  return contact
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
