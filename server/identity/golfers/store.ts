import { and, asc, desc, eq, gte, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { payments, subscriptions } from '../../billing/schema.ts'
import { invitations } from '../../groups/invitations/schema.ts'
import { joinRequests } from '../../groups/invite-links/schema.ts'
import { groupMembers } from '../../groups/members/schema.ts'
import { groups } from '../../groups/schema.ts'
import { signups } from '../../groups/signups/schema.ts'
import { deliveries } from '../../messaging/deliveries/schema.ts'
import { incomingTexts } from '../../messaging/text-commands/schema.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { e164Of } from '../../platform/phone-number.ts'
import { plays, spots, teeTimes } from '../../tee-times/schema.ts'
import { auditEntries } from '../audit/schema.ts'
import { consentEntries } from '../consents/schema.ts'
import type { SessionHolder } from '../sessions/access.ts'
import { golfers } from './schema.ts'

export interface NewGolfer {
  name: string
  email: string
  phone: string
  /** An argon2id PHC string. Without one, nobody can sign in until a password is set. */
  password?: string
  isSuperAdmin?: boolean
  emailProvenAt?: Date
  phoneConfirmedAt?: Date
}

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
export async function findGolferId(db: Queries, email: string): Promise<number | undefined> {
  const [row] = await db
    .select({ id: golfers.id })
    .from(golfers)
    .where(eq(sql`lower(${golfers.email})`, sql`lower(${email})`))
  return row?.id
}

/** Returns whether the golfer with this email (ignoring case) is a super admin. */
export async function isSuperAdmin(db: Database, email: string): Promise<boolean> {
  const [row] = await db
    .select({ isSuperAdmin: golfers.isSuperAdmin })
    .from(golfers)
    .where(eq(sql`lower(${golfers.email})`, sql`lower(${email})`))
  return row?.isSuperAdmin ?? false
}

/** Returns a golfer's phone, locked until the end of the transaction. */
export async function lockPhone(tx: Queries, { golferId }: Pick<SessionHolder, 'golferId'>) {
  const [row] = await tx
    .select({
      phone: golfers.phone,
      number: golfers.phoneNumber,
      consentAt: golfers.textConsentAt,
      confirmedAt: golfers.phoneConfirmedAt,
      emailProvenAt: golfers.emailProvenAt,
    })
    .from(golfers)
    .where(and(eq(golfers.id, golferId), isNull(golfers.deletedAt)))
    .for('no key update')
  return row
}

/**
 * Stores a phone that its golfer typed, which confirms it. `keepsConsent` decides whether the consent to
 * texts ends.
 */
export async function updatePhone(
  tx: Queries,
  { golferId }: Pick<SessionHolder, 'golferId'>,
  to: {
    readonly phone: string
    readonly number: string | null
    readonly keepsConsent: boolean
    readonly confirmedAt: Date
  },
): Promise<void> {
  await tx
    .update(golfers)
    .set({
      phone: to.phone,
      phoneNumber: to.number,
      phoneConfirmedAt: to.confirmedAt,
      ...(!to.keepsConsent && { textConsentAt: null }),
    })
    .where(eq(golfers.id, golferId))
}

/** Returns the golfer's data from all features, in one consistent snapshot. */
export async function readTraces(db: Database, { golferId, email }: SessionHolder) {
  return db.transaction(
    async (tx) => ({
      groups: await tx
        .select({
          id: groups.id,
          name: groups.name,
          slug: groups.slug,
          isOwner: sql<boolean>`${groups.ownerId} = ${golferId}`,
          isAdmin: groupMembers.isAdmin,
          joinedAt: groupMembers.joinedAt,
          muted: groupMembers.muted,
        })
        .from(groupMembers)
        .innerJoin(groups, eq(groups.id, groupMembers.groupId))
        .where(eq(groupMembers.golferId, golferId))
        .orderBy(asc(groups.name), asc(groups.id)),
      teeTimes: await readRounds(tx, golferId),
      joinRequests: await tx
        .select({
          groupName: groups.name,
          createdAt: joinRequests.createdAt,
          decision: joinRequests.decision,
        })
        .from(joinRequests)
        .innerJoin(groups, eq(groups.id, joinRequests.groupId))
        .where(
          or(
            eq(joinRequests.golferId, golferId),
            eq(sql`lower(${joinRequests.email})`, sql`lower(${email})`),
          ),
        )
        .orderBy(desc(joinRequests.createdAt)),
      invitations: await tx
        .select({
          groupName: groups.name,
          name: invitations.name,
          phone: invitations.phone,
          createdAt: invitations.createdAt,
        })
        .from(invitations)
        .innerJoin(groups, eq(groups.id, invitations.groupId))
        .where(
          and(
            eq(sql`lower(${invitations.email})`, sql`lower(${email})`),
            isNull(invitations.decision),
          ),
        )
        .orderBy(desc(invitations.createdAt)),
      signups: await tx
        .select({ name: signups.groupName, slug: signups.slug, createdAt: signups.createdAt })
        .from(signups)
        .where(eq(sql`lower(${signups.email})`, sql`lower(${email})`))
        .orderBy(desc(signups.createdAt)),
      payments: await tx
        .select({
          slug: subscriptions.slug,
          amount: payments.amount,
          currency: payments.currency,
          at: sql<Date>`${payments.paidAt}`.mapWith(payments.paidAt),
        })
        .from(payments)
        .innerJoin(subscriptions, eq(subscriptions.id, payments.subscriptionId))
        .where(and(eq(subscriptions.golferId, golferId), isNotNull(payments.paidAt)))
        .orderBy(desc(payments.paidAt)),
      actions: await tx
        .select({
          action: auditEntries.action,
          at: auditEntries.at,
          groupName: auditEntries.groupName,
        })
        .from(auditEntries)
        .where(or(eq(auditEntries.actorId, golferId), eq(auditEntries.golferId, golferId)))
        .orderBy(desc(auditEntries.at), desc(auditEntries.id)),
      textConsents: await tx
        .select({
          at: consentEntries.at,
          number: consentEntries.number,
          step: consentEntries.step,
          how: consentEntries.how,
          wording: consentEntries.wording,
        })
        .from(consentEntries)
        .where(eq(consentEntries.golferId, golferId))
        .orderBy(desc(consentEntries.id)),
      messages: await tx
        .select({
          event: deliveries.event,
          channel: deliveries.channel,
          status: deliveries.status,
          at: deliveries.createdAt,
          groupName: groups.name,
        })
        .from(deliveries)
        .leftJoin(groups, eq(groups.id, deliveries.groupId))
        .where(eq(deliveries.golferId, golferId))
        .orderBy(desc(deliveries.id)),
      // Anyone can enter another person's number, so texts from before the consent may not be the golfer's.
      textsFromMe: await tx
        .select({ at: incomingTexts.receivedAt, body: incomingTexts.body })
        .from(incomingTexts)
        .innerJoin(golfers, eq(golfers.phoneNumber, incomingTexts.number))
        .where(
          and(
            eq(golfers.id, golferId),
            gte(incomingTexts.receivedAt, golfers.textConsentAt),
            ne(incomingTexts.body, ''),
            // When another account has the same number, it is unclear who sent the text.
            sql`not exists (select from golfers other
              where other.phone_number = ${golfers.phoneNumber} and other.id <> ${golferId})`,
          ),
        )
        .orderBy(desc(incomingTexts.id)),
    }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Returns the tee times a golfer posted or has a spot in, newest first, without other posters' notes. */
function readRounds(db: Queries, golferId: number) {
  // One branch per index: a single OR over both tables would read all tee times of all groups.
  const mine = union(
    db.select({ id: teeTimes.id }).from(teeTimes).where(eq(teeTimes.creatorId, golferId)),
    db
      .select({ id: spots.teeTimeId })
      .from(spots)
      .where(and(eq(spots.golferId, golferId), eq(spots.status, 'player'))),
  ).as('mine')
  const posted = sql<boolean>`${teeTimes.creatorId} = ${golferId}`
  return db
    .select({
      id: teeTimes.id,
      groupName: groups.name,
      course: teeTimes.course,
      date: teeTimes.date,
      time: teeTimes.time,
      notes: sql<string | null>`case when ${posted} then ${teeTimes.notes} end`,
      posted,
      played: plays(teeTimes.id, sql`${golferId}`),
      guests: sql<string[]>`coalesce((
        select json_agg(${spots.name} order by ${spots.claimId}) from ${spots}
        where ${spots.teeTimeId} = ${teeTimes.id} and ${spots.hostId} = ${golferId}), '[]')`,
      cancelled: sql<boolean>`${isNotNull(teeTimes.cancelledAt)}`,
    })
    .from(teeTimes)
    .innerJoin(mine, eq(mine.id, teeTimes.id))
    .innerJoin(groups, eq(groups.id, teeTimes.groupId))
    .orderBy(desc(teeTimes.startsAt), desc(teeTimes.id))
}

/** Stores a golfer's new name. Returns false if it is the same, or the account is deleted. */
export async function renameGolfer(tx: Queries, golferId: number, name: string): Promise<boolean> {
  // The update alone would not block a spot that is given to the golfer meanwhile.
  await tx.select({ id: golfers.id }).from(golfers).where(eq(golfers.id, golferId)).for('update')
  const renamed = await tx
    .update(golfers)
    .set({ name })
    .where(and(eq(golfers.id, golferId), isNull(golfers.deletedAt), ne(golfers.name, name)))
  return renamed.rowCount === 1
}

/** Makes all devices showing the golfer's groups reload them. */
export async function refreshGroupsOf(tx: Queries, golferId: number): Promise<void> {
  await tx.execute(sql`
    insert into live_events (type, group_id)
    select 'group', group_id from ${groupMembers} where golfer_id = ${golferId}`)
}
