import { sql } from 'drizzle-orm'
import type { Queries } from './database.ts'

/**
 * Waits for the lock with this name, which only one transaction on any node can hold, and holds it until
 * the transaction of `tx` ends. For work that has no row to lock.
 */
export async function withAdvisoryLock(tx: Queries, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
