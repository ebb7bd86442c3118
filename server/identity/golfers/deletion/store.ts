import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queries } from '../../../platform/database/database.ts'
import { consentEntries } from '../../consents/schema.ts'
import { welcomeLinks } from '../../links/schema.ts'
import { preferences } from '../../preferences/schema.ts'
import { sessions } from '../../sessions/schema.ts'
import { golfers } from '../schema.ts'

const isAccount = (golferId: number) => and(eq(golfers.id, golferId), isNull(golfers.deletedAt))

/** Returns an account with what decides whether it can be deleted; undefined once it is. */
export async function findAccount(tx: Queries, golferId: number) {
  const [row] = await tx
    .select({ isSuperAdmin: golfers.isSuperAdmin })
    .from(golfers)
    .where(isAccount(golferId))
  return row
}

/** Locks an account so that it joins no group until the transaction ends; undefined once deleted. */
export async function lockAccount(tx: Queries, golferId: number) {
  const [row] = await tx
    .select({ golferId: golfers.id, email: golfers.email, phoneNumber: golfers.phoneNumber })
    .from(golfers)
    .where(isAccount(golferId))
    .for('update')
  return row
}

/** Deletes a golfer's sessions, links and preferences, and the golfer from the record of consents to texts. */
export async function deleteTraces(tx: Queries, golferId: number): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.golferId, golferId))
  await tx.delete(welcomeLinks).where(eq(welcomeLinks.golferId, golferId))
  await tx.delete(preferences).where(eq(preferences.golferId, golferId))
  await tx
    .update(consentEntries)
    .set({ golferId: null })
    .where(eq(consentEntries.golferId, golferId))
}

/** Removes personal data from an account. Its row stays for the rounds it played. */
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
