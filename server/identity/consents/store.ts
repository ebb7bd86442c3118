import { and, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Queries } from '../../platform/database/database.ts'
import { type ConsentStep, consentEntries, golfers, isAccount, textNumbers } from '../schema.ts'

export async function findTextStatus(db: Queries, golferId: number) {
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
    .where(isAccount(golferId))
  return row
}

/** Creates the row if it is missing. A caller that also locks a golfer must call this function first. */
export async function lockNumber(tx: Queries, number: string) {
  await tx.insert(textNumbers).values({ number }).onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(textNumbers)
    .where(eq(textNumbers.number, number))
    .for('no key update')
  if (row === undefined) throw new Error('A number that was just stored does not exist')
  return row
}

export async function hasOtherConsent(tx: Queries, number: string, golferId: number) {
  const isOther = and(eq(golfers.phoneNumber, number), ne(golfers.id, golferId))
  return (await tx.$count(golfers, and(isOther, isNotNull(golfers.textConsentAt)))) > 0
}

export async function setConsent(tx: Queries, golferId: number, number: string, now: Date) {
  const hasNumber = and(eq(golfers.id, golferId), eq(golfers.phoneNumber, number))
  const mayConsent = and(isNotNull(golfers.phoneConfirmedAt), isNull(golfers.textConsentAt))
  const given = await tx
    .update(golfers)
    .set({ textConsentAt: now })
    .where(and(hasNumber, mayConsent))
  return given.rowCount === 1
}

/** Withdraws one golfer's consent, or all consents for a number. Returns the golfers who had consent. */
export function clearConsents(tx: Queries, target: { golferId: number } | { number: string }) {
  const isMatch =
    'number' in target ? eq(golfers.phoneNumber, target.number) : eq(golfers.id, target.golferId)
  return tx
    .update(golfers)
    .set({ textConsentAt: null })
    .where(and(isMatch, isNotNull(golfers.textConsentAt)))
    .returning({
      golferId: golfers.id,
      number: sql<string>`coalesce(${golfers.phoneNumber}, '')`,
    })
}

export async function insertConsentEntry(tx: Queries, entry: typeof consentEntries.$inferInsert) {
  await tx.insert(consentEntries).values(entry)
}

type TextNumber = typeof textNumbers.$inferInsert

/** Creates the row if it is missing. */
export async function saveTextNumber(tx: Queries, number: string, set: Partial<TextNumber>) {
  await tx
    .insert(textNumbers)
    .values({ number, ...set })
    .onConflictDoUpdate({ target: textNumbers.number, set })
}

/** @returns `newGolferIds`: the golfers whose consent is new */
export async function grantConsents(tx: Queries, number: string, now: Date) {
  const hasConfirmedNumber = and(
    eq(golfers.phoneNumber, number),
    isNotNull(golfers.phoneConfirmedAt),
    isNull(golfers.deletedAt),
  )
  const given = await tx
    .update(golfers)
    .set({ textConsentAt: now })
    .where(and(hasConfirmedNumber, isNull(golfers.textConsentAt), isNotNull(golfers.emailProvenAt)))
    .returning({ id: golfers.id })
  const [counted] = await tx
    .select({
      // A golfer may have agreed while signing up, but gets no texts until the email is proven.
      agreed: sql<number>`(count(${golfers.textConsentAt}) filter (where ${golfers.emailProvenAt} is not null))::int`,
      unproven: sql<number>`(count(*) filter (where ${golfers.emailProvenAt} is null))::int`,
    })
    .from(golfers)
    .where(hasConfirmedNumber)
  return {
    newGolferIds: given.map(({ id }) => id),
    agreedCount: counted?.agreed ?? 0,
    unprovenCount: counted?.unproven ?? 0,
  }
}

export function countConsentEntries(
  tx: Queries,
  step: ConsentStep,
  { number, golferId, after }: { number?: string; golferId?: number; after?: Date },
) {
  const filter = and(
    eq(consentEntries.step, step),
    number === undefined ? undefined : eq(consentEntries.number, number),
    golferId === undefined ? undefined : eq(consentEntries.golferId, golferId),
    after && gt(consentEntries.at, after),
  )
  return tx.$count(consentEntries, filter)
}
