import { and, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Queries } from '../../platform/database/database.ts'
import { golfers } from '../golfers/tables.ts'
import { consentEntries, textNumbers } from './tables.ts'

/** A golfer's number, and how it stands; undefined once the account is deleted. */
export async function findStanding(db: Queries, golferId: number) {
  const [row] = await db
    .select({
      number: golfers.phoneNumber,
      consentAt: golfers.textConsentAt,
      confirmedAt: golfers.phoneConfirmedAt,
      emailProvenAt: golfers.emailProvenAt,
      stoppedAt: textNumbers.stoppedAt,
      unreachableAt: textNumbers.unreachableAt,
      unreachableCode: textNumbers.unreachableCode,
    })
    .from(golfers)
    .leftJoin(textNumbers, eq(textNumbers.number, golfers.phoneNumber))
    .where(and(eq(golfers.id, golferId), isNull(golfers.deletedAt)))
  return row
}

/**
 * What is known of a number, and alone with it until the end of the transaction. Comes before the
 * lock of any golfer who has it.
 */
export async function lockNumber(tx: Queries, number: string) {
  await tx.insert(textNumbers).values({ number }).onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(textNumbers)
    .where(eq(textNumbers.number, number))
    .for('no key update')
  if (row === undefined) throw new Error('A number that was just noted is not there')
  return row
}

/** Whether another account gets texts at this number. */
export async function isAnothersToo(
  tx: Queries,
  number: string,
  golferId: number,
): Promise<boolean> {
  const [row] = await tx
    .select({ id: golfers.id })
    .from(golfers)
    .where(
      and(
        eq(golfers.phoneNumber, number),
        ne(golfers.id, golferId),
        isNotNull(golfers.textConsentAt),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Gives the consent of a golfer who has none, and still has this number. Answers whether it did. */
export async function setConsent(
  tx: Queries,
  golferId: number,
  number: string,
  now: Date,
): Promise<boolean> {
  const given = await tx
    .update(golfers)
    .set({ textConsentAt: now })
    .where(
      and(
        eq(golfers.id, golferId),
        eq(golfers.phoneNumber, number),
        isNotNull(golfers.phoneConfirmedAt),
        isNull(golfers.textConsentAt),
      ),
    )
  return given.rowCount === 1
}

/** Takes a golfer's consent away; answers the number it was for, or undefined without one. */
export async function clearConsent(tx: Queries, golferId: number): Promise<string | undefined> {
  const [row] = await tx
    .update(golfers)
    .set({ textConsentAt: null })
    .where(and(eq(golfers.id, golferId), isNotNull(golfers.textConsentAt)))
    .returning({ number: sql<string>`coalesce(${golfers.phoneNumber}, '')` })
  return row?.number
}

export async function insertEntry(
  tx: Queries,
  entry: typeof consentEntries.$inferInsert,
): Promise<void> {
  await tx.insert(consentEntries).values(entry)
}

/** The number takes no text of ours, by this code of the provider. */
export async function setUnreachable(
  tx: Queries,
  number: string,
  code: string,
  now: Date,
): Promise<void> {
  const set = { unreachableAt: now, unreachableCode: code }
  await tx
    .insert(textNumbers)
    .values({ number, ...set })
    .onConflictDoUpdate({ target: textNumbers.number, set })
}

export async function setStopped(tx: Queries, number: string, now: Date): Promise<void> {
  await tx.update(textNumbers).set({ stoppedAt: now }).where(eq(textNumbers.number, number))
}

export async function setAsked(tx: Queries, number: string, now: Date): Promise<void> {
  await tx.update(textNumbers).set({ askedAt: now }).where(eq(textNumbers.number, number))
}

/** Takes the consent of all who have this number; answers whose. */
export async function clearConsentsOf(tx: Queries, number: string): Promise<number[]> {
  const rows = await tx
    .update(golfers)
    .set({ textConsentAt: null })
    .where(and(eq(golfers.phoneNumber, number), isNotNull(golfers.textConsentAt)))
    .returning({ id: golfers.id })
  return rows.map(({ id }) => id)
}

/** Whether a golfer has given this number up, or come back to it, since. */
export async function hasChangedSince(tx: Queries, number: string, since: Date): Promise<boolean> {
  const [row] = await tx
    .select({ id: consentEntries.id })
    .from(consentEntries)
    .where(
      and(
        eq(consentEntries.number, number),
        eq(consentEntries.step, 'number-changed'),
        gt(consentEntries.at, since),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** The number takes texts again. */
export async function clearStop(tx: Queries, number: string): Promise<void> {
  await tx
    .update(textNumbers)
    .set({ stoppedAt: null, unreachableAt: null, unreachableCode: null })
    .where(eq(textNumbers.number, number))
}

/**
 * Gives the consent of all who confirmed this number and have a proven email. Answers who had none before, how
 * many have one now, and how many have no proven email.
 */
export async function giveConsents(
  tx: Queries,
  number: string,
  now: Date,
): Promise<{ given: number[]; agreed: number; unproven: number }> {
  const whose = and(
    eq(golfers.phoneNumber, number),
    isNotNull(golfers.phoneConfirmedAt),
    isNull(golfers.deletedAt),
  )
  const given = await tx
    .update(golfers)
    .set({ textConsentAt: now })
    .where(and(whose, isNull(golfers.textConsentAt), isNotNull(golfers.emailProvenAt)))
    .returning({ id: golfers.id })
  const [counted] = await tx
    .select({
      agreed: sql<number>`count(${golfers.textConsentAt})::int`,
      unproven: sql<number>`(count(*) filter (where ${golfers.textConsentAt} is null))::int`,
    })
    .from(golfers)
    .where(whose)
  return {
    given: given.map(({ id }) => id),
    agreed: counted?.agreed ?? 0,
    unproven: counted?.unproven ?? 0,
  }
}

/** Whether a golfer has ever taken a consent for this number back. */
export async function hasTakenBack(
  tx: Queries,
  number: string,
  golferId: number,
): Promise<boolean> {
  const [row] = await tx
    .select({ id: consentEntries.id })
    .from(consentEntries)
    .where(
      and(
        eq(consentEntries.number, number),
        eq(consentEntries.golferId, golferId),
        eq(consentEntries.step, 'taken-back'),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Whether a golfer's number, whichever it was, has been asked to opt in since. */
export async function hasAskedSince(tx: Queries, golferId: number, since: Date): Promise<boolean> {
  const [row] = await tx
    .select({ id: consentEntries.id })
    .from(consentEntries)
    .where(
      and(
        eq(consentEntries.golferId, golferId),
        eq(consentEntries.step, 'asked'),
        gt(consentEntries.at, since),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** How often a number has ever been asked to opt in. */
export function countAsked(tx: Queries, number: string): Promise<number> {
  return tx.$count(
    consentEntries,
    and(eq(consentEntries.number, number), eq(consentEntries.step, 'asked')),
  )
}
