import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories, type TestGolfer, type TestGroup } from './testing/factories.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/** Database settings that change how values are formatted, or make statements fail. */
const HOSTILE_DEFAULTS = {
  datestyle: 'SQL, DMY',
  intervalstyle: 'iso_8601',
  timezone: 'Pacific/Chatham',
  default_transaction_isolation: 'serializable',
  default_transaction_read_only: 'on',
  default_transaction_deferrable: 'on',
  search_path: 'pg_catalog',
  standard_conforming_strings: 'off',
  bytea_output: 'escape',
  extra_float_digits: '-10',
  statement_timeout: '1ms',
  lock_timeout: '1ms',
  idle_session_timeout: '1ms',
  idle_in_transaction_session_timeout: '1ms',
  transform_null_equals: 'on',
  array_nulls: 'off',
}

let plainApp: TestApp
let hostileApp: TestApp
let group: TestGroup
let golfer: TestGolfer
let teeTimeId: number

beforeAll(async () => {
  plainApp = await startTestApp()
  const make = factories(plainApp.ctx)
  group = await make.group()
  golfer = await make.member(group)
  teeTimeId = (await make.teeTime(group)).id
  const admin = new Client({ connectionString: plainApp.databaseUrl })
  await admin.connect()
  const { rows } = await admin.query<{ name: string }>('select current_database() as name')
  for (const [name, value] of Object.entries(HOSTILE_DEFAULTS)) {
    // `datestyle` is a list, which must not be quoted as a whole.
    const sqlValue = name === 'datestyle' ? value : `'${value}'`
    await admin.query(`alter database ${rows[0]?.name} set ${name} = ${sqlValue}`)
  }
  await admin.end()
  hostileApp = await startTestApp({ databaseUrl: plainApp.databaseUrl })
})
afterAll(async () => {
  await hostileApp.close()
  await plainApp.close()
})

test.each([
  () => '/api/auth/me',
  () => `/api/groups/slug/${group.slug}/tee-times`,
  () => '/api/my-tee-times',
  () => '/api/my-data',
])('%s returns the same under hostile database defaults', async (path) => {
  const plainAnswer = await plainApp.phone(golfer.session).get(path())
  const hostileAnswer = await hostileApp.phone(golfer.session).get(path())
  expect(plainAnswer.status).toBe(200)
  expect(hostileAnswer.text).toBe(plainAnswer.text)
})

test('completes a claim, a new tee time and their messages', async () => {
  const phone = hostileApp.phone(golfer.session)
  const claimed = await phone.post(`/api/tee-times/${teeTimeId}/claim`, { golferId: golfer.id })
  expect(claimed.status).toBe(200)
  const posted = await phone.post('/api/tee-times', {
    groupId: group.id,
    course: 'Shaganappi Point',
    date: '2026-06-05',
    time: '08:12',
    maxPlayers: 4,
    joinAsPlayer: true,
    cost: 0,
  })
  expect(posted.status).toBe(201)
  await hostileApp.runJobs()
  expect((await hostileApp.phone().get('/readyz')).status).toBe(200)
})
