import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AuditEntry } from '../../../contract/audit.ts'
import { deliveries } from '../../messaging/schema.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import type { Phone } from '../../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let superAdmin: TestGolfer
let phone: Phone
let group: TestGroup

beforeAll(async () => {
  app = await startTestApp()
  const make = factories(app.ctx)
  superAdmin = await make.golfer({ name: 'Sam Super', isSuperAdmin: true })
  phone = app.phone(superAdmin.session)
  group = await make.group({
    name: 'Early Birds',
    owner: await make.golfer({ name: 'Olive Owner' }),
  })
})
beforeEach(() => app.ctx.db.delete(deliveries))
afterAll(() => app.close())

async function addDelivery(values: Partial<typeof deliveries.$inferInsert> = {}): Promise<number> {
  const [row] = await app.ctx.db
    .insert(deliveries)
    .values({
      event: 'reminder-soon',
      golferId: group.owner.id,
      groupId: group.id,
      key: 'reminder-soon:1:1',
      channel: 'text',
      status: 'failed',
      recipient: '+14035550103',
      body: null,
      createdAt: app.clock.now(),
      dueAt: app.clock.now(),
      tries: 5,
      triedAt: app.clock.now(),
      sentAt: app.clock.now(),
      providerId: 'SM1',
      segments: 1,
      errorCode: '30003',
      ...values,
    })
    .returning({ id: deliveries.id })
  if (row === undefined) throw new Error('No message was queued')
  return row.id
}

const retry = (id: number, by = phone) => by.post(`/api/super-admin/messages/${id}/retry`)

async function countJobs(id: number, task = 'deliver'): Promise<number> {
  const { rows } = await app.ctx.db.$client.query<{ jobs: number }>(
    `select count(*)::int as jobs from graphile_worker.jobs
     where task_identifier = $2 and key = $1`,
    [`deliver:${id}`, task],
  )
  return rows[0]?.jobs ?? 0
}

test('queues a failed message as if it had never been tried', async () => {
  const id = await addDelivery()
  const { status, body } = await retry(id)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id,
    status: 'queued',
    segments: null,
    errorCode: null,
    sentAt: null,
  })
  const [row] = await app.ctx.db.select().from(deliveries).where(eq(deliveries.id, id))
  expect(row).toMatchObject({
    status: 'queued',
    key: 'reminder-soon:1:1',
    body: null,
    dueAt: null,
    tries: 0,
    triedAt: null,
    providerId: null,
  })
  expect(await countJobs(id)).toBe(1)
  const log = await phone.get('/api/super-admin/audit-log?limit=1')
  expect((log.body as AuditEntry[])[0]).toMatchObject({
    actorName: 'Sam Super',
    action: 'message-retried',
    groupName: 'Early Birds',
    golferName: 'Olive Owner',
    detail: 'reminder-soon',
  })
})

test('keeps the body and the time of the attempt for a text that may have been sent', async () => {
  const text = { body: "You're in.", providerId: null, sentAt: null, errorCode: 'unavailable' }
  const id = await addDelivery({ event: 'reply', ...text })
  expect(await retry(id)).toMatchObject({ status: 200 })
  const [row] = await app.ctx.db.select().from(deliveries).where(eq(deliveries.id, id))
  expect(row).toMatchObject({ status: 'queued', body: "You're in.", triedAt: app.clock.now() })
  expect(await countJobs(id, 'deliver_reply')).toBe(1)
})

test.each(['queued', 'deferred', 'sending', 'sent', 'delivered', 'dropped'] as const)(
  'leaves a message that is %s alone',
  async (status) => {
    const id = await addDelivery({ status })
    const answer = await retry(id)
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code: 'NOT_FAILED', message: expect.any(String) })
    const [row] = await app.ctx.db.select().from(deliveries).where(eq(deliveries.id, id))
    expect(row).toMatchObject({ status, tries: 5, providerId: 'SM1' })
    expect(await countJobs(id)).toBe(0)
  },
)

test('queues a message once for ten simultaneous taps', async () => {
  const id = await addDelivery({ golferId: null, groupId: null })
  const answers = await Promise.all(Array.from({ length: 10 }, () => retry(id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  expect(await countJobs(id)).toBe(1)
  const log = await phone.get('/api/super-admin/audit-log?search=Message+resent')
  const entries = (log.body as AuditEntry[]).filter(({ golferName }) => golferName === null)
  expect(entries).toHaveLength(1)
})

test('refuses anyone but super admins and returns 404 for an unknown message', async () => {
  const id = await addDelivery()
  expect((await retry(id, app.phone())).status).toBe(401)
  expect((await retry(id, app.phone(group.owner.session))).status).toBe(403)
  expect((await retry(2_147_483_647)).status).toBe(404)
  expect(await countJobs(id)).toBe(0)
})
