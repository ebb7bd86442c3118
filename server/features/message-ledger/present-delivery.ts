import type { Delivery } from '../../../contract/message-ledger.ts'
import { maskRecipient } from './mask-recipient.ts'

/** A message's row as super admins are shown it. */
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
