import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ALERT_EVENTS, alertEvent, alertKind } from '../../../contract/alerts.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { findDelivery, queueOnChannel } from './store.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let ann: TestGolfer
beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())
beforeEach(async () => {
  group = await make.group()
  ann = await make.member(group)
})

const query = (statement: string, values: unknown[]) => app.ctx.db.$client.query(statement, values)
const changePreferences = (change: object) =>
  app.phone(ann.session).put('/api/my-preferences', change)
const mute = () => changePreferences({ groups: [{ id: group.id, muted: true }] })

let messageCount = 0
async function queueAndReadRefusal(event: string, groupId: number | null = group.id) {
  messageCount += 1
  const id = await queueOnChannel(app.ctx.db, {
    event: alertEvent.parse(event),
    golferId: ann.id,
    groupId,
    key: `refusal:${messageCount}`,
    channel: 'email',
    createdAt: app.clock.now(),
  })
  return (await findDelivery(app.ctx.db, id ?? 0))?.refusal
}

test('sends a member every kind of message', async () => {
  for (const event of alertEvent.options) expect(await queueAndReadRefusal(event)).toBeNull()
})

test("sends from a muted group only messages about the golfer's rounds or the group's payment", async () => {
  await mute()
  const allowedKinds = new Set<unknown>(['waiting', 'changed', 'reminder', 'trial', undefined])
  for (const event of alertEvent.options) {
    expect(await queueAndReadRefusal(event)).toBe(
      allowedKinds.has(ALERT_EVENTS[event].kind) ? null : 'muted',
    )
  }
})

test('refuses kinds that are switched off, even if the group is muted', async () => {
  await mute()
  await changePreferences({ channels: { posted: 'off', changed: 'off', opened: 'email' } })
  expect(await queueAndReadRefusal('posted')).toBe('off')
  expect(await queueAndReadRefusal('cancelled')).toBe('off')
  expect(await queueAndReadRefusal('opened')).toBe('muted')
  expect(await queueAndReadRefusal('posted', null)).toBe('off')
  expect(await queueAndReadRefusal('added', null)).toBeNull()
})

test('refuses messages about a group that the golfer is no longer in', async () => {
  const other = await make.group()
  expect(await queueAndReadRefusal('cancelled', other.id)).toBe('left')
  expect(await queueAndReadRefusal('payment-failed', other.id)).toBeNull()
})

test.each([
  ['inactive', 'update groups set is_active = false where id = $1'],
  ['deleted', 'update groups set is_active = false, deleted_at = now() where id = $1'],
])('refuses messages about a group that is %s', async (_, statement) => {
  await query(statement, [group.id])
  expect(await queueAndReadRefusal('posted')).toBe('left')
  expect(await queueAndReadRefusal('group-deleted')).toBeNull()
})

test('sends messages that nobody can switch off, whatever the golfer chose', async () => {
  await mute()
  const channels = Object.fromEntries(alertKind.options.map((kind) => [kind, 'off']))
  await changePreferences({ channels })
  for (const event of alertEvent.options) {
    expect(await queueAndReadRefusal(event)).toBe(
      ALERT_EVENTS[event].kind === undefined ? null : 'off',
    )
  }
})
