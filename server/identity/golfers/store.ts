import { and, desc, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { DeletedAccount } from '../../platform/database/backup/deleted-accounts.ts'
import type { Queries } from '../../platform/database/database.ts'
import { isoInstant } from '../../platform/database/iso-instant.ts'
import { e164Of } from '../../platform/phone-number.ts'
import {
  auditEntries,
  consentEntries,
  golfers,
  isAccount,
  isSameEmail,
  preferences,
  sessions,
  welcomeLinks,
} from '../schema.ts'

/**
 * A golfer's account. Without a password, nobody can sign in until one is set. `emailProvenAt` and
 * `phoneConfirmedAt` are left out if somebody else may have typed the address or number.
 */
export type NewGolfer = Pick<
  typeof golfers.$inferInsert,
  'name' | 'email' | 'password' | 'isSuperAdmin' | 'emailProvenAt' | 'phoneConfirmedAt'
> & { phone: string }

/** Inserts a golfer. Returns the id, or undefined when the email is taken. */
export async function insertGolfer(db: Queries, golfer: NewGolfer): Promise<number | undefined> {
  const [row] = await db
    .insert(golfers)
    .values({ ...golfer, phoneNumber: e164Of(golfer.phone) })
    .onConflictDoNothing()
    .returning({ id: golfers.id })
  return row?.id
}

/** Returns the id of the golfer with this email, ignoring case. */
export async function findGolfer({ db }: { db: Queries }, email: string) {
  const [row] = await db
    .select({ id: golfers.id })
    .from(golfers)
    .where(isSameEmail(golfers.email, email))
  return row?.id
}

/** Returns an account, unless it is deleted. */
export async function findAccount(db: Queries, golferId: number) {
  const { email, name, password, isSuperAdmin, createdAt } = golfers
  const [row] = await db
    .select({ email, name, password, isSuperAdmin, createdAt })
    .from(golfers)
    .where(isAccount(golferId))
  return row
}

/** Returns a golfer's phone, locked until the end of the transaction. */
export async function lockPhone(tx: Queries, golferId: number) {
  const [row] = await tx
    .select({
      phone: golfers.phone,
      number: golfers.phoneNumber,
      consentAt: golfers.textConsentAt,
      confirmedAt: golfers.phoneConfirmedAt,
      emailProvenAt: golfers.emailProvenAt,
    })
    .from(golfers)
    .where(isAccount(golferId))
    .for('no key update')
  return row
}

/** Stores a phone that its golfer typed, and what it changes. */
export async function updatePhone(
  tx: Queries,
  golferId: number,
  change: Partial<typeof golfers.$inferInsert>,
): Promise<void> {
  await tx.update(golfers).set(change).where(eq(golfers.id, golferId))
}

/**
 * Blocks the deletion of an account until the end of the transaction. Returns its email; undefined once
 * the account is deleted.
 */
export async function lockEmail(tx: Queries, golferId: number): Promise<string | undefined> {
  const [golfer] = await tx
    .select({ email: golfers.email })
    .from(golfers)
    .where(isAccount(golferId))
    .for('key share')
  return golfer?.email
}

/** Lists what a golfer did, and what was done to them, newest first. */
export function listActions(db: Queries, golferId: number) {
  return db
    .select({
      action: auditEntries.action,
      at: isoInstant(auditEntries.at),
      groupName: auditEntries.groupName,
    })
    .from(auditEntries)
    .where(or(eq(auditEntries.actorId, golferId), eq(auditEntries.golferId, golferId)))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
}

/** Lists when, how and with which wording a golfer agreed to texts or stopped them, newest first. */
export function listConsents(db: Queries, golferId: number) {
  return db
    .select({
      at: isoInstant(consentEntries.at),
      number: consentEntries.number,
      step: consentEntries.step,
      how: consentEntries.how,
      wording: consentEntries.wording,
    })
    .from(consentEntries)
    .where(eq(consentEntries.golferId, golferId))
    .orderBy(desc(consentEntries.id))
}

/** Stores a golfer's new name. Returns false if it is the same, or the account is deleted. */
export async function renameGolfer(tx: Queries, golferId: number, name: string): Promise<boolean> {
  // Taking a spot locks the golfer only FOR KEY SHARE, which the update alone would not block: the new card
  // could keep the old name.
  await tx.select({ id: golfers.id }).from(golfers).where(eq(golfers.id, golferId)).for('update')
  const renamed = await tx
    .update(golfers)
    .set({ name })
    .where(and(isAccount(golferId), ne(golfers.name, name)))
  return renamed.rowCount === 1
}

/** Locks an account, so that its golfer joins no group until the transaction ends; undefined once deleted. */
export async function lockAccount(tx: Queries, golferId: number) {
  const [row] = await tx
    .select({ golferId: golfers.id, email: golfers.email, phoneNumber: golfers.phoneNumber })
    .from(golfers)
    .where(isAccount(golferId))
    .for('update')
  return row
}

/** Deletes a golfer's sessions, links and preferences, and removes their id from the consent log. */
export async function deleteTraces(tx: Queries, golferId: number): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.golferId, golferId))
  await tx.delete(welcomeLinks).where(eq(welcomeLinks.golferId, golferId))
  await tx.delete(preferences).where(eq(preferences.golferId, golferId))
  await tx
    .update(consentEntries)
    .set({ golferId: null })
    .where(eq(consentEntries.golferId, golferId))
}

/** Removes personal data from an account. The row stays, so that past rounds are complete. */
export async function anonymize(tx: Queries, golferId: number, now: Date): Promise<void> {
  await tx
    .update(golfers)
    .set({
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
    .where(eq(golfers.id, golferId))
}

/** Lists the deleted accounts whose deletion is in the audit log, by id. */
export async function listDeletedAccounts(db: Queries): Promise<DeletedAccount[]> {
  const recorded = db
    .select({ id: auditEntries.golferId })
    .from(auditEntries)
    .where(inArray(auditEntries.action, ['account-deleted', 'user-deleted']))
  const { id, createdAt, deletedAt } = golfers
  const found = await db
    .select({ id, createdAt, deletedAt })
    .from(golfers)
    .where(and(isNotNull(deletedAt), inArray(id, recorded)))
    .orderBy(id)
  return found.map((account) => ({
    id: account.id,
    createdAt: account.createdAt.toISOString(),
    deletedAt: (account.deletedAt ?? account.createdAt).toISOString(),
  }))
}
