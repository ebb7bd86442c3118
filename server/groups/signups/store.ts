import { and, eq, lte, not } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/database.ts'
import { isBeingPaid, isWaiting, signups } from './schema.ts'

/** Inserts a signup whose slug is locked. Returns its id. Must run within a transaction. */
export async function insertSignup(
  tx: Queries,
  signup: typeof signups.$inferInsert,
): Promise<number> {
  const [row] = await tx.insert(signups).values(signup).returning({ id: signups.id })
  if (row === undefined) throw new Error('A signup was not stored')
  return row.id
}

/** Locks and returns a signup that is still waiting. Must run within a transaction. */
export async function takeSignup(tx: Queries, signupId: number, now: Date) {
  const [row] = await tx
    .select()
    .from(signups)
    .where(and(eq(signups.id, signupId), isWaiting(now)))
    .for('update')
  return row
}

/**
 * Locks and returns a signup until the end of the transaction, even one that has expired, as long as its
 * slug has not been taken.
 */
export async function lockPaidSignup(tx: Queries, signupId: number) {
  const [row] = await tx.select().from(signups).where(eq(signups.id, signupId)).for('update')
  return row
}

export async function deleteSignup(tx: Queries, signupId: number): Promise<void> {
  await tx.delete(signups).where(eq(signups.id, signupId))
}

/** Deletes signups that have expired and are not being paid for. Returns how many. */
export async function deleteExpiredSignups(db: Database, now: Date): Promise<number> {
  const dead = await db.delete(signups).where(and(lte(signups.expiresAt, now), not(isBeingPaid)))
  return dead.rowCount ?? 0
}
