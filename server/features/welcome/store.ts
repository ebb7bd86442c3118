import { and, asc, count, eq, gt, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Database, Queries } from '../../platform/database/database.ts'
import { golfers } from '../golfers/tables.ts'
import { groups } from '../groups/tables.ts'
import { groupMembers } from '../members/tables.ts'
import type { Messenger } from '../messages/gate.ts'
import { signups } from '../signups/tables.ts'
import type { LinkReader } from './gate.ts'
import { welcomeLinks } from './tables.ts'

/** A link that still works, with its golfer and the group that it starts. */
export async function findLink(db: Database, tokenHash: string, now: Date) {
  const [row] = await db
    .select({
      golferId: golfers.id,
      name: golfers.name,
      email: golfers.email,
      password: golfers.password,
      isSuperAdmin: golfers.isSuperAdmin,
      waitingGroup: signups.groupName,
      startedGroup: groups.name,
    })
    .from(welcomeLinks)
    .innerJoin(golfers, and(eq(golfers.id, welcomeLinks.golferId), isNull(golfers.deletedAt)))
    .leftJoin(signups, eq(signups.id, welcomeLinks.signupId))
    .leftJoin(groups, eq(groups.id, welcomeLinks.groupId))
    .where(and(eq(welcomeLinks.tokenHash, tokenHash), gt(welcomeLinks.expiresAt, now)))
  return row
}

/**
 * Uses a link up. Until the end of the transaction it is alone with its golfer; answers the golfer as
 * of then, or undefined when the link was used, or the golfer deleted, meanwhile.
 */
export async function takeLink(tx: Queries, reader: LinkReader, now: Date) {
  // The golfer comes first, as where an account is deleted: never one waiting for the other.
  const golfer = await lockGolfer(tx, reader.golferId)
  if (golfer === undefined) return undefined
  const [link] = await tx
    .delete(welcomeLinks)
    .where(and(eq(welcomeLinks.tokenHash, reader.tokenHash), gt(welcomeLinks.expiresAt, now)))
    .returning({
      signupId: welcomeLinks.signupId,
      startedSlug: sql<string | null>`(select ${groups.slug} from ${groups}
        where ${groups.id} = ${welcomeLinks.groupId})`,
    })
  return link && { ...golfer, ...link }
}

/** Takes the links that start a group; answers them. */
export function takeLinksOf(tx: Queries, signupId: number) {
  return tx.delete(welcomeLinks).where(eq(welcomeLinks.signupId, signupId)).returning()
}

/** Whoever uses a link reads the mail of its golfer: the address is proven from the first time on. */
export async function proveEmail(tx: Queries, reader: LinkReader, now: Date): Promise<void> {
  await tx
    .update(golfers)
    .set({ emailProvenAt: now })
    .where(and(eq(golfers.id, reader.golferId), isNull(golfers.emailProvenAt)))
}

/** The golfer's first group by name; with an id that one, where the golfer is in it. */
export async function findFirstGroup(
  db: Queries,
  { golferId }: Pick<LinkReader, 'golferId'>,
  groupId?: number,
): Promise<{ name: string; slug: string } | undefined> {
  const [row] = await db
    .select({ name: groups.name, slug: groups.slug })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(
      and(
        eq(groupMembers.golferId, golferId),
        groupId === undefined ? undefined : eq(groups.id, groupId),
      ),
    )
    .orderBy(asc(groups.name), asc(groups.id))
    .limit(1)
  return row
}

/** The golfer to be mailed, and alone with until the end of the transaction; undefined once deleted. */
export function findAddressee(tx: Queries, _messenger: Messenger, golferId: number) {
  return lockGolfer(tx, golferId)
}

async function lockGolfer(tx: Queries, golferId: number) {
  const [row] = await tx
    .select({
      golferId: golfers.id,
      email: golfers.email,
      password: golfers.password,
      isSuperAdmin: golfers.isSuperAdmin,
    })
    .from(golfers)
    .where(and(eq(golfers.id, golferId), isNull(golfers.deletedAt)))
    .for('no key update')
  return row
}

/** A group that still waits for this golfer. */
export async function findSignup(
  tx: Queries,
  _messenger: Messenger,
  signupId: number,
  golferId: number,
  now: Date,
) {
  const [row] = await tx
    .select({ groupName: signups.groupName, expiresAt: signups.expiresAt })
    .from(signups)
    .where(
      and(eq(signups.id, signupId), eq(signups.golferId, golferId), gt(signups.expiresAt, now)),
    )
  return row
}

/** How many links to set a password were mailed to a golfer after an instant. */
export function countPasswordLinks(tx: Queries, golferId: number, after: Date): Promise<number> {
  return countLinks(
    tx,
    and(
      eq(welcomeLinks.golferId, golferId),
      isNull(welcomeLinks.signupId),
      isNull(welcomeLinks.groupId),
      gt(welcomeLinks.createdAt, after),
    ),
  )
}

/** How many links of a golfer could start a group now. */
export function countGroupLinks(tx: Queries, golferId: number, now: Date): Promise<number> {
  return countLinks(
    tx,
    and(
      eq(welcomeLinks.golferId, golferId),
      isNotNull(welcomeLinks.signupId),
      gt(welcomeLinks.expiresAt, now),
    ),
  )
}

async function countLinks(tx: Queries, which: ReturnType<typeof and>): Promise<number> {
  const [row] = await tx.select({ links: count() }).from(welcomeLinks).where(which)
  return row?.links ?? 0
}

export async function insertLink(
  tx: Queries,
  link: typeof welcomeLinks.$inferInsert,
): Promise<void> {
  await tx.insert(welcomeLinks).values(link)
}

/**
 * Lets the links by which a golfer could set a new password expire. They are kept until the nightly job,
 * since so many an hour may be mailed.
 */
export async function expireResetLinks(tx: Queries, golferId: number, now: Date): Promise<void> {
  await tx
    .update(welcomeLinks)
    .set({ expiresAt: now })
    .where(
      and(
        eq(welcomeLinks.golferId, golferId),
        eq(welcomeLinks.isReset, true),
        gt(welcomeLinks.expiresAt, now),
      ),
    )
}

/** Forgets a link that never left the house. */
export async function deleteLink(db: Database, tokenHash: string): Promise<void> {
  await db.delete(welcomeLinks).where(eq(welcomeLinks.tokenHash, tokenHash))
}

/** Deletes links that work no more. Answers how many. */
export async function deleteExpiredLinks(db: Database, now: Date): Promise<number> {
  const dead = await db.delete(welcomeLinks).where(lte(welcomeLinks.expiresAt, now))
  return dead.rowCount ?? 0
}
