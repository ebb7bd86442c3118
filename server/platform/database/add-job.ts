import { sql } from 'drizzle-orm'
import type { Queries } from './database.ts'

/**
 * Adds a job to the queue. If `db` is a transaction, the job runs after it commits, and never runs if it
 * rolls back.
 * @param key when a job with this key is waiting, updates that job and keeps its time
 * @param runAt the earliest time to run the job; by default now
 */
export async function addJob(
  db: Queries,
  task: string,
  payload: Record<string, unknown>,
  { key, runAt }: { key?: string; runAt?: Date } = {},
): Promise<void> {
  await db.execute(sql`
    select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json,
      run_at := ${runAt ?? null}::timestamptz, job_key := ${key ?? null}, job_key_mode := 'preserve_run_at')`)
}
