import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestGroup } from '../../testing/factories.ts'
import { overrideExpiry } from './override-expiry.ts'
import { after, type Ledger, START, startLedger } from './testing/ledger-scene.ts'

let ledger: Ledger
let group: TestGroup

beforeAll(async () => {
  ledger = await startLedger()
})
afterAll(() => ledger.close())
beforeEach(async () => {
  ledger.it.clock.moveTo(START)
  group = await ledger.trial(3)
})

const set = (expiry: Date | null) =>
  overrideExpiry(ledger.it.ctx.db, group.id, expiry, ledger.it.clock.now())
const standing = () => ledger.standing(group)

test('before the first payment it is what is paid on top of', async () => {
  await set(after(START, 10))
  expect(await standing()).toMatchObject({ until: after(START, 10), status: null })
  await ledger.deliver(ledger.stripe.pay(await ledger.begin(group)))
  const { until } = await standing()
  expect(until?.getTime()).toBeGreaterThan(after(START, 10 + 180).getTime())
})

test('what was paid before is in it, and what is paid later counts on top', async () => {
  const id = await ledger.begin(group)
  await ledger.deliver(ledger.stripe.pay(id))
  ledger.it.clock.moveBy(60_000)
  const set1 = after(START, 400)
  await set(set1)
  expect(await standing()).toMatchObject({ until: set1, status: 'active', renews: true })
  // The same payment again, and another word of its subscription.
  await ledger.deliver(ledger.stripe.cancel(id, 'period-end'))
  await ledger.deliver(ledger.stripe.resume(id))
  await ledger.settle()
  expect(await standing()).toMatchObject({ until: set1, status: 'active' })
  ledger.it.clock.moveTo(after(START, 190).toISOString())
  await ledger.deliver(ledger.stripe.renew(id))
  expect((await standing()).until?.getTime()).toBeGreaterThan(after(set1, 180).getTime())
})

test('without an end it stays so, and nobody goes on paying for it', async () => {
  const id = await ledger.begin(group)
  await ledger.deliver(ledger.stripe.pay(id))
  ledger.it.clock.moveBy(60_000)
  expect(await set(null)).toEqual({ endsPaying: true })
  await ledger.settle()
  expect(await standing()).toMatchObject({ until: null, status: 'active', renews: false })
  expect(ledger.stripe.books.subscriptions.get(id)?.cancel_at_period_end).toBe(true)
  ledger.it.clock.moveBy(60_000)
  await ledger.deliver(ledger.stripe.resume(id))
  await ledger.settle()
  expect(ledger.stripe.books.subscriptions.get(id)?.cancel_at_period_end).toBe(true)
})

test('without an end a payment that was begun is not made any more', async () => {
  const id = await ledger.begin(group)
  expect(await set(null)).toEqual({ endsPaying: false })
  await ledger.settle()
  expect(ledger.stripe.books.subscriptions.get(id)?.status).toBe('incomplete_expired')
})

test('a day that is over ends the paid time, which its owner is told once', async () => {
  await ledger.deliver(ledger.stripe.pay(await ledger.begin(group)))
  ledger.it.clock.moveBy(60_000)
  await set(after(START, -30))
  await ledger.settle()
  expect(await standing()).toMatchObject({ status: 'expired', renews: false })
  expect(await ledger.events(group)).toEqual(['paid', 'subscription-ended'])
})
