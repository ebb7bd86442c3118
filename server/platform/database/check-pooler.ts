import { randomInt } from 'node:crypto'
import { ConfigError } from '../config.ts'
import { reasonOf } from '../errors.ts'
import { type Connection, requiredSettings, withDedicatedConnection } from './connection.ts'
import { REQUEST_SETTINGS } from './database.ts'

const SESSION_NAME = 'fourball start'

export async function checkPooler(url: string, directUrl: string): Promise<void> {
  const session = { url, name: SESSION_NAME, settings: REQUEST_SETTINGS, isPooled: true }
  try {
    await withDedicatedConnection(session, async (pooled) => {
      await checkSettings(pooled, requiredSettings(session))
      await withDedicatedConnection({ url: directUrl, name: SESSION_NAME }, (direct) =>
        checkSameDatabase(pooled, direct),
      )
    })
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause
    throw new ConfigError(`DATABASE_URL: the pooler cannot be used: ${reasonOf(cause)}`, { cause })
  }
}

/** Checks only one session: the pooler applies the same settings to every session. */
async function checkSettings(
  pooled: Connection,
  required: ReturnType<typeof requiredSettings>,
): Promise<void> {
  const { rows } = await pooled.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where lower(name) = any($1)',
    [Object.keys(required)],
  )
  const actual = new Map(rows.map(({ name, setting }) => [name.toLowerCase(), setting]))
  // PostgreSQL accepts lists with and without spaces.
  const isSameSetting = (one: string, other = '') =>
    one.replaceAll(' ', '') === other.replaceAll(' ', '')
  const wrong = Object.entries(required)
    .filter(([name, value]) => !isSameSetting(value, actual.get(name)))
    .map(([name, value]) => `${name} must be '${value}', not '${actual.get(name)}'`)
  if (wrong.length > 0) {
    throw new ConfigError(
      `DATABASE_URL: the pooler's sessions need other settings: ${wrong.join('; ')}. Set them with ` +
        'connect_query, as in deploy/pgbouncer/pgbouncer.ini, or unset DATABASE_DIRECT_URL if there is no pooler',
    )
  }
}

/** Checks that two connections lead to the same database: they must not both get the same lock. */
async function checkSameDatabase(pooled: Connection, direct: Connection): Promise<void> {
  const key = randomInt(2 ** 47)
  await direct.query('select pg_advisory_lock($1)', [key])
  const { rows } = await pooled.query<{ taken: boolean }>(
    'select pg_try_advisory_xact_lock($1) as taken',
    [key],
  )
  if (rows[0]?.taken !== false) {
    throw new ConfigError(
      'DATABASE_DIRECT_URL: is not the database behind the pooler in DATABASE_URL',
    )
  }
}
