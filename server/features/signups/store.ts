import { and, eq, gt, lte } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/database.ts'
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

/** Takes a group that waits for this golfer out of the waiting ones. Within a transaction. */
export async function takeSignup(tx: Queries, signupId: number, golferId: number, now: Date) {
  const [row] = await tx
    .delete(signups)
    .where(
      and(eq(signups.id, signupId), eq(signups.golferId, golferId), gt(signups.expiresAt, now)),
    )
    .returning()
  return row
}

/** Deletes what has waited too long. Answers how many. */
export async function deleteExpiredSignups(db: Database, now: Date): Promise<number> {
  const dead = await db.delete(signups).where(lte(signups.expiresAt, now))
  return dead.rowCount ?? 0
}
