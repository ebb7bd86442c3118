import { and, desc, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Database } from '../../platform/database/database.ts'
import { golfers } from '../golfers/tables.ts'
import { groups } from '../groups/tables.ts'
import { groupMembers } from '../members/tables.ts'
import { teeTimeCards, teeTimes } from '../tee-times/tables.ts'
import type { Messenger, OutboxReader } from './gate.ts'
import { messages } from './tables.ts'

/**
 * A tee time's card and how its creator is reached. Undefined when there is nobody to tell anything:
 * it is cancelled, archived or past, its creator has left the group, or the group is switched off.
 */
export async function findCreatorToTell(
  db: Database,
  _messenger: Messenger,
  teeTimeId: number,
  now: Date,
) {
  const [row] = await db
    .select({
      card: teeTimeCards.card,
      golferId: golfers.id,
      email: golfers.email,
      groupName: groups.name,
      slug: groups.slug,
    })
    .from(teeTimes)
    .innerJoin(teeTimeCards, eq(teeTimeCards.id, teeTimes.id))
    .innerJoin(groups, and(eq(groups.id, teeTimes.groupId), eq(groups.isActive, true)))
    .innerJoin(
      groupMembers,
      and(eq(groupMembers.groupId, groups.id), eq(groupMembers.golferId, teeTimes.creatorId)),
    )
    .innerJoin(golfers, eq(golfers.id, teeTimes.creatorId))
    .where(and(eq(teeTimes.id, teeTimeId), isNull(teeTimes.archivedAt), gt(teeTimes.startsAt, now)))
  return row
}

/** Where a golfer is reached; undefined once the account is deleted. */
export async function findAddress(
  db: Database,
  _messenger: Messenger,
  golferId: number,
): Promise<string | undefined> {
  const [row] = await db
    .select({ email: golfers.email })
    .from(golfers)
    .where(and(eq(golfers.id, golferId), isNull(golfers.deletedAt)))
  return row?.email
}

/** Stores a message; one with a known key changes nothing. */
export async function insertMessage(
  db: Database,
  message: typeof messages.$inferInsert,
): Promise<void> {
  await db.insert(messages).values(message).onConflictDoNothing({ target: messages.key })
}

/** Kept messages that the reader may see, newest first. */
export async function listMessages(
  db: Database,
  { whose }: OutboxReader,
  page: { before: number | undefined; limit: number },
) {
  return db
    .select()
    .from(messages)
    .where(
      and(
        whose === 'everybody' ? undefined : eq(messages.golferId, whose.golferId),
        page.before === undefined ? undefined : lt(messages.id, page.before),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(page.limit)
}
