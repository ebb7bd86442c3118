import { and, desc, eq, gte, isNull, ne, sql } from 'drizzle-orm'
import { allGroups, groups } from '../groups/index.ts'
import { golfers } from '../identity/index.ts'
import type { Queries } from '../platform/database/database.ts'
import { isoInstant } from '../platform/database/iso-instant.ts'
import type { DeletedAccount } from '../ports.ts'
import { deliveries, incomingTexts, messages, textLists } from './schema.ts'

export function listMessages(tx: Queries, golferId: number) {
  return tx
    .select({
      event: deliveries.event,
      channel: deliveries.channel,
      status: deliveries.status,
      at: isoInstant(deliveries.createdAt),
      groupName: groups.name,
    })
    .from(deliveries)
    .leftJoin(groups, eq(groups.id, deliveries.groupId))
    .where(eq(deliveries.golferId, golferId))
    .orderBy(desc(deliveries.id))
}

/** Leaves out texts from before the golfer's consent, because they may be from somebody else. */
export function listTextsFrom(tx: Queries, golferId: number) {
  return tx
    .select({ at: isoInstant(incomingTexts.receivedAt), body: incomingTexts.body })
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
    .orderBy(desc(incomingTexts.id))
}

export async function deleteMessages(tx: Queries, { golferId, phoneNumber }: DeletedAccount) {
  await tx.delete(messages).where(eq(messages.golferId, golferId))
  await tx.delete(deliveries).where(eq(deliveries.golferId, golferId))
  if (phoneNumber === null) return
  // Texts that are found only by the number may belong to another account that has this number.
  const others = and(eq(golfers.phoneNumber, phoneNumber), ne(golfers.id, golferId))
  if ((await tx.$count(golfers, others)) > 0) return
  await tx
    .update(incomingTexts)
    .set({ number: '', body: '' })
    .where(eq(incomingTexts.number, phoneNumber))
  for (const table of [deliveries, messages]) {
    await tx
      .delete(table)
      .where(
        and(eq(table.recipient, phoneNumber), eq(table.channel, 'text'), isNull(table.golferId)),
      )
  }
  await tx.delete(textLists).where(eq(textLists.number, phoneNumber))
}

export async function deleteSomeOfGroup(db: Queries, groupId: number, limit: number) {
  const { rowCount } = await db.execute(sql`
    delete from ${deliveries} where id in (
      select d.id from ${deliveries} d join ${allGroups} g on g.id = d.group_id
      where g.id = ${groupId} and g.deleted_at is not null order by d.id limit ${limit})`)
  return rowCount === limit
}
