import { sql } from 'drizzle-orm'
import { date, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { AlertEvent } from '../../../contract/alerts.ts'
import type { DeliveryStatus } from '../../../contract/deliveries.ts'
import type { MessageChannel } from '../../../contract/messages.ts'
import type { NotificationData } from '../../ports.ts'

/**
 * The delivery log: one row per message to one golfer. A message is composed when it is sent, from what is
 * true then.
 */
export const deliveries = pgTable('deliveries', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  event: text().$type<AlertEvent>().notNull(),
  /** Null for a text to a number that no golfer has. */
  golferId: integer('golfer_id'),
  groupId: integer('group_id'),
  teeTimeIds: integer('tee_time_ids').array().notNull().default([]),
  data: jsonb().$type<NotificationData>().notNull().default({}),
  /** Identifies the message: queueing a known key again changes nothing. */
  key: text().notNull(),
  channel: text().$type<MessageChannel>().notNull(),
  status: text().$type<DeliveryStatus>().notNull().default('queued'),
  /** The address or E.164 number it was or will be sent to; empty until that is decided. */
  recipient: text().notNull().default(''),
  /** The text as last tried, until it is known to be sent. */
  body: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  /** The UTC day on which it was queued. */
  day: date().generatedAlwaysAs(sql`(created_at at time zone 'UTC')::date`),
  /** When a held message is due. */
  dueAt: timestamp('due_at', { withTimezone: true }),
  tries: integer().notNull().default(0),
  triedAt: timestamp('tried_at', { withTimezone: true }),
  sentAt: timestamp('sent_at', { withTimezone: true }),
  providerId: text('provider_id'),
  segments: integer(),
  errorCode: text('error_code'),
})

/** How many texts were sent on a UTC day, for the caps: per group, and in total (without a group). */
export const textDays = pgTable('text_days', {
  day: date().notNull(),
  groupId: integer('group_id'),
  texts: integer().notNull(),
})
