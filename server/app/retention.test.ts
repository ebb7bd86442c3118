import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories, type TestGolfer } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'
import { scheduleOf } from './jobs.ts'
import { FAILED_JOBS_DAYS, purgeOldRows, RETENTION } from './retention.ts'

const DAY_MS = 86_400_000

let app: TestApp
let golfer: TestGolfer
let teeTimeId: number

beforeAll(async () => {
  app = await startTestApp()
  const make = factories(app.ctx)
  const group = await make.group()
  golfer = await make.member(group)
  teeTimeId = (await make.teeTime(group, { players: [golfer] })).id
})
afterAll(() => app.close())

const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows
const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * DAY_MS)

const purgedTables = Object.entries(RETENTION).flatMap(([table, retention]) =>
  'days' in retention ? [{ table, ...retention }] : [],
)

test('defines a retention for every table, and every purged table exists', async () => {
  const rows = await query(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const tables = rows.map(({ name }) => name)
  expect(tables.filter((table) => !(table in RETENTION))).toEqual([])
  expect(purgedTables.filter(({ table }) => !tables.includes(table))).toEqual([])
})

test('schedules every purge job', () => {
  const scheduled = new Set(scheduleOf(app.ctx).map(({ task }) => task))
  const jobs = Object.values(RETENTION).flatMap((retention) =>
    'job' in retention ? [retention.job] : [],
  )
  expect([...jobs, 'purge_old_rows'].filter((job) => !scheduled.has(job))).toEqual([])
})

test('has an index for every purge', async () => {
  for (const [table, retention] of Object.entries(RETENTION)) {
    if (!('days' in retention)) continue
    const [index] = await query(
      `select indexdef from pg_indexes where tablename = $1 and indexdef ~ $2`,
      [table, `\\(${retention.after}[,)]`],
    )
    expect([table, index]).toEqual([table, expect.anything()])
  }
})

const INSERT_ROW: Record<string, (at: Date, n: number) => Promise<unknown>> = {
  audit_entries: (at) =>
    query(`insert into audit_entries (at, action) values ($1, 'group-updated')`, [at]),
  deliveries: (at, n) =>
    query(
      `insert into deliveries (event, key, channel, created_at) values ('reply', $2, 'text', $1)`,
      [at, `key ${n}`],
    ),
  incoming_texts: (at, n) =>
    query(
      `insert into incoming_texts (provider_id, number, body, received_at) values ($2, '', '', $1)`,
      [at, `SM${n}`],
    ),
  invite_cooldowns: (at, n) =>
    query(
      `insert into invite_cooldowns (group_id, email, until) select id, $2, $1 from groups limit 1`,
      [at, `golfer-${n}@club.example`],
    ),
  late_notices: async (at, n) => {
    const golferId = n === 0 ? golfer.id : (await query('select min(id) as id from golfers'))[0].id
    await query(
      `insert into late_notices (tee_time_id, group_id, golfer_id, minutes, notified_at)
       select id, group_id, $2, 10, $3 from tee_times where id = $1`,
      [teeTimeId, golferId, at],
    )
  },
  payment_events: (at, n) =>
    query(
      `insert into payment_events (id, type, at, processed_at) values ($2, 'invoice.paid', $1, $1)`,
      [at, `evt_${n}`],
    ),
  sign_in_delays: (at, n) =>
    query(
      `insert into sign_in_delays (key, failures, next_try_at, updated_at) values ($2, 1, $1, $1)`,
      [at, `account ${n}`],
    ),
  sign_in_networks: (at, n) =>
    query(`insert into sign_in_networks (network, account, at) values ('', $2, $1)`, [
      at,
      `account ${n}`,
    ]),
  tee_time_delays: async (at, n) => {
    const make = factories(app.ctx)
    const id = n === 0 ? teeTimeId : (await make.teeTime(await make.group())).id
    await query(
      `insert into tee_time_delays (tee_time_id, group_id, started_at, starts_at, delayed_at)
       select id, group_id, $2, $2, $2 from tee_times where id = $1`,
      [id, at],
    )
  },
  text_days: (at) => query('insert into text_days (day, texts) values ($1, 1)', [at]),
  waiting_events: (at) =>
    query(
      `insert into waiting_events (tee_time_id, group_id, golfer_id, event, at)
       select id, group_id, $2, 'waited', $3 from tee_times where id = $1`,
      [teeTimeId, golfer.id, at],
    ),
  welcome_links: (at, n) =>
    query(
      `insert into welcome_links (token_hash, golfer_id, created_at, expires_at) values ($2, $3, $1, $1)`,
      [at, `hash ${n}`, golfer.id],
    ),
  weather_checks: (at, n) =>
    query(
      `insert into weather_checks (tee_time_id, group_id, date, checked_at)
       select id, group_id, $2, $3 from tee_times where id = $1`,
      [teeTimeId, `2026-01-0${n + 1}`, at],
    ),
}

/** For how many days the rows of each table are kept, as documented for operators. */
const EXPECTED_DAYS: Record<string, number> = {
  audit_entries: 730,
  deliveries: 90,
  incoming_texts: 180,
  invite_cooldowns: 0,
  late_notices: 90,
  payment_events: 90,
  sign_in_delays: 1,
  sign_in_networks: 1,
  tee_time_delays: 90,
  text_days: 90,
  waiting_events: 90,
  weather_checks: 30,
  welcome_links: 0,
}

test('purges exactly these tables by age', () => {
  expect(Object.fromEntries(purgedTables.map(({ table, days }) => [table, days]))).toEqual(
    EXPECTED_DAYS,
  )
})

test.each(purgedTables)('keeps rows of $table for $days days', async ({ table, days, after }) => {
  const insert = INSERT_ROW[table]
  if (insert === undefined) throw new Error(`INSERT_ROW has no entry for ${table}`)
  await insert(daysAgo(days + 1), 0)
  await insert(daysAgo(days - 1), 1)
  const before = await query('select * from spots')
  await purgeOldRows(app.ctx)
  const isNew = `${after} > $1 as "isNew"`
  expect(await query(`select ${isNew} from ${table}`, [daysAgo(days)])).toEqual([{ isNew: true }])
  // Spots are part of the round history, which must stay.
  expect(await query('select * from spots')).toEqual(before)
})

test('clears late withdrawals after 180 days and keeps the spots', async () => {
  const addOwedSpot = (position: number, at: Date) =>
    query(
      'update spots set owed_by = $2, owed_since = $3 where tee_time_id = $1 and position = $4',
      [teeTimeId, golfer.id, at, position],
    )
  await addOwedSpot(2, daysAgo(181))
  await addOwedSpot(3, daysAgo(179))
  await query(`select graphile_worker.add_job('purge_old_rows')`)
  await app.runJobs()
  const rows = await query(
    `select status, golfer_id as golfer, owed_by as by, owed_since as since
     from spots where tee_time_id = $1 order by position`,
    [teeTimeId],
  )
  expect(rows).toEqual([
    { status: 'player', golfer: golfer.id, by: null, since: null },
    { status: 'open', golfer: null, by: null, since: null },
    { status: 'open', golfer: null, by: golfer.id, since: daysAgo(179) },
    { status: 'open', golfer: null, by: null, since: null },
  ])
})

test('does the purge that release 1.0.0 has scheduled', async () => {
  await query(`select graphile_worker.add_job('delete_old_deliveries')`)
  await app.runJobs()
  expect(await query('select from graphile_worker.jobs')).toEqual([])
})

test('deletes many rows in batches', async () => {
  await query(
    `insert into payment_events (id, type, at, processed_at)
     select 'evt_old_' || n, 'invoice.paid', $1, $1 from generate_series(1, 2500) n`,
    [daysAgo(200)],
  )
  const statementsBefore = app.statements.length
  await purgeOldRows(app.ctx)
  const deletes = app.statements
    .slice(statementsBefore)
    .filter((one) => one.includes('"payment_events"'))
  expect(deletes).toHaveLength(3)
  expect(await query(`select from payment_events where id like 'evt_old_%'`)).toEqual([])
})

test('deletes jobs without retries left after a month and keeps the others', async () => {
  const addJob = async (key: string, tries: string, days: number) => {
    await query(`select graphile_worker.add_job('purge_weather', job_key := $1)`, [key])
    await query(
      `update graphile_worker._private_jobs set attempts = ${tries}, updated_at = $2 where key = $1`,
      [key, daysAgo(days)],
    )
  }
  await addJob('old and failed', 'max_attempts', FAILED_JOBS_DAYS + 1)
  await addJob('just failed', 'max_attempts', FAILED_JOBS_DAYS - 1)
  await addJob('old and tried', 'max_attempts - 1', FAILED_JOBS_DAYS + 1)
  await purgeOldRows(app.ctx)
  const rows = await query(
    "select key from graphile_worker.jobs where task_identifier = 'purge_weather' order by key",
  )
  expect(rows.map(({ key }) => key)).toEqual(['just failed', 'old and tried'])
})
