import type { ClientBase } from 'pg'

/** Any constant: what matters is that every node asks for locks of the same kind. */
const WORKER_LOCKS = 4_217_712

/** Takes the lock that says that this worker lives; false while another connection has it. */
export async function tryLock(client: ClientBase, workerId: string): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as held',
    [WORKER_LOCKS, workerId],
  )
  return rows[0]?.held ?? false
}

export async function unlock(client: ClientBase, workerId: string): Promise<void> {
  await client.query('select pg_advisory_unlock($1, hashtext($2))', [WORKER_LOCKS, workerId])
}

/**
 * The workers that have jobs and whose lock nobody holds. One-time workers ('otpool-…') take none.
 * @param ours whose locks this connection holds, which would be given to it once more
 */
export async function findDeserted(
  client: ClientBase,
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
  client: ClientBase,
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
