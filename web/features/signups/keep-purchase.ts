import { paymentPage } from './follow-payment.ts'

/** A purchase that was begun in this tab. */
export interface KeptPurchase {
  readonly groupName: string
  readonly email: string
  /** Where to pay. */
  readonly payAt: string
  readonly isPaid: boolean
}

const KEY = 'purchase'

/** Keeps a purchase while its payer is away at the payment page, for this tab alone. */
export function keepPurchase(purchase: KeptPurchase): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(purchase))
  } catch {
    // No storage: whoever comes back is not called by name.
  }
}

/** The purchase that this tab has begun last; undefined where none was. */
export function keptPurchase(): KeptPurchase | undefined {
  try {
    return readPurchase(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'), window.location.origin)
  } catch {
    return undefined
  }
}

/** A kept purchase, where it is one and its page may be followed. */
export function readPurchase(kept: unknown, origin: string): KeptPurchase | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const { groupName, email, payAt, isPaid } = kept as Readonly<Record<string, unknown>>
  if (typeof groupName !== 'string' || typeof email !== 'string' || typeof payAt !== 'string')
    return undefined
  const page = paymentPage(payAt, origin)
  return page === undefined ? undefined : { groupName, email, payAt: page, isPaid: isPaid === true }
}
