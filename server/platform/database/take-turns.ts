import { sql } from 'drizzle-orm'
import type { Queries } from './database.ts'

/**
 * One at a time for each name, over all nodes: waits its turn, which lasts until the end of the
 * transaction of `tx`. For what has no row to lock.
 */
export async function takeTurns(tx: Queries, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
