import { isPaymentPath } from '../../../contract/billing.ts'

/**
 * Whether this document may load Stripe's form. The server allows it only in the documents of the
 * screens that one pays on, and a document keeps what it came with as one goes from screen to screen.
 */
export function mayLoadStripe(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  // A browser that does not tell is not to be sent in circles.
  return loaded === undefined || isPaymentPath(new URL(loaded.name).pathname)
}
