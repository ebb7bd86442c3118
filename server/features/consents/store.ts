import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Queries } from '../../platform/database/database.ts'
import { golfers } from '../golfers/tables.ts'
import { consentEntries, textNumbers } from './tables.ts'

/** A golfer's number, and how it stands; undefined once the account is deleted. */
export async function findStanding(db: Queries, golferId: number) {
  const [row] = await db
    .select({
      number: golfers.phoneNumber,
      consentAt: golfers.textConsentAt,
      emailProvenAt: golfers.emailProvenAt,
      stoppedAt: textNumbers.stoppedAt,
      unreachableAt: textNumbers.unreachableAt,
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
      and(eq(golfers.id, golferId), eq(golfers.phoneNumber, number), isNull(golfers.textConsentAt)),
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
