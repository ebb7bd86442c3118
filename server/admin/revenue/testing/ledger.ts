import { paymentRefunds, payments, subscriptions } from '../../../billing/schema.ts'
import type { Context } from '../../../context.ts'
import type { TestGolfer, TestGroup } from '../../../system-tests/testing/factories.ts'

export interface TestPayment {
  readonly amount?: number
  readonly currency?: string
  /** Null if the invoice is unpaid. If this is omitted, the invoice was paid on May 20, 2026. */
  readonly paidAt?: string | null
  readonly failedAt?: string
  readonly actionRequiredAt?: string
  readonly notCredited?: string
  readonly createdAt?: string
  readonly refunded?: number
  readonly dispute?: 'open' | 'won' | 'lost'
}

const SIX_MONTHS_MS = 182 * 86_400_000

export function createLedger({ db }: Pick<Context, 'db'>) {
  let paymentCount = 0
  const time = (iso: string | null | undefined) =>
    iso === null || iso === undefined ? null : new Date(iso)

  async function addSubscription(
    group: TestGroup,
    payer: TestGolfer = group.owner,
  ): Promise<number> {
    const [row] = await db
      .insert(subscriptions)
      .values({
        groupId: group.id,
        slug: group.slug,
        golferId: payer.id,
        // The status keeps jobs from asking the payment provider about this subscription.
        status: 'canceled',
        createdAt: new Date('2026-01-01T00:00:00Z'),
      })
      .returning({ id: subscriptions.id })
    if (row === undefined) throw new Error('The subscription was not stored')
    return row.id
  }

  async function addPayment(
    group: TestGroup,
    subscriptionId: number,
    details: TestPayment = {},
  ): Promise<string> {
    paymentCount += 1
    const invoiceId = `in_${group.id}_${paymentCount}`
    const paymentId = `pi_${group.id}_${paymentCount}`
    const { amount = 3_995, paidAt = '2026-05-20T12:00:00Z' } = details
    const createdAt = new Date(details.createdAt ?? paidAt ?? '2026-05-20T12:00:00Z')
    await db.insert(payments).values({
      invoiceId,
      subscriptionId,
      groupId: group.id,
      paymentId,
      amount,
      currency: details.currency ?? 'usd',
      periodStart: createdAt,
      periodEnd: new Date(createdAt.getTime() + SIX_MONTHS_MS),
      paidAt: time(paidAt),
      failedAt: time(details.failedAt),
      actionRequiredAt: time(details.actionRequiredAt),
      notCredited: details.notCredited ?? null,
      isRenewal: false,
      createdAt,
    })
    if (details.refunded !== undefined || details.dispute !== undefined) {
      await db.insert(paymentRefunds).values({
        paymentId,
        refunded: details.refunded ?? 0,
        disputed: details.dispute === undefined ? 0 : amount,
        disputeOutcome: details.dispute ?? null,
      })
    }
    return invoiceId
  }

  return { addSubscription, addPayment }
}
