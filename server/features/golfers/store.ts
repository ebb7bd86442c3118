import { eq, sql } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { SessionHolder } from '../sessions/gate.ts'
import { golfers } from './tables.ts'

export interface NewGolfer {
  name: string
  email: string
  phone: string
  /** An argon2id PHC string; left out, nobody can sign in until a password is set. */
  password?: string
  isSuperAdmin?: boolean
}

/** Stores a golfer; answers the id, or undefined when the email is taken. */
export async function insertGolfer(db: Queries, golfer: NewGolfer): Promise<number | undefined> {
  const [row] = await db
    .insert(golfers)
    .values(golfer)
    .onConflictDoNothing()
    .returning({ id: golfers.id })
  return row?.id
}

/** Found without regard to case. */
export async function findGolferId(db: Queries, email: string): Promise<number | undefined> {
  const [row] = await db
    .select({ id: golfers.id })
    .from(golfers)
    .where(eq(sql`lower(${golfers.email})`, sql`lower(${email})`))
  return row?.id
}

/** Whether the golfer with this email, found without regard to case, is a super admin. */
export async function isSuperAdmin(db: Database, email: string): Promise<boolean> {
  const [row] = await db
    .select({ isSuperAdmin: golfers.isSuperAdmin })
    .from(golfers)
    .where(eq(sql`lower(${golfers.email})`, sql`lower(${email})`))
  return row?.isSuperAdmin ?? false
}

export async function updatePhone(
  db: Database,
  holder: SessionHolder,
  phone: string,
): Promise<void> {
  await db.update(golfers).set({ phone }).where(eq(golfers.id, holder.golferId))
}

/** See `delete_golfer` in the migrations. */
export async function removeGolfer(db: Queries, golferId: number, now: Date): Promise<string> {
  const { rows } = await db.execute<{ outcome: string }>(
    sql`select delete_golfer(${golferId}, ${now}) as outcome`,
  )
  return rows[0]?.outcome ?? 'gone'
}
