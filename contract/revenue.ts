import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idInAddress, instant } from './fields.ts'

/** Where a payment stands, as the house's ledger has it. */
const paymentStatus = z.enum([
  'paid',
  'failed',
  'action-required',
  'refunded',
  'partly-refunded',
  'disputed',
  /** Paid, but not what was asked for: not credited. */
  'not-credited',
])

export const groupPayment = z.object({
  /** The provider's id of the invoice. */
  id: z.string(),
  status: paymentStatus,
  /** Cents. */
  amount: z.int(),
  /** Cents that were given back or are disputed. */
  returned: z.int(),
  currency: z.string(),
  paidAt: z.nullable(instant),
  createdAt: instant,
  /** What it pays for. */
  periodStart: instant,
  periodEnd: instant,
  payerName: z.nullable(z.string()),
})
export type GroupPayment = z.output<typeof groupPayment>

export const listGroupPayments = endpoint({
  method: 'GET',
  path: '/api/super-admin/groups/{groupId}/payments',
  summary: 'The payments of a group, newest first',
  params: z.object({ groupId: idInAddress }),
  answer: z.array(groupPayment),
})

export const readRevenue = endpoint({
  method: 'GET',
  path: '/api/super-admin/revenue',
  summary: 'How groups are paid for, and what came in each month',
  answer: z.object({
    /** Groups that are switched on, by how they stand; free ones, without an end, are none of these. */
    paid: z.int(),
    trial: z.int(),
    pastDue: z.int(),
    lapsed: z.int(),
    /** The last twelve months (UTC), the oldest first, without gaps. */
    months: z.array(
      z.object({
        /** 'YYYY-MM'. */
        month: z.string(),
        /** Cents that came in, less what was given back of them. */
        amount: z.int(),
        payments: z.int(),
      }),
    ),
    /** Whether money can be paid on this server, and whether it is money. */
    payments: z.enum(['stripe', 'sandbox', 'off']),
  }),
})
export type Revenue = z.output<typeof readRevenue.answer>
