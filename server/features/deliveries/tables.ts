import { sql } from 'drizzle-orm'
import { date, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { AlertEvent } from '../../../contract/alerts.ts'
import type { DeliveryStatus } from '../../../contract/deliveries.ts'
import type { MessageChannel } from '../../../contract/messages.ts'

/** What an event tells beside its golfer, group and tee times; which fields is the event's affair. */
export type DeliveryData = Readonly<Record<string, string | number | boolean | null>>

/**
 * The ledger of what golfers are told: one row for each message to one golfer. What it says is put
 * together when it leaves, from what is true by then.
 */
export const deliveries = pgTable('deliveries', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  event: text().$type<AlertEvent>().notNull(),
  /** Null for a text to a number that is nobody's. */
  golferId: integer('golfer_id'),
  groupId: integer('group_id'),
  teeTimeIds: integer('tee_time_ids').array().notNull().default([]),
  data: jsonb().$type<DeliveryData>().notNull().default({}),
  /** An event with the key of an earlier one is that one, told again. */
  key: text().notNull(),
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
  providerId: text('provider_id'),
  segments: integer(),
  errorCode: text('error_code'),
})

/** How many texts left on a day (UTC), for the caps: of a group, and in all (without a group). */
export const textDays = pgTable('text_days', {
  day: date().notNull(),
  groupId: integer('group_id'),
  texts: integer().notNull(),
})
