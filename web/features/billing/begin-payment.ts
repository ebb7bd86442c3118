import { createSubscription } from '../../../contract/billing.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { ApiError, call } from '../../lib/api-client.ts'

/** The server's answer to a request to begin a payment. */
export type Begun =
  | ({ readonly standing: 'ready' } & AnswerOf<typeof createSubscription>)
  /**
   * 'off': this server takes no payments; 'processing': the last payment is being confirmed;
   * 'subscribed': there is nothing to pay. `message` comes from the server.
   */
  | { readonly standing: 'off' | 'processing' | 'subscribed'; readonly message: string }

const STANDINGS = {
  PAYMENTS_OFF: 'off',
  PAYMENT_PROCESSING: 'processing',
  ALREADY_SUBSCRIBED: 'subscribed',
} as const

/** Begins the payment for a group, or returns the one already begun. */
export async function beginPayment(groupId: number): Promise<Begun> {
  try {
    return { standing: 'ready', ...(await call(createSubscription, { body: { groupId } })) }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === undefined) throw error
    if (!(error.code in STANDINGS)) throw error
    const standing = STANDINGS[error.code as keyof typeof STANDINGS]
    return { standing, message: error.serverMessage ?? '' }
  }
}
