import { sql } from 'drizzle-orm'
import { boolean, date, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { AlertEvent } from '../../contract/alerts.ts'
import type { DeliveryStatus, MessageChannel, OutboxChannel } from '../../contract/messages.ts'
import type { NotificationData } from '../ports.ts'

/** The delivery log: one row per message to one golfer, composed when it is sent. */
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
  /** The email address or E.164 number; empty until the channel is chosen. */
  recipient: text().notNull().default(''),
  /** The text of the last try; null once it is known whether it was sent. */
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

/** What a text can do with a spot. */
export type TextAction = 'in' | 'out' | 'wait'

/** Incoming texts, stored so that one delivered twice is recognized. */
export const incomingTexts = pgTable('incoming_texts', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Twilio's MessageSid, or the outbox's own. */
  providerId: text('provider_id').notNull(),
  /** E.164. Blanked together with the body after a while, or when the account is deleted. */
  number: text().notNull(),
  body: text().notNull(),
  receivedAt: timestamp('received_at', { withTimezone: true }).notNull(),
})

/** The list last sent to a phone number. A reply of '1' or '2' chooses that entry. */
export const textLists = pgTable('text_lists', {
  /** E.164. */
  number: text().primaryKey(),
  /** The command to run on the chosen entry. */
  action: text().$type<TextAction>().notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
  /** When an entry was chosen or another text arrived. After that, no entry can be chosen. */
  endedAt: timestamp('ended_at', { withTimezone: true }),
})

/** The numbered lines of a list: a tee time, and the account that it is for. */
export const textListEntries = pgTable('text_list_entries', {
  /** The phone number that the list was sent to. */
  number: text().notNull(),
  /** From 1. */
  position: integer().notNull(),
  /** Access to it is checked again when the entry is chosen. */
  teeTimeId: integer('tee_time_id').notNull(),
  golferId: integer('golfer_id').notNull(),
})

/** Phones that get notifications: one per session, deleted with it. */
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
  /** An email address or a phone number. */
  recipient: text().notNull(),
  /** The golfer with that address; null if none, or once the golfer is deleted. */
  golferId: integer('golfer_id'),
  /** Only emails have one. */
  subject: text(),
  body: text().notNull(),
  html: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  /** Identifies the message: sending a known key again changes nothing. */
  key: text().notNull(),
})
