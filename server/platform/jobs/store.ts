import type { Client, ClientBase } from 'pg'
import { Connection, sessionConfig } from '../database/connection.ts'

/** Any constant: what matters is that every node asks for locks of the same kind. */
const WORKER_LOCKS = 4_217_712

/** A connection that answers later than this is given up. */
const ANSWER_MS = 3_000

const NAME = 'fourball worker locks'

/** A session of the database, as the server knows it. */
export interface Session {
  readonly pid: number
  readonly startedAt: string
}

/**
 * Does `work` over a connection of its own, which has gone afterwards, and its locks with it.
 * @param work is told when the connection is lost
 * @throws Error when it is, or cannot be had
 */
export async function onOneConnection(
  url: string,
  work: (client: Client, lost: AbortSignal) => Promise<void>,
): Promise<void> {
  const client = new Connection(
    sessionConfig({ url, name: NAME, connectMs: ANSWER_MS, statementMs: ANSWER_MS }),
  )
  const lost = new AbortController()
  client.on('error', (error) => lost.abort(error))
  client.on('end', () => lost.abort(new Error('The connection of the worker locks ended')))
  try {
    await client.connect()
    await work(client, lost.signal)
    lost.signal.throwIfAborted()
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Ends the session that we had before, which holds our locks for as long as the server has not noticed
 * that its connection is gone. Returns our session now.
 */
export async function takeOver(client: Client, previous: Session | undefined): Promise<Session> {
  if (previous !== undefined) {
    await client.query(
      `select pg_terminate_backend(pid, 1000) from pg_stat_activity
       where pid = $1 and backend_start = $2::timestamptz and application_name = $3`,
      [previous.pid, previous.startedAt, NAME],
    )
  }
  const { rows } = await client.query<Session>(
    `select pid, backend_start::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()`,
  )
  const [session] = rows
  if (session === undefined) throw new Error('The database does not list our own session')
  return session
}

/** Asks whether a connection lives. @throws Error when it does not answer in time */
export async function probe(client: ClientBase): Promise<void> {
  await client.query('select 1')
}

/** Takes the lock that says that this worker lives; false while another connection has it. */
export async function tryLock(client: Client, workerId: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as held',
    [WORKER_LOCKS, workerId],
  )
  return rows[0]?.held ?? false
}

export async function unlock(client: Client, workerId: string): Promise<void> {
  await client.query('select pg_advisory_unlock($1, hashtext($2))', [WORKER_LOCKS, workerId])
}

/**
 * The workers that have jobs and whose lock nobody holds. One-time workers ('otpool-…') take none.
 * @param ours whose locks this connection holds, which would be given to it once more
 */
export async function findDeserted(
  client: Client,
  ours: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `with busy as materialized (
       select distinct locked_by as id from graphile_worker.jobs
       where locked_by like 'pool-%' and locked_by <> all ($2)
     )
     select id from busy where pg_try_advisory_xact_lock($1, hashtext(id))`,
    [WORKER_LOCKS, ours],
  )
  return rows.map(({ id }) => id)
}

/**
 * Gives the jobs of these workers back to the queue, as they were: due, and with the tries they had.
 * Answers those workers whose lock was still free.
 */
export async function freeJobs(
  client: Client,
  workerIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ freed: string[] | null }>(
    `with deserted as materialized (
       select id from unnest($2::text[]) as id where pg_try_advisory_xact_lock($1, hashtext(id))
     ), ids as materialized (
       select array_agg(id) as freed from deserted
     )
     select freed, graphile_worker.force_unlock_workers(freed) from ids`,
    [WORKER_LOCKS, workerIds],
  )
  return rows[0]?.freed ?? []
}
