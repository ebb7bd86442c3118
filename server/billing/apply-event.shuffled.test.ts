// @module-tag thorough
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'
import { after, type LedgerScene, startLedger } from './testing/ledger-scene.ts'
import { outcomes, type PaymentHistory } from './testing/outcomes.ts'
import { seededRandom, shuffled } from './testing/seeded-random.ts'

// These tests deliver events many times and in any order, to two apps on one database. Each event must take
// effect once.

const TIMES = 100

let ledger: LedgerScene
let second: TestApp
let runner: ReturnType<typeof outcomes>

beforeAll(async () => {
  ledger = await startLedger()
  const { databaseUrl, ctx } = ledger.app
  second = await startTestApp({ databaseUrl, payments: ctx.payments })
  runner = outcomes(ledger, second)
})
afterAll(async () => {
  await second.close()
  await ledger.close()
})

const daysOn = (days: number) =>
  ledger.app.clock.moveTo(after(ledger.app.clock.now(), days).toISOString())

const HISTORIES: Readonly<Record<string, PaymentHistory>> = {
  'a first payment, at the second try': async (group) => {
    const before = ledger.stripe.account.events.length
    const id = await ledger.begin(group)
    ledger.stripe.decline(id)
    ledger.app.clock.moveBy(5_000)
    ledger.stripe.requireAction(id)
    ledger.stripe.pay(id)
    return ledger.stripe.account.events.slice(before)
  },
  'a renewal that fails and is paid, then a cancellation': async (group) => {
    const before = ledger.stripe.account.events.length
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
    return stripe.account.events.slice(before)
  },
  'a renewal that is never paid': async (group) => {
    const before = ledger.stripe.account.events.length
    const { stripe } = ledger
    const id = await ledger.begin(group)
    stripe.pay(id)
    daysOn(184)
    stripe.failRenewal(id)
    daysOn(20)
    stripe.cancel(id, 'now')
    return stripe.account.events.slice(before)
  },
  'money that goes back and forth': async (group) => {
    const before = ledger.stripe.account.events.length
    const { stripe } = ledger
    const id = await ledger.begin(group)
    stripe.pay(id)
    const payment = stripe.paymentOf(id)
    ledger.app.clock.moveBy(5_000)
    stripe.dispute(payment)
    ledger.app.clock.moveBy(5_000)
    stripe.closeDispute(payment, 'won')
    ledger.app.clock.moveBy(5_000)
    stripe.refund(payment, 500)
    ledger.app.clock.moveBy(5_000)
    stripe.refund(payment)
    return stripe.account.events.slice(before)
  },
}

describe(`webhook events, ${TIMES} times each and shuffled`, () => {
  test.each(Object.entries(HISTORIES))('end in the same state: %s', async (name, history) => {
    const random = seededRandom(name.length)
    const expected = await runner.run(history, ledger.deliver)
    const got = await runner.run(history, (events) =>
      runner.deliver(
        [ledger.app, second],
        shuffled(Array.from({ length: TIMES }, () => events).flat(), random),
      ),
    )
    runner.expectSame(expected, got)
    expect(expected.notified.length).toBeGreaterThan(0)
  })
})

test.each(Object.entries(HISTORIES))(
  'ends in the same state when events start at any point: %s',
  async (_, history) => {
    let length = 0
    const expected = await runner.run(history, (events) => {
      length = events.length
      return ledger.deliver(events)
    })
    for (let turn = 1; turn < length; turn += 1) {
      const got = await runner.run(history, (events) =>
        ledger.deliver([...events.slice(turn), ...events.slice(0, turn)]),
      )
      runner.expectSame(expected, got)
    }
  },
)
