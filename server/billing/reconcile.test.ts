import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestGroup } from '../system-tests/testing/factories.ts'
import { reconcile } from './reconcile.ts'
import { after, type LedgerScene, startLedger } from './testing/ledger-scene.ts'

let ledger: LedgerScene
let group: TestGroup

beforeAll(async () => {
  ledger = await startLedger()
})
afterAll(() => ledger.close())
beforeEach(async () => {
  ledger.stripe.mode = 'ok'
  group = await ledger.trial(3)
})

const statuses = async () =>
  (await ledger.query('select status from subscriptions where group_id = $1', [group.id])).map(
    ({ status }) => status,
  )

test('marks a group as paid once without any webhook', async () => {
  const id = await ledger.begin(group)
  const events = ledger.stripe.pay(id)
  const day = ledger.app.clock.now()
  ledger.app.clock.moveBy(3_600_000)
  await Promise.all([reconcile(ledger.app.ctx), reconcile(ledger.app.ctx)])
  await ledger.runJobsAndDeliver()
  expect(await ledger.status(group)).toMatchObject({ status: 'active', subscription: id })
  // The events arrive late and change nothing.
  await ledger.deliver(events)
  await ledger.runJobsAndDeliver()
  const status = await ledger.status(group)
  expect(status).toMatchObject({ status: 'active', renews: true, subscription: id })
  expect(status.until?.getTime()).toBeGreaterThan(after(day, 180).getTime())
  expect(await ledger.events(group)).toEqual(['paid'])
})

test('finds a renewal whose webhook events were lost', async () => {
  const id = await ledger.begin(group)
  await ledger.deliver(ledger.stripe.pay(id))
  ledger.app.clock.moveTo(after(ledger.app.clock.now(), 190).toISOString())
  const lost = ledger.stripe.failRenewal(id)
  ledger.stripe.account.events.splice(-lost.length)
  await reconcile(ledger.app.ctx)
  await ledger.runJobsAndDeliver()
  expect(await ledger.status(group)).toMatchObject({ status: 'past_due', renews: true })
})

test('abandons a checkout that never became a subscription', async () => {
  const id = await ledger.begin(group)
  ledger.stripe.expire(id)
  ledger.stripe.account.events.splice(0)
  ledger.app.clock.moveBy(3_600_001)
  await reconcile(ledger.app.ctx)
  await ledger.runJobsAndDeliver()
  expect(await statuses()).toEqual(['abandoned'])

  // For this checkout, the provider was called but did not respond.
  await ledger.query(
    `insert into subscriptions (group_id, slug, golfer_id, created_at) values ($1, $2, $3, $4)`,
    [group.id, group.slug, group.owner.id, ledger.app.clock.now()],
  )
  await reconcile(ledger.app.ctx)
  expect(await statuses()).toEqual(['abandoned', 'started'])
  ledger.app.clock.moveBy(24 * 3_600_000 + 1)
  await reconcile(ledger.app.ctx)
  expect(await statuses()).toEqual(['abandoned', 'abandoned'])
})

test('fails the job and changes nothing while the provider is unavailable', async () => {
  const id = await ledger.begin(group)
  ledger.stripe.pay(id)
  ledger.stripe.mode = 'broken'
  await expect(reconcile(ledger.app.ctx)).rejects.toThrow()
  expect(await ledger.status(group)).toMatchObject({ status: null })
  expect(await ledger.events(group)).toEqual([])
})
