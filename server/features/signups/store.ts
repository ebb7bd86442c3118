import { and, eq, lte, not } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/database.ts'
import { isBeingPaid, isWaiting } from '../billing/tables.ts'
import { signups } from './tables.ts'

/** Stores a group that waits, under a slug that is held; answers its id. Within a transaction. */
export async function insertSignup(
  tx: Queries,
  signup: typeof signups.$inferInsert,
): Promise<number> {
  const [row] = await tx.insert(signups).values(signup).returning({ id: signups.id })
  if (row === undefined) throw new Error('A signup was not stored')
  return row.id
}

/** Takes a group that waits out of the waiting ones. Within a transaction. */
export async function takeSignup(tx: Queries, signupId: number, now: Date) {
  const [row] = await tx
    .select()
    .from(signups)
    .where(and(eq(signups.id, signupId), isWaiting(now)))
    .for('update')
  return row
}

/**
 * The group that waits, also when it has waited too long but nobody else has its slug; nobody else takes
 * it until the end of the transaction.
 */
export async function lockPaidSignup(tx: Queries, signupId: number) {
  const [row] = await tx.select().from(signups).where(eq(signups.id, signupId)).for('update')
  return row
}

/** It waits no more. */
export async function deleteSignup(tx: Queries, signupId: number): Promise<void> {
  await tx.delete(signups).where(eq(signups.id, signupId))
}

/** Deletes what has waited too long, and is not being paid for. Answers how many. */
export async function deleteExpiredSignups(db: Database, now: Date): Promise<number> {
  const dead = await db.delete(signups).where(and(lte(signups.expiresAt, now), not(isBeingPaid)))
  return dead.rowCount ?? 0
}
