import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { emailsTo } from '../../system-tests/testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { releaseDeferred } from '../deliveries/defer-or-give-up.ts'

const START = '2020-06-01T16:00:00Z'
/** The end of quiet hours. */
const MORNING = '2020-06-02T14:00:00Z'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let bob: TestGolfer
let teeTime: TeeTime

beforeAll(async () => {
  app = await startTestApp({ at: START })
  make = factories(app.ctx)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(START)
  group = await make.group()
  bob = await make.member(group, { name: 'Bob' })
  teeTime = await make.teeTime(group, { joinAsPlayer: true, players: [bob] })
  await app.runJobs()
})

const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows

async function edit(change: object): Promise<void> {
  const put = await app
    .phone(group.owner.session)
    .put(`/api/tee-times/${teeTime.id}`, { ...change, version: teeTime.version })
  expect(put.status, put.text).toBe(200)
  teeTime = put.body as TeeTime
}

async function listChangeEmails(): Promise<string[]> {
  const mails = await emailsTo(app, bob.email)
  return mails
    .filter(({ subject }) => subject.startsWith('Changed: '))
    .map(
      ({ body }) =>
        body
          .split('\n')[0]
          ?.split(/(?= It's )/)[0]
          ?.trim() ?? '',
    )
}

const listChangeDeliveries = () =>
  query(
    `select id, status, due_at from deliveries where golfer_id = $1 and event = 'changed' order by id`,
    [bob.id],
  )

test('notifies players of an edit with the old values, but not the golfer who made it', async () => {
  await edit({ time: '08:30' })
  expect(await listChangeEmails()).toEqual([
    "Your tee time has changed. What's different: the time (was 8:12 AM).",
  ])
  const ownerEmails = await emailsTo(app, group.owner.email)
  expect(ownerEmails.filter(({ subject }) => subject.startsWith('Changed'))).toEqual([])
})

test('sends nothing about an edit that was reverted before anyone was notified', async () => {
  await edit({ time: '08:30' })
  await edit({ time: '08:12' })
  expect(await listChangeEmails()).toEqual([])
})

test('describes exactly the final changes after two edits before anyone was notified', async () => {
  await edit({ time: '08:30' })
  await edit({ maxPlayers: 3 })
  expect(await listChangeEmails()).toEqual([
    "Your tee time has changed. What's different: the time (was 8:12 AM) and the number of spots (now 3, was 4).",
  ])
})

test("describes exactly the final changes if the second edit's job runs first", async () => {
  await edit({ time: '08:30' })
  await edit({ maxPlayers: 3 })
  await query(
    `update graphile_worker._private_jobs set run_at = run_at + interval '1 minute'
     where payload ->> 'teeTimeId' = $1 and payload ->> 'version' = $2`,
    [String(teeTime.id), String(teeTime.version - 1)],
  )
  await app.runJobs()
  await query(`update graphile_worker._private_jobs set run_at = now()`)
  expect((await listChangeEmails()).join()).toContain('the time (was 8:12 AM)')
})

test('notifies of both an edit and a new time zone', async () => {
  await edit({ course: 'Kananaskis' })
  const path = `/api/groups/${group.id}/name`
  await app.phone(group.owner.session).patch(path, { name: 'Both', timeZone: 'America/Toronto' })
  expect(await listChangeEmails()).toEqual([
    "Your tee time has changed. What's different: the course (was Shaganappi Point).",
  ])
  const subjects = (await emailsTo(app, bob.email)).map(({ subject }) => subject)
  expect(subjects).toContain('Both changed its time zone')
})

describe('a message that is held until the morning', () => {
  beforeEach(async () => {
    // The group's time zone is 6 hours behind UTC, so this is 23:00.
    app.clock.moveTo('2020-06-02T05:00:00Z')
    await query(
      `update golfers set phone_number = '+1587' || (2000000 + id), text_consent_at = now() where id = $1`,
      [bob.id],
    )
    await edit({ time: '08:30' })
    await app.runJobs()
    expect(await listChangeDeliveries()).toEqual([
      { id: expect.any(Number), status: 'deferred', due_at: new Date(MORNING) },
    ])
  })

  const textsToBob = async () => {
    const rows = await query(
      `select body from messages where channel = 'text' and recipient = '+1587' || (2000000 + $1::int)`,
      [bob.id],
    )
    return rows.map(({ body }) => String(body))
  }

  test('includes later edits', async () => {
    const [held] = await listChangeDeliveries()
    await edit({ course: 'Kananaskis' })
    await app.runJobs()
    expect(await listChangeDeliveries()).toEqual([held])
    app.clock.moveTo(MORNING)
    await releaseDeferred(app.ctx)
    await app.runJobs()
    const texts = await textsToBob()
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain('now 8:30 AM (was 8:12), Kananaskis (was Shaganappi Point)')
  })

  test('is sent immediately if an edit moves the tee time to the next morning', async () => {
    await edit({ date: '2020-06-02' })
    await app.runJobs()
    const texts = await textsToBob()
    expect(texts).toHaveLength(1)
    expect(texts[0]).toContain('now Tue Jun 2 8:30 AM')
    expect(await listChangeDeliveries()).toMatchObject([{ status: 'sent' }])
  })
})

test('notifies of a new time zone while a message about an edit is held', async () => {
  await edit({ time: '08:30' })
  await app.runJobs()
  await query(
    `update deliveries set status = 'deferred' where event = 'changed' and golfer_id = $1`,
    [bob.id],
  )
  const path = `/api/groups/${group.id}/name`
  const patch = await app
    .phone(group.owner.session)
    .patch(path, { name: 'Stampede', timeZone: 'America/Toronto' })
  expect(patch.status, patch.text).toBe(200)
  const subjects = (await emailsTo(app, bob.email)).map(({ subject }) => subject)
  expect(subjects).toContain('Stampede changed its time zone')
})

test('moves nothing and sends nothing if the new zone has the same clock', async () => {
  const path = `/api/groups/${group.id}/name`
  await app.phone(group.owner.session).patch(path, { name: 'Stampede', timeZone: 'America/Denver' })
  expect(await listChangeDeliveries()).toEqual([])
})
