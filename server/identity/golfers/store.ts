import { and, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { DeletedAccount } from '../../platform/database/backup/deleted-accounts.ts'
import type { Queries } from '../../platform/database/database.ts'
import { isoInstant } from '../../platform/database/iso-instant.ts'
import { e164Of } from '../../platform/phone-number.ts'
import {
  auditEntries,
  consentEntries,
  golfers,
  isAccount,
  preferences,
  sessions,
  welcomeLinks,
} from '../schema.ts'

/** Omit `emailProvenAt` or `phoneConfirmedAt` if someone else may have typed the email or the phone. */
export type NewGolfer = Pick<
  typeof golfers.$inferInsert,
  'name' | 'email' | 'password' | 'isSuperAdmin' | 'emailProvenAt' | 'phoneConfirmedAt'
> & { phone: string }

/** `password` must be a hash. Returns the new id; undefined if the email is taken. */
export async function insertGolfer(db: Queries, golfer: NewGolfer): Promise<number | undefined> {
  const [row] = await db
    .insert(golfers)
    .values({ ...golfer, phoneNumber: e164Of(golfer.phone) })
    .onConflictDoNothing()
    .returning({ id: golfers.id })
  return row?.id
}

export async function findAccount(db: Queries, idOrEmail: number | string) {
  const [account] = await db.select().from(golfers).where(isAccount(idOrEmail))
  return account
}

/** While an account is locked for 'update', the golfer cannot join a group. */
export async function lockAccount(
  tx: Queries,
  idOrEmail: number | string,
  strength: 'key share' | 'no key update' | 'update' = 'no key update',
) {
  const [account] = await tx.select().from(golfers).where(isAccount(idOrEmail)).for(strength)
  return account
}

export async function updateGolfer(
  tx: Queries,
  golferId: number,
  change: PgUpdateSetSource<typeof golfers>,
) {
  await tx.update(golfers).set(change).where(eq(golfers.id, golferId))
}

/** Until the transaction ends, blocks the deletion of an account. Returns its email; undefined if deleted. */
export async function lockAgainstDeletion(tx: Queries, golferId: number) {
  return (await lockAccount(tx, golferId, 'key share'))?.email
}

export function listActions(db: Queries, golferId: number) {
  const { id, action, at, groupName, actorId } = auditEntries
  return db
    .select({ action, at: isoInstant(at), groupName })
    .from(auditEntries)
    .where(or(eq(actorId, golferId), eq(auditEntries.golferId, golferId)))
    .orderBy(desc(at), desc(id))
}

export function listConsents(db: Queries, golferId: number) {
  const { id, at, number, step, how, wording } = consentEntries
  return db
    .select({ at: isoInstant(at), number, step, how, wording })
    .from(consentEntries)
    .where(eq(consentEntries.golferId, golferId))
    .orderBy(desc(id))
}

export async function deletePersonalRows(tx: Queries, golferId: number): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.golferId, golferId))
  await tx.delete(welcomeLinks).where(eq(welcomeLinks.golferId, golferId))
  await tx.delete(preferences).where(eq(preferences.golferId, golferId))
  await tx
    .update(consentEntries)
    .set({ golferId: null })
    .where(eq(consentEntries.golferId, golferId))
}

/** Keeps the row, because past rounds need it. */
export async function anonymize(tx: Queries, golferId: number, now: Date): Promise<void> {
  await updateGolfer(tx, golferId, {
    name: 'Former golfer',
    email: `deleted-${golferId}@fourball.invalid`,
    phone: '',
    phoneNumber: null,
    textConsentAt: null,
    phoneConfirmedAt: null,
    emailProvenAt: null,
    mailToken: sql`replace(gen_random_uuid()::text, '-', '')`,
    password: 'temporary',
    stripeCustomerId: null,
    deletedAt: now,
  })
}

export async function listDeletedAccounts(db: Queries): Promise<DeletedAccount[]> {
  const deletedIds = db
    .select({ id: auditEntries.golferId })
    .from(auditEntries)
    .where(inArray(auditEntries.action, ['account-deleted', 'user-deleted']))
  const { id, createdAt, deletedAt } = golfers
  const deletedAtIso = isoInstant(deletedAt) as SQL<string>
  return db
    .select({ id, createdAt: isoInstant(createdAt), deletedAt: deletedAtIso })
    .from(golfers)
    .where(and(isNotNull(deletedAt), inArray(id, deletedIds)))
    .orderBy(id)
}
