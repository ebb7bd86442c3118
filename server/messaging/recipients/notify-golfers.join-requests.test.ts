import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { factories, type TestGroup } from '../../system-tests/testing/factories.ts'
import { emailsTo } from '../../system-tests/testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

const START = '2020-06-01T16:00:00Z'
const MINUTE = 60_000

let app: TestApp
let group: TestGroup
let token: string

beforeAll(async () => {
  app = await startTestApp({ at: START })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(START)
  group = await factories(app.ctx).group({ name: 'Stampede' })
  const link = await app.phone(group.owner.session).post(`/api/groups/${group.id}/invite-links`)
  token = (link.body as { token: string }).token
})

let visitorCount = 0

/** Sends the request as a visitor without an account, who can cause unwanted messages most easily. */
async function requestToJoin(name: string, email?: string): Promise<void> {
  visitorCount += 1
  const form = {
    name,
    email: email ?? `visitor-${visitorCount}@club.example`,
    phone: '403-555-0188',
  }
  const { status } = await app.phone().post(`/api/invites/${token}/requests`, form)
  expect(status).toBe(200)
}

const listSubjects = async (address = group.owner.email) =>
  (await emailsTo(app, address)).map(({ subject }) => subject)

const listDueTimes = async () =>
  (
    await app.ctx.db.$client.query(
      `select run_at as at from graphile_worker.jobs where task_identifier = 'notify_join_requests'`,
    )
  ).rows.map(({ at }) => at)

test('notifies of the first request immediately, then combines five minutes of requests', async () => {
  await requestToJoin('Dan Roe')
  expect(await listSubjects()).toEqual(['Dan Roe wants to join Stampede'])
  app.clock.moveBy(MINUTE)
  await requestToJoin('Eve Fox')
  app.clock.moveBy(MINUTE)
  await requestToJoin('Flo Day')
  expect(await listDueTimes()).toEqual([new Date(Date.parse(START) + 5 * MINUTE)])
  expect((await listSubjects()).at(-1)).toBe('Flo Day and 2 others want to join Stampede')
  expect(await listSubjects()).toHaveLength(2)
})

test('ignores a repeated request', async () => {
  await requestToJoin('Dan Roe', 'dan@club.example')
  await requestToJoin('Dan Roe', 'DAN@club.example')
  expect(await listSubjects()).toHaveLength(1)
})

test('sends nothing about a request that was decided before anyone was notified', async () => {
  await requestToJoin('Dan Roe')
  await app.ctx.db.$client.query(
    `update join_requests set decision = 'declined', decided_at = now() where group_id = $1`,
    [group.id],
  )
  expect(await listSubjects()).toEqual([])
})

test('queues nothing about a request of a golfer who is a member by now', async () => {
  const make = factories(app.ctx)
  const dan = await make.golfer()
  await requestToJoin('Dan Roe', dan.email)
  await make.member(group, { golfer: dan })
  expect(await listSubjects()).toEqual([])
  // A message that is queued, even if it is dropped later, would delay the next one.
  const { rows } = await app.ctx.db.$client.query(
    `select status from deliveries where event = 'join-request' and group_id = $1`,
    [group.id],
  )
  expect(rows).toEqual([])
})
