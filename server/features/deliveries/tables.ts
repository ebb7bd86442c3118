import { sql } from 'drizzle-orm'
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import type { AlertEvent } from '../../../contract/alerts.ts'
import type { DeliveryStatus } from '../../../contract/deliveries.ts'
import type { MessageChannel } from '../../../contract/messages.ts'
import { golfers } from '../golfers/tables.ts'
import { allGroups } from '../groups/tables.ts'

/** What an event tells beside its golfer, group and tee times; which fields is the event's affair. */
export type DeliveryData = Readonly<Record<string, string | number | boolean | null>>

/**
 * The ledger of what golfers are told: one row for each message to one golfer. What it says is put
 * together when it leaves, from what is true by then.
 */
export const deliveries = pgTable(
  'deliveries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    event: text().$type<AlertEvent>().notNull(),
    /** Null for a text to a number that is nobody's. */
    golferId: integer('golfer_id').references(() => golfers.id, { onDelete: 'cascade' }),
    groupId: integer('group_id').references(() => allGroups.id, { onDelete: 'cascade' }),
    teeTimeIds: integer('tee_time_ids').array().notNull().default([]),
    data: jsonb().$type<DeliveryData>().notNull().default({}),
    /** An event with the key of an earlier one is that one, told again. */
    key: text().notNull().unique(),
    channel: text().$type<MessageChannel>().notNull(),
    status: text().$type<DeliveryStatus>().notNull().default('queued'),
    /** Where it went, or would go: an address, or a number in E.164; empty until that is decided. */
    recipient: text().notNull().default(''),
    /** The text as it was last tried, until it is known to be sent. */
    body: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** The day (UTC) on which it was queued. */
    day: date().generatedAlwaysAs(sql`(created_at at time zone 'UTC')::date`),
    /** Held until then. */
    dueAt: timestamp('due_at', { withTimezone: true }),
    tries: integer().notNull().default(0),
    triedAt: timestamp('tried_at', { withTimezone: true }),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    providerId: text('provider_id').unique(),
    segments: integer(),
    errorCode: text('error_code'),
  },
  (table) => [
    index('deliveries_golfer_id_idx').on(table.golferId, table.id),
    index('deliveries_group_id_idx').on(table.groupId, table.id),
    index('deliveries_status_idx').on(table.status, table.id),
    index('deliveries_created_at_idx').on(table.createdAt, table.id),
    // The counts of each group and day, from the index alone.
    index('deliveries_day_idx').on(table.day, table.groupId, table.status, table.segments),
    index('deliveries_held_idx').on(table.dueAt).where(sql`${table.status} = 'held'`),
    // Whose alert a bare IN means, and which texts a STOP cancels.
    index('deliveries_recipient_idx')
      .on(table.recipient, table.id)
      .where(sql`${table.channel} = 'text'`),
    check('deliveries_channel_known', sql`${table.channel} in ('email', 'text', 'push')`),
    check(
      'deliveries_status_known',
      sql`${table.status} in ('queued', 'held', 'sending', 'sent', 'delivered', 'failed', 'dropped')`,
    ),
  ],
)

/** How many texts left on a day (UTC), for the caps: of a group, and in all (group 0). */
export const textDays = pgTable(
  'text_days',
  {
    day: date().notNull(),
    groupId: integer('group_id').notNull(),
    texts: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.groupId] })],
)
