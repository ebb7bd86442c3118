// @module-tag thorough
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'
import { type BillingScene, daysAfter, startBillingScene } from './testing/billing-scene.ts'
import { outcomeTester, type PaymentHistory } from './testing/outcomes.ts'
import { seededRandom, shuffled } from './testing/seeded-random.ts'

// These tests deliver events many times and in any order, to two apps on one database. Each event must take
// effect once.

const DELIVERIES_PER_EVENT = 100

let scene: BillingScene
let secondApp: TestApp
let tester: ReturnType<typeof outcomeTester>

beforeAll(async () => {
  scene = await startBillingScene()
  const { databaseUrl, ctx } = scene.app
  secondApp = await startTestApp({ databaseUrl, payments: ctx.payments })
  tester = outcomeTester(scene, secondApp)
})
afterAll(async () => {
  await secondApp.close()
  await scene.close()
})

const moveClockBy = (days: number) =>
  scene.app.clock.moveTo(daysAfter(scene.app.clock.now(), days).toISOString())

const HISTORIES: Readonly<Record<string, PaymentHistory>> = {
  'a first payment, at the second try': async (group) => {
    const eventCountBefore = scene.stripe.account.events.length
    const id = await scene.startPayment(group)
    scene.stripe.decline(id)
    scene.app.clock.moveBy(5_000)
    scene.stripe.requireAction(id)
    scene.stripe.pay(id)
    return scene.stripe.account.events.slice(eventCountBefore)
  },
  'a renewal that fails and is paid, then a cancellation': async (group) => {
    const eventCountBefore = scene.stripe.account.events.length
    const { stripe } = scene
    const id = await scene.startPayment(group)
    stripe.pay(id)
    moveClockBy(184)
    stripe.failRenewal(id)
    moveClockBy(3)
    stripe.requireAction(id)
    stripe.decline(id)
    moveClockBy(1)
    stripe.pay(id)
    moveClockBy(1)
    stripe.cancel(id, 'period-end')
    return stripe.account.events.slice(eventCountBefore)
  },
  'a renewal that is never paid': async (group) => {
    const eventCountBefore = scene.stripe.account.events.length
    const { stripe } = scene
    const id = await scene.startPayment(group)
    stripe.pay(id)
    moveClockBy(184)
    stripe.failRenewal(id)
    moveClockBy(20)
    stripe.cancel(id, 'now')
    return stripe.account.events.slice(eventCountBefore)
  },
  'money that goes back and forth': async (group) => {
    const eventCountBefore = scene.stripe.account.events.length
    const { stripe } = scene
    const id = await scene.startPayment(group)
    stripe.pay(id)
    const payment = stripe.paymentOf(id)
    scene.app.clock.moveBy(5_000)
    stripe.dispute(payment)
    scene.app.clock.moveBy(5_000)
    stripe.closeDispute(payment, 'won')
    scene.app.clock.moveBy(5_000)
    stripe.refund(payment, 500)
    scene.app.clock.moveBy(5_000)
    stripe.refund(payment)
    return stripe.account.events.slice(eventCountBefore)
  },
}

describe(`webhook events, ${DELIVERIES_PER_EVENT} times each and shuffled`, () => {
  test.each(Object.entries(HISTORIES))('end in the same state: %s', async (name, history) => {
    const random = seededRandom(name.length)
    const expected = await tester.run(history, scene.deliver)
    const got = await tester.run(history, (events) =>
      tester.deliver(
        [scene.app, secondApp],
        shuffled(Array.from({ length: DELIVERIES_PER_EVENT }, () => events).flat(), random),
      ),
    )
    tester.expectSame(expected, got)
    expect(expected.notified.length).toBeGreaterThan(0)
  })
})

test.each(Object.entries(HISTORIES))(
  'ends in the same state when events start at any point: %s',
  async (_, history) => {
    let length = 0
    const expected = await tester.run(history, (events) => {
      length = events.length
      return scene.deliver(events)
    })
    for (let firstIndex = 1; firstIndex < length; firstIndex += 1) {
      const got = await tester.run(history, (events) =>
        scene.deliver([...events.slice(firstIndex), ...events.slice(0, firstIndex)]),
      )
      tester.expectSame(expected, got)
    }
  },
)
