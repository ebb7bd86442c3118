import type { Client } from 'pg'

/** The app's database and role. The role is not a superuser, just as on an external server. */
export const APP_DATABASE = 'fourball'

/** Any number works, as long as nothing else in the maintenance database takes the same lock. */
const OWNER_LOCK = 4_184_118
const OWNER_NAME = 'fourball owner, process '

/** Returns the name of the owner's connection, from which a second app learns the owner's process id. */
export function ownerName(pid: number): string {
  return `${OWNER_NAME}${pid}`
}

/**
 * Takes the lock that marks the owner of this cluster, until the connection ends.
 * @returns false when another connection holds it
 */
export async function tryOwnerLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1) as locked',
    [OWNER_LOCK],
  )
  return rows[0]?.locked === true
}

/** Returns the process id of the current owner; undefined when there is no owner anymore. */
export async function ownerProcess(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name
       from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [OWNER_LOCK],
  )
  return rows[0]?.name.replace(OWNER_NAME, '')
}

/** Returns the server's data directory and the lock file that it sees there. */
export async function describeServer(
  client: Client,
): Promise<{ directory: string; lockFile: string }> {
  const { rows } = await client.query<{ directory: string; lockFile: string }>(
    `select current_setting('data_directory') as directory,
            pg_read_file('postmaster.pid') as "lockFile"`,
  )
  return rows[0] ?? { directory: '', lockFile: '' }
}

/**
 * Creates the app's role and database if missing, each on its own, so that the next start can finish
 * after a crash between the two.
 */
export async function ensureAppDatabase(client: Client): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $1) as database`,
    [APP_DATABASE],
  )
  if (!rows[0]?.role) await client.query(`create role ${APP_DATABASE} login`)
  if (!rows[0]?.database) {
    await client.query(`create database ${APP_DATABASE} owner ${APP_DATABASE}`)
  }
}
