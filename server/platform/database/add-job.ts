import { sql } from 'drizzle-orm'
import type { Queries } from './database.ts'

/**
 * Adds a job to the queue, in the transaction of `db` where that is one: it is worked once that
 * commits, and never when it rolls back.
 * @param key with the key of a job that waits, nothing is added: that one does for both
 * @param runAt not before then; else at once
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
