import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { factories, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { notifyTrialEnd } from './send-reminders.ts'

const END = '2020-07-01T16:00:00Z'

let app: TestApp
let group: TestGroup

beforeAll(async () => {
  app = await startTestApp({ at: '2020-06-01T16:00:00Z' })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo('2020-06-01T16:00:00Z')
  group = await factories(app.ctx).group({ expiryDate: new Date(END) })
})

const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows

async function runAt(instant: string): Promise<number> {
  app.clock.moveTo(instant)
  await notifyTrialEnd(app.ctx)
  const rows = await query('select golfer_id as id from deliveries where group_id = $1', [group.id])
  expect(rows.every(({ id }) => id === group.owner.id)).toBe(true)
  return rows.length
}

test('notifies 7 days and 1 day before the end, once each', async () => {
  expect(await runAt('2020-06-24T15:59:59Z')).toBe(0)
  expect(await runAt('2020-06-24T16:00:00Z')).toBe(1)
  expect(await runAt('2020-06-24T17:00:00Z')).toBe(1)
  expect(await runAt('2020-06-30T15:59:59Z')).toBe(1)
  expect(await runAt('2020-06-30T16:00:00Z')).toBe(2)
  expect(await runAt('2020-07-01T15:59:59Z')).toBe(2)
})

test('after downtime, notifies up to a day late, but not after the end', async () => {
  expect(await runAt('2020-06-25T15:59:59Z')).toBe(1)
  expect(await runAt(END)).toBe(1)
})

test('notifies again for a new end date', async () => {
  expect(await runAt('2020-06-24T16:00:00Z')).toBe(1)
  await query(`update groups set expiry_date = expiry_date + interval '10 days' where id = $1`, [
    group.id,
  ])
  expect(await runAt('2020-06-30T16:00:00Z')).toBe(1)
  expect(await runAt('2020-07-04T16:00:00Z')).toBe(2)
})

test("also notifies the owner of a paid group that doesn't renew", async () => {
  await query(`update groups set subscription_status = 'active' where id = $1`, [group.id])
  expect(await runAt('2020-06-24T16:00:00Z')).toBe(1)
  expect(await runAt('2020-06-30T16:00:00Z')).toBe(2)
})

test.each([
  [
    'renews automatically',
    `update groups set subscription_status = 'active', renews = true where id = $1`,
  ],
  ['is inactive', 'update groups set is_active = false where id = $1'],
  ['has no expiry date', 'update groups set expiry_date = null where id = $1'],
  [
    'was created too recently',
    `update groups set created_at = expiry_date - interval '7 days' where id = $1`,
  ],
])('sends nothing about a group that %s', async (_, statement) => {
  await query(statement, [group.id])
  expect(await runAt('2020-06-24T16:00:00Z')).toBe(0)
})
