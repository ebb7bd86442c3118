import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** How many rows one statement deletes at most: few enough to hold their locks only briefly. */
const BATCH_SIZE = 1_000
/** The pause between two batches lets other statements run. */
const PAUSE_MS = 50

/**
 * Deletes rows whose `column` is before `before`. The column needs an index. The outer condition repeats the
 * inner one: if a row changes while the statement waits to lock it, PostgreSQL checks the outer one again.
 */
export function purgeRows(
  db: Database,
  { table, column, before }: { table: string; column: string; before: Date },
): Promise<void> {
  const quotedTable = sql.identifier(table)
  const quotedColumn = sql.identifier(column)
  return repeatWhileFull(async () => {
    const { rowCount } = await db.execute(sql`
      delete from ${quotedTable} where ${quotedColumn} < ${before} and ctid = any(array(
        select ctid from ${quotedTable} where ${quotedColumn} < ${before} order by ${quotedColumn} limit ${BATCH_SIZE}))`)
    return rowCount ?? 0
  })
}

export function purgeFailedJobs(db: Database, before: Date): Promise<void> {
  return repeatWhileFull(async () => {
    const { rows } = await db.execute(sql`
      select id from graphile_worker.complete_jobs(array(
        select id from graphile_worker.jobs
        where attempts >= max_attempts and locked_at is null and updated_at < ${before}
        limit ${BATCH_SIZE}))`)
    return rows.length
  })
}

async function repeatWhileFull(deleteBatch: () => Promise<number>): Promise<void> {
  while ((await deleteBatch()) >= BATCH_SIZE) await sleep(PAUSE_MS)
}
