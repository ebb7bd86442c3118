import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant, urlId } from './fields.ts'

/** The status of a payment in our records. */
const paymentStatus = z.enum([
  'paid',
  'failed',
  'action-required',
  'refunded',
  'partly-refunded',
  'disputed',
  /** Paid, but not what was asked for, so not credited. */
  'not-credited',
])

const groupPayment = z.object({
  /** The provider's id of the invoice. */
  id: z.string(),
  status: paymentStatus,
  /** Cents. */
  amount: z.int(),
  /** Cents that were refunded or are disputed. */
  returned: z.int(),
  currency: z.string(),
  paidAt: z.nullable(instant),
  createdAt: instant,
  /** The period that it pays for. */
  periodStart: instant,
  periodEnd: instant,
  payerName: z.nullable(z.string()),
})
export type GroupPayment = z.output<typeof groupPayment>

export const listGroupPayments = endpoint({
  method: 'GET',
  path: '/api/super-admin/groups/{groupId}/payments',
  summary: 'The payments of a group, newest first',
  params: z.object({ groupId: urlId }),
  answer: z.array(groupPayment),
})

export const readRevenue = endpoint({
  method: 'GET',
  path: '/api/super-admin/revenue',
  summary: 'How groups are paid for, and the revenue of each month',
  answer: z.object({
    /** How many active groups are in each state. Free groups, which never expire, are in none of them. */
    paid: z.int(),
    trial: z.int(),
    pastDue: z.int(),
    expired: z.int(),
    /** The last twelve months (UTC), oldest first, without gaps. */
    months: z.array(
      z.object({
        /** 'YYYY-MM'. */
        month: z.string(),
        /** Cents that came in, less what was refunded or is disputed. */
        amount: z.int(),
        payments: z.int(),
      }),
    ),
    /** Whether this server accepts payments, and whether they are real. */
    payments: z.enum(['stripe', 'sandbox', 'off']),
  }),
})
export type Revenue = z.output<typeof readRevenue.answer>
