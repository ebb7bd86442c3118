import { sql } from 'drizzle-orm'
import { boolean, date, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { AlertEvent } from '../../contract/alerts.ts'
import type { DeliveryStatus, MessageChannel, OutboxChannel } from '../../contract/messages.ts'
import type { NotificationData } from '../ports.ts'

/** The delivery log: one row per message to one golfer. An alert is composed when it is sent. */
export const deliveries = pgTable('deliveries', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  event: text().$type<AlertEvent>().notNull(),
  /** Null for a text to a number with no golfer or several, and for general replies, such as that to HELP. */
  golferId: integer('golfer_id'),
  groupId: integer('group_id'),
  teeTimeIds: integer('tee_time_ids').array().notNull().default([]),
  data: jsonb().$type<NotificationData>().notNull().default({}),
  /** Queueing an existing key again does nothing. */
  key: text().notNull(),
  channel: text().$type<MessageChannel>().notNull(),
  status: text().$type<DeliveryStatus>().notNull().default('queued'),
  /** The email address or E.164 number; empty until the channel is chosen, and for push notifications. */
  recipient: text().notNull().default(''),
  /** The text that we last tried to send; null once the result is known. */
  body: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  day: date().generatedAlwaysAs(sql`(created_at at time zone 'UTC')::date`),
  dueAt: timestamp('due_at', { withTimezone: true }),
  tries: integer().notNull().default(0),
  triedAt: timestamp('tried_at', { withTimezone: true }),
  sentAt: timestamp('sent_at', { withTimezone: true }),
  providerId: text('provider_id'),
  segments: integer(),
  errorCode: text('error_code'),
})

/** Claim a spot (`in`), leave the spot or the waiting list (`out`), or join the waiting list (`wait`). */
export type TextAction = 'in' | 'out' | 'wait'

/** Incoming texts, stored to recognize a text that is delivered twice. */
export const incomingTexts = pgTable('incoming_texts', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Twilio's MessageSid, or an id that the outbox created. */
  providerId: text('provider_id').notNull(),
  /** In E.164. Emptied, like the body, when the text is old or the account is deleted. */
  number: text().notNull(),
  body: text().notNull(),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
})

/** The list last sent to a phone number. A reply of '1' or '2' chooses that entry. */
export const textLists = pgTable('text_lists', {
  /** In E.164. */
  number: text().primaryKey(),
  action: text().$type<TextAction>().notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
  /** When an entry was chosen or another text arrived. Either ends the list. */
  endedAt: timestamp('ended_at', { withTimezone: true }),
})

export const textListEntries = pgTable('text_list_entries', {
  number: text().notNull(),
  position: integer().notNull(),
  /** When the entry is chosen, access to the tee time is checked again. */
  teeTimeId: integer('tee_time_id').notNull(),
  golferId: integer('golfer_id').notNull(),
})

/** Phones that get notifications: at most one per session, deleted together with the session. */
export const pushSubscriptions = pgTable('push_subscriptions', {
  sessionId: text('session_id').primaryKey(),
  golferId: integer('golfer_id').notNull(),
  /** The push service's URL for this browser. Anyone who knows it can reach the phone. */
  endpoint: text().notNull(),
  /** The phone's public key and secret, used to encrypt messages to it (RFC 8291). */
  p256dh: text().notNull(),
  auth: text().notNull(),
  /** Our public key that the subscription was created for (RFC 8292). */
  ourKey: text('our_key').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

/** The keys that identify this server to push services (RFC 8292), if the environment sets none. */
export const pushKeys = pgTable('push_keys', {
  id: boolean().primaryKey().default(true),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
})

/** Messages stored instead of being sent: the outbox of local mode. */
export const messages = pgTable('messages', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  channel: text().$type<OutboxChannel>().notNull(),
  recipient: text().notNull(),
  /** The golfer with this address or number; null if there is none, or after the golfer was deleted. */
  golferId: integer('golfer_id'),
  subject: text(),
  body: text().notNull(),
  html: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  key: text().notNull(),
})
