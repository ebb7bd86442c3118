import { isPaymentPath } from '../../../contract/billing.ts'

/**
 * Returns whether this document may load Stripe's form. The server allows it only for documents served
 * at payment screens. In-app navigation keeps the document, and so its policy.
 */
export function mayLoadStripe(): boolean {
  const [loaded] = performance.getEntriesByType('navigation')
  // If the browser doesn't say, assume yes: a reload would loop forever.
  return loaded === undefined || isPaymentPath(new URL(loaded.name).pathname)
}
