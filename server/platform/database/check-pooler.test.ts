import { sql } from 'drizzle-orm'
import { Client, DatabaseError } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../system-tests/testing/database.ts'
import { requestsUrl } from '../../system-tests/testing/pooler.ts'
import { ConfigError } from '../config.ts'
import { checkPooler } from './check-pooler.ts'
import { connect, REQUEST_SETTINGS } from './database.ts'
import { isDatabaseResponse } from './failures.ts'

/** The tests pass this database's URL as a pooler's. The database applies the settings to each session. */
let pooled: TestDatabase
let other: TestDatabase

beforeAll(async () => {
  pooled = await cloneDatabase()
  other = await cloneDatabase()
  await changeSettings({ ...REQUEST_SETTINGS, statement_timeout: '7000' })
})
afterAll(async () => {
  await pooled.drop()
  await other.drop()
})

async function changeSettings(settings: Record<string, string>): Promise<void> {
  const admin = new Client({ connectionString: pooled.url })
  await admin.connect()
  const name = new URL(pooled.url).pathname.slice(1)
  for (const [setting, value] of Object.entries(settings)) {
    await admin.query(`alter database ${name} set ${setting} = ${admin.escapeLiteral(value)}`)
  }
  await admin.end()
}

async function refusal(url: string, directUrl: string): Promise<string> {
  const error: unknown = await checkPooler(url, directUrl).catch((cause: unknown) => cause)
  if (!(error instanceof ConfigError)) throw new Error('The pooler was accepted', { cause: error })
  return error.message
}

test('accepts a pooler that applies the settings', async () => {
  await checkPooler(pooled.url, pooled.url)
})

test('accepts the pooler that the tests run through, if any', async () => {
  await checkPooler(requestsUrl(pooled.url), pooled.url)
})

test('names each setting that is wrong, and what to do', async () => {
  await changeSettings({ timezone: 'Pacific/Chatham', statement_timeout: '0' })
  const message = await refusal(pooled.url, pooled.url)
  await changeSettings({ timezone: 'UTC', statement_timeout: '7000' })
  expect(message).toBe(
    "DATABASE_URL: the pooler's sessions need other settings: timezone must be 'UTC', not 'Pacific/Chatham'; " +
      "statement_timeout must be '7000', not '0'. Set them with connect_query, as in " +
      'deploy/pgbouncer/pgbouncer.ini, or unset DATABASE_DIRECT_URL if there is no pooler',
  )
})

test('refuses a direct URL of another database', async () => {
  expect(await refusal(pooled.url, other.url)).toBe(
    'DATABASE_DIRECT_URL: is not the database behind the pooler in DATABASE_URL',
  )
})

test('reports in one line that a pooler cannot be reached, without its password', async () => {
  const message = await refusal('postgres://x:secret@127.0.0.1:1/x', pooled.url)
  expect(message).toMatch(/^DATABASE_URL: the pooler cannot be used: .*ECONNREFUSED/)
  expect(message).not.toMatch(/secret|\n/)
})

test('prepares named statements only without a pooler', async () => {
  const listPreparedStatements = async (isPooled: boolean) => {
    const db = connect({ url: pooled.url, poolSize: 1, isPooled })
    const statement = { name: 'hole', text: 'select $1::int as hole', values: [18] }
    expect((await db.$client.query(statement)).rows).toEqual([{ hole: 18 }])
    const { rows } = await db.execute(sql`select name from pg_prepared_statements`)
    await db.$client.end()
    return rows
  }
  expect(await listPreparedStatements(false)).toEqual([{ name: 'hole' }])
  expect(await listPreparedStatements(true)).toEqual([])
})

test('does not treat the lost connection of a pooler as a response', () => {
  const errorWithCode = (code: string) => Object.assign(new DatabaseError('', 0, 'error'), { code })
  expect(isDatabaseResponse(errorWithCode('08P01'))).toBe(false)
  expect(isDatabaseResponse(errorWithCode('23505'))).toBe(true)
})
