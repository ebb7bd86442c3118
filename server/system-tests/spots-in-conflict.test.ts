import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeeTime } from '../../contract/tee-times.ts'
import { notifyOpened, notifyPosted } from '../messaging/recipients/notify-golfers.ts'
import { readCard } from '../tee-times/cards/store.ts'
import { factories, type TestGolfer, type TestGroup } from './testing/factories.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let bob: TestGolfer
let teeTime: TeeTime
/** A connection in an open transaction, which locks rows that the app needs. */
let lockingClient: Client

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

beforeEach(async () => {
  group = await make.group()
  bob = await make.member(group)
  teeTime = await make.teeTime(group, { maxPlayers: 1 })
  lockingClient = new Client({ connectionString: app.databaseUrl })
  await lockingClient.connect()
  // In a deadlock, PostgreSQL must abort the app's transaction, not that of `lockingClient`.
  await lockingClient.query(`set deadlock_timeout to '1min'`)
  await lockingClient.query('begin')
})
afterEach(() => lockingClient.end())

const LOCK_GOLFER_SQL = 'select from golfers where id = $1 for update'
const LOCK_TEE_TIME_SQL = `select from tee_times where id = $1 for no key update`

async function untilBlocked(): Promise<void> {
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await app.ctx.db.execute(waiting)).rows.length === 0) await sleep(20)
}

test.each([
  ['claims', 200, [], () => app.phone(bob.session).post(`/api/tee-times/${teeTime.id}/claim`, {})],
  [
    'waits',
    200,
    ['claim'],
    () => app.phone(bob.session).post(`/api/tee-times/${teeTime.id}/wait`, {}),
  ],
  [
    'gets a reservation',
    201,
    [],
    () =>
      app.phone(group.owner.session).post(`/api/tee-times/${teeTime.id}/holds`, {
        forGolferId: bob.id,
        date: teeTime.date,
        time: '07:00',
      }),
  ],
])('completes a deadlocked call when the golfer %s', async (_what, status, verbsBefore, tap) => {
  const owner = app.phone(group.owner.session)
  for (const verb of verbsBefore) await owner.post(`/api/tee-times/${teeTime.id}/${verb}`, {})
  await lockingClient.query(LOCK_GOLFER_SQL, [bob.id])
  const answer = tap()
  await untilBlocked()
  await lockingClient.query(LOCK_TEE_TIME_SQL, [teeTime.id])
  await lockingClient.query('commit')
  expect((await answer).status).toBe(status)
})

test("does not keep a removed golfer's membership locked while waiting for a tee time", async () => {
  const teeTimeLockClient = new Client({ connectionString: app.databaseUrl })
  await teeTimeLockClient.connect()
  await teeTimeLockClient.query('begin')
  await teeTimeLockClient.query(LOCK_TEE_TIME_SQL, [teeTime.id])
  const removed = app.phone(group.owner.session).delete(`/api/groups/${group.id}/members/${bob.id}`)
  await untilBlocked()
  // The removal has already listed the golfer's tee times, so the list does not contain this new one.
  const posted = await make.teeTime(group, { creator: bob })
  await lockingClient.query(LOCK_TEE_TIME_SQL, [posted.id])
  await teeTimeLockClient.query('commit')
  await teeTimeLockClient.end()
  await sleep(200)
  await lockingClient.query(`set local lock_timeout to '500ms'`)
  const { rowCount } = await lockingClient.query(
    'select from group_members where group_id = $1 and golfer_id = $2 for key share',
    [group.id, bob.id],
  )
  expect(rowCount).toBe(1)
  await lockingClient.query('commit')
  expect((await removed).status).toBe(200)
  expect(await readCard(app.ctx.db, posted.id)).toMatchObject({ creatorHasLeft: true })
})

test.each([
  ['a new tee time', 'posted', notifyPosted],
  ['an open spot', 'opened', notifyOpened],
])(
  'locks no member while a message about %s waits for the tee time',
  async (_what, event, notify) => {
    const { id } = await make.teeTime(group, { date: '2026-06-02' })
    if (event === 'opened') await notifyPosted(app.ctx, { groupId: group.id })
    await lockingClient.query(LOCK_TEE_TIME_SQL, [id])
    const payload =
      event === 'posted' ? { groupId: group.id } : { teeTimeId: id, leftBy: group.owner.id }
    const notified = notify(app.ctx, payload)
    await untilBlocked()
    await lockingClient.query(`set local lock_timeout to '500ms'`)
    expect((await lockingClient.query(LOCK_GOLFER_SQL, [bob.id])).rowCount).toBe(1)
    await lockingClient.query('commit')
    await notified
    const { rows } = await app.ctx.db.execute(
      `select golfer_id from deliveries where event = '${event}' and ${id} = any(tee_time_ids)`,
    )
    expect(rows).toEqual([{ golfer_id: bob.id }])
  },
)

test('does not delay a tee time that is posted during a frost delay', async () => {
  const delayPlan = { date: '2026-06-01', time: '11:00' }
  const early = await make.teeTime(group, delayPlan)
  await lockingClient.query(LOCK_TEE_TIME_SQL, [early.id])
  const delayed = app
    .phone(group.owner.session)
    .post(`/api/tee-times/${early.id}/delay`, { minutes: 15, version: early.version })
  await untilBlocked()
  const late = await make.teeTime(group, delayPlan)
  await lockingClient.query('commit')
  expect(await delayed).toMatchObject({ status: 200, body: [{ id: early.id, time: '11:15' }] })
  const { rows } = await app.ctx.db.execute(`select time from tee_times where id = ${late.id}`)
  expect(rows).toEqual([{ time: '11:00' }])
})

test('moves a tee time that is posted while the group changes its time zone', async () => {
  await lockingClient.query(LOCK_TEE_TIME_SQL, [teeTime.id])
  const moved = app
    .phone(group.owner.session)
    .patch(`/api/groups/${group.id}/name`, { name: 'Gang', timeZone: 'America/Winnipeg' })
  await untilBlocked()
  const late = await make.teeTime(group, { time: '11:00' })
  await lockingClient.query('commit')
  expect((await moved).status).toBe(200)
  const { rows } = await app.ctx.db.execute(
    `select starts_at at time zone 'America/Winnipeg' = (date || ' ' || time)::timestamp as moved
      from tee_times where id = ${late.id}`,
  )
  expect(rows).toEqual([{ moved: true }])
})
