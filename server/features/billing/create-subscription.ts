import type { createSubscription as call } from '../../../contract/billing.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { AppError } from '../../platform/errors.ts'

/**
 * Begins the payment for a group's next six months.
 * @throws AppError PAYMENTS_OFF: this server takes no money
 */
export async function createSubscription(): Promise<AnswerOf<typeof call>> {
  throw new AppError(
    'PAYMENTS_OFF',
    "Paying is not set up on this server yet, so nothing can be charged. Ask the people who run it: they can extend your group's time.",
  )
}
