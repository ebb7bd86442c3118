import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestGroup } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { after, type Ledger, START, startLedger, WEBHOOK } from './testing/ledger-scene.ts'
import { seeded, shuffled } from './testing/seeded.ts'

/** Notices in any order, any number of times, over two apps on one database: exactly one effect. */

const TIMES = 100
/** Notices under way at the same time. */
const LANES = 12

let ledger: Ledger
let second: TestApp

beforeAll(async () => {
  ledger = await startLedger()
  const { databaseUrl, ctx } = ledger.it
  second = await startTestApp({ databaseUrl, payments: ctx.payments })
})
afterAll(async () => {
  await second.close()
  await ledger.close()
})

/** What happens to a group at the provider, the oldest first. */
type History = (group: TestGroup) => Promise<Stripe.Event[]>

/** As it stands once all is told, by names that every group shares. */
async function outcomeOf(group: TestGroup) {
  const names = new Map<string, string>()
  const nameOf = (id: unknown) => {
    const known = typeof id === 'string' ? id : ''
    if (known !== '' && !names.has(known)) names.set(known, `#${names.size}`)
    return names.get(known)
  }
  const subscriptions = await ledger.query(
    `select subscription_id as id, status, cancel_at_period_end as cancels, period_end as end
      from subscriptions where group_id = $1 order by id`,
    [group.id],
  )
  const payments = await ledger.query(
    `select payments.invoice_id as invoice, payment_id as payment, amount, currency, period_start, period_end,
        paid_at, failed_at, action_required_at, not_credited, is_renewal, created_at,
        refunded, disputed, dispute_outcome
      from payments left join payment_returns using (payment_id)
      where group_id = $1 order by period_start, created_at`,
    [group.id],
  )
  const { subscription, ...standing } = await ledger.standing(group)
  const told = await ledger.told(group)
  return {
    subscriptions: subscriptions.map(({ id, ...row }) => ({ id: nameOf(id), ...row })),
    payments: payments.map(({ invoice, payment, ...row }) => ({
      invoice: nameOf(invoice),
      payment: nameOf(payment),
      ...row,
    })),
    group: { ...standing, subscription: nameOf(subscription) },
    told: told
      .map(({ event, key }) =>
        [
          event,
          ...key
            .split(':')
            .slice(1)
            .map((part) => names.get(part) ?? part),
        ].join(' '),
      )
      .map((line) => line.replace(`subscription-ended ${group.id}`, 'subscription-ended'))
      .toSorted(),
  }
}

/** Tells notices of both apps, several at a time. */
async function tell(events: readonly Stripe.Event[]): Promise<void> {
  const left = [...events.entries()]
  const lane = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const [index, event] = next
      const { url } = index % 2 === 0 ? ledger.it : second
      const answer = await fetch(url + WEBHOOK, ledger.stripe.notice(event))
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`${event.type}: ${answer.status} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** A new group lives through a history, is told of it, and stands as it does then. */
async function live(history: History, telling: (events: Stripe.Event[]) => Promise<void>) {
  ledger.it.clock.moveTo(START)
  const group = await ledger.trial(3)
  const events = await history(group)
  second.clock.moveTo(ledger.it.clock.now().toISOString())
  await telling(events)
  await ledger.settle()
  return outcomeOf(group)
}

/** What was overtaken is not told any more: a failure that is paid, a sum of which more came back. */
const STANDS = /^(paid|subscription-ended)/

function expectSame(
  expected: Awaited<ReturnType<typeof outcomeOf>>,
  got: Awaited<ReturnType<typeof outcomeOf>>,
): void {
  expect({ ...got, told: [] }).toEqual({ ...expected, told: [] })
  expect(got.told.filter((line) => STANDS.test(line))).toEqual(
    expected.told.filter((line) => STANDS.test(line)),
  )
  for (const line of got.told) expect(expected.told).toContain(line)
}

const daysOn = (days: number) =>
  ledger.it.clock.moveTo(after(ledger.it.clock.now(), days).toISOString())

const HISTORIES: Readonly<Record<string, History>> = {
  'a first payment, at the second try': async (group) => {
    const before = ledger.stripe.books.events.length
    const id = await ledger.begin(group)
    ledger.stripe.decline(id)
    ledger.it.clock.moveBy(5_000)
    ledger.stripe.requireAction(id)
    ledger.stripe.pay(id)
    return ledger.stripe.books.events.slice(before)
  },
  'a renewal that fails and is paid, then a cancellation': async (group) => {
    const before = ledger.stripe.books.events.length
    const { stripe } = ledger
    const id = await ledger.begin(group)
    stripe.pay(id)
    daysOn(184)
    stripe.failRenewal(id)
    daysOn(3)
    stripe.requireAction(id)
    stripe.decline(id)
    daysOn(1)
    stripe.pay(id)
    daysOn(1)
    stripe.cancel(id, 'period-end')
    return stripe.books.events.slice(before)
  },
  'a renewal that is never paid': async (group) => {
    const before = ledger.stripe.books.events.length
    const { stripe } = ledger
    const id = await ledger.begin(group)
    stripe.pay(id)
    daysOn(184)
    stripe.failRenewal(id)
    daysOn(20)
    stripe.cancel(id, 'now')
    return stripe.books.events.slice(before)
  },
  'money that goes back and forth': async (group) => {
    const before = ledger.stripe.books.events.length
    const { stripe } = ledger
    const id = await ledger.begin(group)
    stripe.pay(id)
    const payment = stripe.paymentOf(id)
    ledger.it.clock.moveBy(5_000)
    stripe.dispute(payment)
    ledger.it.clock.moveBy(5_000)
    stripe.closeDispute(payment, 'won')
    ledger.it.clock.moveBy(5_000)
    stripe.refund(payment, 500)
    ledger.it.clock.moveBy(5_000)
    stripe.refund(payment)
    return stripe.books.events.slice(before)
  },
}

describe(`each notice ${TIMES} times, shuffled`, () => {
  test.each(Object.entries(HISTORIES))('%s', { timeout: 120_000 }, async (name, history) => {
    const random = seeded(name.length)
    const expected = await live(history, ledger.deliver)
    const got = await live(history, (events) =>
      tell(shuffled(Array.from({ length: TIMES }, () => events).flat(), random)),
    )
    expectSame(expected, got)
    expect(expected.told.length).toBeGreaterThan(0)
  })
})

test.each(Object.entries(HISTORIES))(
  'begun anywhere: %s',
  { timeout: 120_000 },
  async (_, history) => {
    let length = 0
    const expected = await live(history, (events) => {
      length = events.length
      return ledger.deliver(events)
    })
    for (let turn = 1; turn < length; turn += 1) {
      const got = await live(history, (events) =>
        ledger.deliver([...events.slice(turn), ...events.slice(0, turn)]),
      )
      expectSame(expected, got)
    }
  },
)
