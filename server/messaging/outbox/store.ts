import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { QueryOf } from '../../../contract/endpoint.ts'
import {
  type listOutbox,
  MAX_LISTED_OUTBOX_MESSAGES,
  MAX_OUTBOX_PHONES,
  MAX_TEXTS_PER_OUTBOX_PHONE,
  type OutboxPhone,
} from '../../../contract/messages.ts'
import type { Database } from '../../platform/database/database.ts'
import { isoTextOf } from '../../platform/database/iso-instant.ts'
import { messages } from '../schema.ts'
import type { OutboxReader } from './access.ts'

export type NewMessage = typeof messages.$inferInsert

export async function insertMessage(db: Database, message: NewMessage): Promise<void> {
  await db.insert(messages).values(message).onConflictDoNothing({ target: messages.key })
}

const mayRead = ({ whose }: OutboxReader) =>
  whose === 'everybody' ? undefined : eq(messages.golferId, whose.golferId)

export function listMessages(
  db: Database,
  reader: OutboxReader,
  query: QueryOf<typeof listOutbox>,
) {
  return db
    .select()
    .from(messages)
    .where(
      and(
        mayRead(reader),
        query.before ? lt(messages.id, query.before) : undefined,
        query.channel && eq(messages.channel, query.channel),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(MAX_LISTED_OUTBOX_MESSAGES)
}

export async function findMailHtml(db: Database, reader: OutboxReader, id: number) {
  const [row] = await db
    .select({ html: messages.html })
    .from(messages)
    .where(and(eq(messages.id, id), mayRead(reader)))
  return row?.html ?? undefined
}

/** Returns null if only other golfers agreed to texts on the number, because anybody can type any number. */
export async function findOwnNumber(db: Database, golferId: number): Promise<string | null> {
  const { rows } = await db.execute<{ number: string | null }>(sql`
    select me.phone_number as number from golfers me
    where me.id = ${golferId} and me.deleted_at is null and (
      me.text_consent_at is not null or not exists (
        select from golfers other
        where other.phone_number = me.phone_number and other.id <> me.id
          and other.text_consent_at is not null
      )
    )`)
  return rows[0]?.number ?? null
}

/** A text without a golfer was a reply to the number, so it is shown to the golfer who has the number now. */
export async function listPhones(db: Database, { whose }: OutboxReader): Promise<OutboxPhone[]> {
  const isForEverybody = whose === 'everybody'
  const golferId = sql`${isForEverybody ? null : whose.golferId}::int`
  const number = sql`${isForEverybody ? null : whose.number}::text`
  const rowLimit = MAX_OUTBOX_PHONES * MAX_TEXTS_PER_OUTBOX_PHONE
  const { rows } = await db.execute<OutboxPhone>(sql`
    with all_texts as (
      (select recipient as number, 'to' as direction, body, created_at as at, id from messages
        where channel = 'text'
          and (${isForEverybody} or recipient = ${number} and (golfer_id = ${golferId} or golfer_id is null))
        order by id desc limit ${rowLimit})
      union all
      (select number, 'from', body, received_at, id from incoming_texts
        where number <> '' and (${isForEverybody} or number = ${number})
        order by id desc limit ${rowLimit})
    ), ranked as (
      select *, row_number() over (partition by number order by at desc, direction desc, id desc) as place
      from all_texts
    ), threads as (
      -- If a text and its reply have the same time, the text from the phone sorts first.
      select number, max(at) as latest, jsonb_agg(
        jsonb_build_object('key', concat_ws(' ', iso, direction, lpad(id::text, 10, '0')),
          'direction', direction, 'body', body, 'at', iso)
        order by at, direction, id
      ) as texts
      from ranked cross join lateral (select ${isoTextOf(sql`at`)} as iso) formatted
      where place <= ${MAX_TEXTS_PER_OUTBOX_PHONE} group by number
    ), silent as (
      select phone_number as number, min(id) as first from (
        select id, phone_number from golfers
        where phone_number is not null and deleted_at is null
          and (${isForEverybody} and not is_super_admin or id = ${golferId} and phone_number = ${number})
        order by id limit ${rowLimit}
      ) golfers_with_phones group by phone_number
    )
    select number, coalesce(texts, '[]') as texts, coalesce(owners.golfers, '[]') as golfers
    from threads full join silent using (number)
    left join lateral (
      select jsonb_agg(jsonb_build_object('id', id, 'name', name) order by id) as golfers
      from golfers where phone_number = number and deleted_at is null
        and (${isForEverybody} or id = ${golferId})
    ) owners on true
    order by latest desc nulls last, first, number
    limit ${MAX_OUTBOX_PHONES}`)
  return rows
}
