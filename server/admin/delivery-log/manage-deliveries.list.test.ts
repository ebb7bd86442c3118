import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Delivery, DeliveryDay, DeliverySummary } from '../../../contract/delivery-log.ts'
import { deliveries } from '../../messaging/schema.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import type { Phone } from '../../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

const NOW = '2026-06-01T16:00:00Z'

let app: TestApp
let make: ReturnType<typeof factories>
let phone: Phone
let casey: TestGolfer
let earlyGroup: TestGroup
let lateGroup: TestGroup

beforeAll(async () => {
  app = await startTestApp({ at: NOW })
  make = factories(app.ctx)
  phone = app.phone((await make.golfer({ isSuperAdmin: true })).session)
  casey = await make.golfer({ name: 'Casey Chip' })
  earlyGroup = await make.group({ name: 'Early Birds' })
  lateGroup = await make.group({ name: '100% Late' })
})
beforeEach(() => app.ctx.db.delete(deliveries))
afterAll(() => app.close())

type DeliveryValues = Partial<typeof deliveries.$inferInsert>

let counter = 0
async function addDelivery(values: DeliveryValues & { at?: string } = {}): Promise<number> {
  counter += 1
  const { at = NOW, ...row } = values
  const [added] = await app.ctx.db
    .insert(deliveries)
    .values({
      event: 'posted',
      golferId: casey.id,
      groupId: earlyGroup.id,
      key: `notified:${counter}`,
      channel: 'text',
      createdAt: new Date(at),
      ...row,
    })
    .returning({ id: deliveries.id })
  if (added === undefined) throw new Error('No message was queued')
  return added.id
}

async function list<Row>(path: string): Promise<{ rows: Row[]; total: number }> {
  const answer = await phone.get(path)
  expect(answer.status, answer.text).toBe(200)
  return { rows: answer.body as Row[], total: Number(answer.headers.get('x-total-count')) }
}

const listMessages = (query = '') => list<Delivery>(`/api/super-admin/messages${query}`)
const listDays = (query = '') => list<DeliveryDay>(`/api/super-admin/message-days${query}`)

test('shows the context of a message, but neither its text nor the full number', async () => {
  await addDelivery({
    status: 'delivered',
    recipient: '+14035550103',
    body: 'Fourball: 2 spots left',
    segments: 2,
    providerId: 'SM1',
    sentAt: new Date('2026-06-01T16:00:05Z'),
  })
  const { rows } = await listMessages()
  expect(rows).toEqual([
    {
      id: expect.any(Number),
      createdAt: '2026-06-01T16:00:00.000Z',
      event: 'posted',
      channel: 'text',
      status: 'delivered',
      groupName: 'Early Birds',
      golferName: 'Casey Chip',
      recipient: '+1 *** *** 0103',
      segments: 2,
      errorCode: null,
      sentAt: '2026-06-01T16:00:05.000Z',
    },
  ])
  await addDelivery({
    golferId: null,
    groupId: null,
    channel: 'email',
    recipient: 'jo@club.example',
  })
  expect((await listMessages('?limit=1')).rows[0]).toMatchObject({
    golferName: null,
    groupName: null,
    recipient: 'j***@club.example',
  })
})

test('filters by status, group and name, newest first, in pages', async () => {
  const other = await make.golfer({ name: 'Olive Other' })
  const first = await addDelivery({ status: 'failed', errorCode: '30034' })
  const second = await addDelivery({ status: 'sending' })
  const third = await addDelivery({ status: 'queued', groupId: lateGroup.id, golferId: other.id })
  const fourth = await addDelivery({ status: 'failed', groupId: null, golferId: other.id })
  for (const [query, ids] of [
    ['', [fourth, third, second, first]],
    ['?sort=createdAt', [first, second, third, fourth]],
    ['?limit=1&page=3', [second]],
    ['?status=failed', [fourth, first]],
    ['?status=queued', [third, second]],
    ['?status=sending', [second]],
    [`?groupId=${earlyGroup.id}`, [second, first]],
    [`?groupId=${earlyGroup.id}&status=failed`, [first]],
    ['?search=olive', [fourth, third]],
    ['?search=early', [second, first]],
    ['?search=100%25', [third]],
    ['?search=olive&status=failed', [fourth]],
    ['?search=olive&sort=createdAt', [third, fourth]],
    ['?search=olive&limit=1&page=2', [third]],
    ['?search=nobody', []],
    ['?groupId=2147483647', []],
  ] as const) {
    const { rows, total } = await listMessages(query)
    expect(
      rows.map(({ id }) => id),
      query,
    ).toEqual(ids)
    expect(total, query).toBe(
      query.includes('limit') ? (query.includes('olive') ? 2 : 4) : ids.length,
    )
  }
  for (const query of ['?status=gone', '?groupId=early', '?sort=recipient', '?page=0']) {
    expect((await phone.get(`/api/super-admin/messages${query}`)).status, query).toBe(400)
  }
})

test('groups deliveries by UTC day and group, with the cost of texts', async () => {
  const yesterday = '2026-05-31T23:59:59.999Z'
  await addDelivery({ at: yesterday, status: 'delivered', segments: 2 })
  await addDelivery({ at: yesterday, status: 'failed', segments: 1 })
  await addDelivery({ at: yesterday, status: 'sent', channel: 'email', groupId: lateGroup.id })
  for (const status of ['queued', 'sending', 'deferred', 'dropped'] as const) {
    await addDelivery({ at: '2026-06-01T00:00:00Z', status })
  }
  await addDelivery({ at: NOW, groupId: null, status: 'sent' })
  const none = { queued: 0, deferred: 0, sent: 0, delivered: 0, failed: 0, dropped: 0, segments: 0 }
  const ofEarly = { groupId: earlyGroup.id, groupName: 'Early Birds' }
  const ofLate = { groupId: lateGroup.id, groupName: '100% Late' }
  const all = [
    { ...none, day: '2026-06-01', groupId: null, groupName: null, sent: 1 },
    { ...none, day: '2026-06-01', ...ofEarly, queued: 2, deferred: 1, dropped: 1 },
    { ...none, day: '2026-05-31', ...ofLate, sent: 1 },
    { ...none, day: '2026-05-31', ...ofEarly, delivered: 1, failed: 1, segments: 3 },
  ]
  expect(await listDays()).toEqual({ rows: all, total: 4 })
  expect(await listDays('?sort=day')).toEqual({ rows: all.toReversed(), total: 4 })
  expect(await listDays('?limit=1&page=3')).toEqual({ rows: [all[2]], total: 4 })
  expect(await listDays('?search=LATE')).toEqual({ rows: [all[2]], total: 1 })
  expect(await listDays('?search=nobody')).toEqual({ rows: [], total: 0 })
})

test('summarizes all pending messages and the last 24 hours', async () => {
  const readSummary = async () => (await phone.get('/api/super-admin/message-summary')).body
  expect(await readSummary()).toEqual({
    texts: 'kept-here',
    queued: 0,
    deferred: 0,
    sent: 0,
    delivered: 0,
    failed: 0,
    segments: 0,
  } satisfies DeliverySummary)
  await addDelivery({ at: '2026-05-20T08:00:00Z', status: 'queued' })
  await addDelivery({ status: 'sending' })
  await addDelivery({ at: '2026-05-31T08:00:00Z', status: 'deferred' })
  await addDelivery({ at: '2026-05-31T16:00:00Z', status: 'delivered', segments: 2 })
  await addDelivery({ at: '2026-05-31T15:59:59Z', status: 'delivered', segments: 5 })
  await addDelivery({ status: 'sent', segments: 1 })
  await addDelivery({ status: 'failed' })
  expect(await readSummary()).toEqual({
    texts: 'kept-here',
    queued: 2,
    deferred: 1,
    sent: 1,
    delivered: 1,
    failed: 1,
    segments: 3,
  } satisfies DeliverySummary)
})
