import type Stripe from 'stripe'
import { expect } from 'vitest'
import type { TestGroup } from '../../system-tests/testing/factories.ts'
import type { TestApp } from '../../system-tests/testing/test-app.ts'
import { WEBHOOK_PATH } from '../routes.ts'
import { type BillingScene, START } from './billing-scene.ts'

const CONCURRENT_DELIVERIES = 12

/** Simulates what happens to a group at the provider. Returns the provider's events, oldest first. */
export type PaymentHistory = (group: TestGroup) => Promise<Stripe.Event[]>

/** Delivers the events of payment histories in different orders, and compares the groups' final states. */
export function outcomeTester(scene: BillingScene, ...otherApps: TestApp[]) {
  /** Returns a group's state after all events, with ids replaced with `#0`, `#1` … for comparisons. */
  async function outcomeOf(group: TestGroup) {
    const placeholders = new Map<string, string>()
    const placeholderOf = (id: unknown) => {
      if (typeof id !== 'string' || id === '') return
      if (!placeholders.has(id)) placeholders.set(id, `#${placeholders.size}`)
      return placeholders.get(id)
    }
    // Ignore `cancel_at_period_end` of an ended subscription, because it depends on the order of our
    // requests.
    const subscriptions = await scene.query(
      `select subscription_id as id, status, status <> 'canceled' and cancel_at_period_end as cancels, period_end as end
      from subscriptions where group_id = $1 order by subscriptions.id`,
      [group.id],
    )
    const payments = await scene.query(
      `select payments.invoice_id as invoice, payment_id as payment, amount, currency, period_start, period_end,
        paid_at, failed_at, action_required_at, not_credited, is_renewal, created_at,
        refunded, disputed, dispute_outcome
      from payments left join payment_refunds using (payment_id)
      where group_id = $1 order by period_start, created_at`,
      [group.id],
    )
    const { subscription, ...status } = await scene.groupStatus(group)
    const notified = await scene.listNotifications(group)
    return {
      subscriptions: subscriptions.map(({ id, ...row }) => ({ id: placeholderOf(id), ...row })),
      payments: payments.map(({ invoice, payment, ...row }) => ({
        invoice: placeholderOf(invoice),
        payment: placeholderOf(payment),
        ...row,
      })),
      group: { ...status, subscription: placeholderOf(subscription) },
      notified: notified
        .map(({ event, key }) =>
          [
            event,
            ...key
              .split(':')
              .slice(1)
              .map((part) => placeholders.get(part) ?? part),
          ].join(' '),
        )
        .map((line) => line.replace(`subscription-ended ${group.id}`, 'subscription-ended'))
        .toSorted(),
    }
  }

  async function deliver(apps: readonly TestApp[], events: readonly Stripe.Event[]): Promise<void> {
    const remaining = [...events.entries()]
    const deliverRemaining = async () => {
      for (let next = remaining.pop(); next !== undefined; next = remaining.pop()) {
        const [index, event] = next
        const url = apps[index % apps.length]?.url ?? ''
        const answer = await fetch(url + WEBHOOK_PATH, scene.stripe.webhookRequest(event))
        const text = await answer.text()
        if (answer.status !== 200) throw new Error(`${event.type}: ${answer.status} ${text}`)
      }
    }
    await Promise.all(Array.from({ length: CONCURRENT_DELIVERIES }, deliverRemaining))
  }

  async function run(
    history: PaymentHistory,
    deliverEvents: (events: Stripe.Event[]) => Promise<void>,
  ) {
    scene.app.clock.moveTo(START)
    const group = await scene.makeTrialGroup(3)
    const events = await history(group)
    for (const app of otherApps) app.clock.moveTo(scene.app.clock.now().toISOString())
    await deliverEvents(events)
    await scene.runJobsAndDeliver()
    return outcomeOf(group)
  }

  /**
   * Matches the notifications that do not depend on the order of the events. Other notifications are skipped
   * if the event of a later change is handled first. For example, the owner is not notified of a failed
   * payment if the event of its successful retry arrives first.
   */
  const ALWAYS_SENT = /^(paid|subscription-ended)/

  function expectSame(
    expected: Awaited<ReturnType<typeof outcomeOf>>,
    got: Awaited<ReturnType<typeof outcomeOf>>,
  ): void {
    expect({ ...got, notified: [] }).toEqual({ ...expected, notified: [] })
    expect(got.notified.filter((line) => ALWAYS_SENT.test(line))).toEqual(
      expected.notified.filter((line) => ALWAYS_SENT.test(line)),
    )
    for (const line of got.notified) expect(expected.notified).toContain(line)
  }

  return { run, deliver, expectSame }
}
