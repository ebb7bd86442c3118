import type { Queries } from '../../platform/database/database.ts'
import type { PaymentEvent } from '../../providers/payments/payments.ts'
import { paymentEvents } from './tables.ts'

/** Notes a notice; false when it was worked before. Whoever tells it at the same time waits. */
export async function insertEvent(
  tx: Queries,
  { id, type, at }: PaymentEvent,
  now: Date,
): Promise<boolean> {
  const noted = await tx
    .insert(paymentEvents)
    .values({ id, type, at, workedAt: now })
    .onConflictDoNothing()
  return noted.rowCount === 1
}
