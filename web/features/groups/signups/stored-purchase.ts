import { paymentPage } from './follow-payment.ts'

/** A purchase begun in this tab. */
export interface StoredPurchase {
  readonly groupName: string
  readonly email: string
  /** Where to pay. */
  readonly payAt: string
  readonly isPaid: boolean
}

const KEY = 'purchase'

/** Stores a purchase for this tab while the payer is on the payment page. */
export function storePurchase(purchase: StoredPurchase): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(purchase))
  } catch {
    // Without storage, the page doesn't mention the group by name on return.
  }
}

/** Returns the last purchase begun in this tab; undefined if there is none. */
export function findStoredPurchase(): StoredPurchase | undefined {
  try {
    return readPurchase(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'), window.location.origin)
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
