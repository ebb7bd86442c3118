import { and, asc, eq, isNull, ne, or, type SQLWrapper, sql } from 'drizzle-orm'
import { invitationRests, invitations } from '../../../groups/invitations/schema.ts'
import { inviteLinks, joinRequests } from '../../../groups/invite-links/schema.ts'
import { groupMembers } from '../../../groups/members/schema.ts'
import { allGroups } from '../../../groups/schema.ts'
import { signups } from '../../../groups/signups/schema.ts'
import { deliveries } from '../../../messaging/deliveries/schema.ts'
import { messages } from '../../../messaging/outbox/schema.ts'
import { preferences } from '../../../messaging/preferences/schema.ts'
import { incomingTexts, textLists } from '../../../messaging/text-commands/schema.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { calendarFeeds } from '../../../tee-times/calendars/schema.ts'
import { spots } from '../../../tee-times/schema.ts'
import { consentEntries } from '../../consents/schema.ts'
import { welcomeLinks } from '../../links/schema.ts'
import { sessions } from '../../sessions/schema.ts'
import { golfers } from '../schema.ts'

const isAccount = (golferId: number) => and(eq(golfers.id, golferId), isNull(golfers.deletedAt))

/** Returns what decides whether an account can be deleted; undefined once it is. */
export async function findAccount(tx: Queries, golferId: number) {
  const [row] = await tx
    .select({ isSuperAdmin: golfers.isSuperAdmin })
    .from(golfers)
    .where(isAccount(golferId))
  return row && { ...row, ownsGroups: (await tx.$count(allGroups, owns(golferId))) > 0 }
}

const owns = (golferId: number) => eq(allGroups.ownerId, golferId)

/** Lists the groups that a golfer is a member of, including deleted ones. */
export async function listGroupIds(tx: Queries, golferId: number): Promise<number[]> {
  const rows = await tx
    .select({ groupId: groupMembers.groupId })
    .from(groupMembers)
    .where(eq(groupMembers.golferId, golferId))
    .orderBy(asc(groupMembers.groupId))
  return rows.map(({ groupId }) => groupId)
}

/** Locks an account so that it joins no group until the transaction ends; undefined once deleted. */
export async function lockAccount(tx: Queries, golferId: number) {
  const [row] = await tx
    .select({ id: golfers.id, email: golfers.email, phoneNumber: golfers.phoneNumber })
    .from(golfers)
    .where(isAccount(golferId))
    .for('update')
  return row
}

type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

/** Cancels what a golfer owes for spots. */
export async function forgiveSpotsOwed(tx: Queries, golferId: number): Promise<void> {
  await tx.update(spots).set({ owedBy: null, owedSince: null }).where(eq(spots.owedBy, golferId))
}

/** Deletes the golfer's data outside of rounds and payments. */
export async function deleteTraces(tx: Queries, account: Account, now: Date): Promise<void> {
  const { id, email, phoneNumber } = account
  const isTheirs = (column: SQLWrapper) => eq(sql`lower(${column})`, sql`lower(${email})`)
  await tx.delete(sessions).where(eq(sessions.golferId, id))
  await tx.delete(calendarFeeds).where(eq(calendarFeeds.golferId, id))
  await tx.delete(welcomeLinks).where(eq(welcomeLinks.golferId, id))
  await tx.delete(signups).where(isTheirs(signups.email))
  await tx.delete(invitations).where(isTheirs(invitations.email))
  await tx.delete(invitationRests).where(eq(invitationRests.email, sql`lower(${email})`))
  await tx
    .delete(joinRequests)
    .where(or(eq(joinRequests.golferId, id), isTheirs(joinRequests.email)))
  await tx.delete(messages).where(eq(messages.golferId, id))
  await tx.delete(deliveries).where(eq(deliveries.golferId, id))
  await tx.delete(preferences).where(eq(preferences.golferId, id))
  await tx.update(consentEntries).set({ golferId: null }).where(eq(consentEntries.golferId, id))
  if (phoneNumber !== null) await deleteTexts(tx, { id, phoneNumber })
  await tx
    .update(inviteLinks)
    .set({ revokedAt: sql`coalesce(${inviteLinks.revokedAt}, ${now})` })
    .where(eq(inviteLinks.createdBy, id))
}

/** Deletes the texts to and from a golfer's number, unless another account has the same number. */
async function deleteTexts(
  tx: Queries,
  { id, phoneNumber }: { id: number; phoneNumber: string },
): Promise<void> {
  const others = and(eq(golfers.phoneNumber, phoneNumber), ne(golfers.id, id))
  if ((await tx.$count(golfers, others)) > 0) return
  await tx
    .update(incomingTexts)
    .set({ number: '', body: '' })
    .where(eq(incomingTexts.number, phoneNumber))
  for (const sent of [deliveries, messages]) {
    await tx
      .delete(sent)
      .where(and(eq(sent.recipient, phoneNumber), eq(sent.channel, 'text'), isNull(sent.golferId)))
  }
  await tx.delete(textLists).where(eq(textLists.number, phoneNumber))
}

/** Removes personal data from an account. Its row stays for the rounds it played. */
export async function anonymize(tx: Queries, { id }: Account, now: Date): Promise<void> {
  await tx
    .update(golfers)
    .set({
      name: 'Former golfer',
      email: `deleted-${id}@fourball.invalid`,
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
    .where(eq(golfers.id, id))
}
