import type { Delivery } from '../../../contract/delivery-log.ts'
import { maskRecipient } from './mask-recipient.ts'

/** Converts a message's row for super admins. */
export function presentDelivery<
  Row extends { createdAt: Date; sentAt: Date | null; recipient: string } & Omit<
    Delivery,
    'createdAt' | 'sentAt' | 'recipient'
  >,
>(row: Row): Delivery {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    recipient: maskRecipient(row.recipient),
  }
}
