import { sql } from 'drizzle-orm'
import type { Client, ClientBase, Pool } from 'pg'
import type { Queries } from '../database/database.ts'
import { withRequestId } from '../trace.ts'

/** Adds a job. If a job with this `key` is waiting, replaces it, but keeps its time. */
export async function addJob(
  db: Queries,
  task: string,
  payload: Record<string, unknown>,
  { key, runAt }: { key?: string; runAt?: Date } = {},
): Promise<void> {
  await db.execute(sql`
    select graphile_worker.add_job(${task}, ${JSON.stringify(withRequestId(payload))}::json,
      run_at := ${runAt ?? null}::timestamptz, job_key := ${key ?? null}, job_key_mode := 'preserve_run_at')`)
}

export async function removeJobs(db: Queries, tasks: readonly string[]): Promise<void> {
  await db.execute(sql`
    select id from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier = any(${sql.param(tasks)}::text[])))`)
}

/**
 * Makes the schedule forget runs that it recorded for times after `time`. The schedule only starts runs newer
 * than the last recorded one, so a run recorded in the future would block all runs until then.
 */
export async function forgetRunsAfter(pool: Pool, time: Date): Promise<void> {
  await pool.query(
    `update graphile_worker._private_known_crontabs set last_execution = null
     where last_execution > $1`,
    [time],
  )
}

/** Counts jobs by task and state. `oldestSeconds`: how long the oldest of these jobs has been due, or 0. */
export async function countJobs(db: Queries) {
  const { rows } = await db.execute<{
    task: string
    state: 'running' | 'failed' | 'retrying' | 'later' | 'due'
    count: number
    oldestSeconds: number
  }>(sql`
    select task, state, count(*)::int as count,
      greatest(0, extract(epoch from now() - min(run_at)))::float8 as "oldestSeconds"
    from (
      select task_identifier as task, run_at,
        case when locked_at is not null then 'running'
          when attempts >= max_attempts then 'failed'
          when attempts > 0 then 'retrying'
          when run_at > now() then 'later'
          else 'due' end as state
      from graphile_worker.jobs
    ) jobs
    group by task, state`)
  return rows
}

/** The first key of each worker lock. Any constant works, as long as every node uses the same one. */
const WORKER_LOCK_KEY = 4_217_712

export const LOCK_SESSION_OPTIONS = {
  name: 'fourball worker locks',
  connectMs: 3_000,
  statementMs: 3_000,
} as const

interface Session {
  readonly pid: number
  readonly startedAt: string
}

/** Ends our previous session, which may still hold our locks. Returns our current session. */
export async function replaceSession(
  client: Client,
  previous: Session | undefined,
): Promise<Session> {
  if (previous !== undefined) {
    await client.query(
      `select pg_terminate_backend(pid, 1000) from pg_stat_activity
       where pid = $1 and backend_start = $2::timestamptz and application_name = $3`,
      [previous.pid, previous.startedAt, LOCK_SESSION_OPTIONS.name],
    )
  }
  const { rows } = await client.query<Session>(
    `select pid, backend_start::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()`,
  )
  const [session] = rows
  if (session === undefined) throw new Error('The database does not list our session')
  return session
}

export async function probe(client: ClientBase): Promise<void> {
  await client.query('select 1')
}

export async function tryLock(client: Client, workerId: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as held',
    [WORKER_LOCK_KEY, workerId],
  )
  return rows[0]?.held ?? false
}

export async function unlock(client: Client, workerId: string): Promise<void> {
  await client.query('select pg_advisory_unlock($1, hashtext($2))', [WORKER_LOCK_KEY, workerId])
}

/** Returns workers that have jobs but no lock, except `ourWorkerIds` and one-time workers ('otpool-…'). */
export async function findUnlockedWorkers(client: Client, ourWorkerIds: readonly string[]) {
  const { rows } = await client.query<{ id: string }>(
    `with busy as materialized (
       select distinct locked_by as id from graphile_worker.jobs
       where locked_by like 'pool-%' and locked_by <> all ($2)
     )
     select id from busy where pg_try_advisory_xact_lock($1, hashtext(id))`,
    [WORKER_LOCK_KEY, ourWorkerIds],
  )
  return rows.map(({ id }) => id)
}

/** Puts the jobs of workers that still have no lock back into the queue. Returns these workers. */
export async function freeJobs(client: Client, workerIds: readonly string[]) {
  const { rows } = await client.query<{ freed: string[] | null }>(
    `with deserted as materialized (
       select id from unnest($2::text[]) as id where pg_try_advisory_xact_lock($1, hashtext(id))
     ), ids as materialized (
       select array_agg(id) as freed from deserted
     )
     select freed, graphile_worker.force_unlock_workers(freed) from ids`,
    [WORKER_LOCK_KEY, workerIds],
  )
  return rows[0]?.freed ?? []
}
