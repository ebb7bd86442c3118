import { paymentRefunds, payments, subscriptions } from '../../../billing/schema.ts'
import type { Context } from '../../../context.ts'
import type { TestGolfer, TestGroup } from '../../../system-tests/testing/factories.ts'

export interface TestPayment {
  readonly amount?: number
  readonly currency?: string
  /** Null if the invoice is unpaid. If omitted, it was paid on May 20. */
  readonly paidAt?: string | null
  readonly failedAt?: string
  readonly actionRequiredAt?: string
  readonly notCredited?: string
  readonly createdAt?: string
  readonly refunded?: number
  readonly dispute?: 'open' | 'won' | 'lost'
}

const SIX_MONTHS_MS = 182 * 86_400_000

export function ledgerOf({ db }: Pick<Context, 'db'>) {
  let counter = 0
  const time = (iso: string | null | undefined) =>
    iso === null || iso === undefined ? null : new Date(iso)

  async function subscription(of: TestGroup, payer: TestGolfer = of.owner): Promise<number> {
    const [row] = await db
      .insert(subscriptions)
      .values({
        groupId: of.id,
        slug: of.slug,
        golferId: payer.id,
        // The status keeps jobs from asking the payment provider about this subscription.
        status: 'canceled',
        createdAt: new Date('2026-01-01T00:00:00Z'),
      })
      .returning({ id: subscriptions.id })
    if (row === undefined) throw new Error('The subscription was not stored')
    return row.id
  }

  async function payment(
    of: TestGroup,
    subscriptionId: number,
    given: TestPayment = {},
  ): Promise<string> {
    counter += 1
    const invoiceId = `in_${of.id}_${counter}`
    const paymentId = `pi_${of.id}_${counter}`
    const { amount = 3_995, paidAt = '2026-05-20T12:00:00Z' } = given
    const createdAt = new Date(given.createdAt ?? paidAt ?? '2026-05-20T12:00:00Z')
    await db.insert(payments).values({
      invoiceId,
      subscriptionId,
      groupId: of.id,
      paymentId,
      amount,
      currency: given.currency ?? 'usd',
      periodStart: createdAt,
      periodEnd: new Date(createdAt.getTime() + SIX_MONTHS_MS),
      paidAt: time(paidAt),
      failedAt: time(given.failedAt),
      actionRequiredAt: time(given.actionRequiredAt),
      notCredited: given.notCredited ?? null,
      isRenewal: false,
      createdAt,
    })
    if (given.refunded !== undefined || given.dispute !== undefined) {
      await db.insert(paymentRefunds).values({
        paymentId,
        refunded: given.refunded ?? 0,
        disputed: given.dispute === undefined ? 0 : amount,
        disputeOutcome: given.dispute ?? null,
      })
    }
    return invoiceId
  }

  return { subscription, payment }
}
