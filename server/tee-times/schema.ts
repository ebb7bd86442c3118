import { and, gt, isNull, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { HOURS_VISIBLE_AFTER_TEE_OFF } from '../../contract/limits.ts'
import { golfers } from '../identity/index.ts'

export const teeTimes = pgTable('tee_times', {
  id: integer().generatedAlwaysAsIdentity(),
  groupId: integer('group_id').notNull(),
  /** Used in texts such as 'IN 7'. A group does not reuse the number until 60 days after tee-off. */
  number: integer().notNull(),
  creatorId: integer('creator_id').notNull(),
  course: text().notNull(),
  /** Local to the group, `YYYY-MM-DD`. */
  date: date().notNull(),
  /** Local to the group, 24-hour `HH:MM`. */
  time: text().notNull(),
  /** In cents. */
  cost: integer().notNull().default(0),
  notes: text(),
  cancelHours: integer('cancel_hours'),
  /** When the cut-off was last set, by the post or by an edit. Delays do not count. */
  cutOffSetAt: timestamp('cut_off_set_at', { withTimezone: true }),
  cutOffRemindedAt: timestamp('cut_off_reminded_at', { withTimezone: true }),
  /** When the creator last called for players. */
  calledAt: timestamp('called_at', { withTimezone: true }),
  startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
  version: integer().notNull().default(1),
  /** The version after the last edit. Claims raise only `version`, so they do not conflict with edits. */
  editedVersion: integer('edited_version').notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** When `version` last changed. Calendars show it as LAST-MODIFIED. */
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  cancelledAt: timestamp('cancelled_at', { withTimezone: true }),
  archivedAt: timestamp('archived_at', { withTimezone: true }),
  /** When the members were notified of the post. */
  announcedAt: timestamp('announced_at', { withTimezone: true }),
  /** When the members were last notified of an open spot. */
  openSpotNotifiedAt: timestamp('open_spot_notified_at', { withTimezone: true }),
  /** When members with a matching saved alert were notified, ahead of the other members. */
  savedAlertsNotifiedAt: timestamp('saved_alerts_notified_at', { withTimezone: true }),
})

/**
 * Matches tee times that are neither canceled nor archived, for lookups by id. Deliberately fits no partial
 * index: before the tables are analyzed, PostgreSQL would prefer such an index to the primary key.
 */
export const hasCard = sql`num_nonnulls(${teeTimes.cancelledAt}, ${teeTimes.archivedAt}) = 0`

export type SpotStatus = 'open' | 'player' | 'guest' | 'reservation' | 'offer'

/** The SQL function `spot_is_legal` defines which columns each status sets. */
export const spots = pgTable('spots', {
  teeTimeId: integer('tee_time_id').notNull(),
  groupId: integer('group_id').notNull(),
  /** From 1, without gaps. */
  position: integer().notNull(),
  status: text().$type<SpotStatus>().notNull().default('open'),
  /** The player, or the member the spot is reserved for or offered to. */
  golferId: integer('golfer_id'),
  hostId: integer('host_id'),
  /** The name of a guest, or of someone without an account for whom the spot is reserved. */
  name: text(),
  /** When a reservation or an offer expires; null for an offer while its group is inactive or unpaid. */
  until: timestamp({ withTimezone: true }),
  /** A new number for each claim, reservation or offer. The API uses it as a guest's or reservation's id. */
  claimId: integer('claim_id'),
  claimedAt: timestamp('claimed_at', { withTimezone: true }),
  /** The golfer who left after the cut-off and owes this spot until someone takes it. */
  owedBy: integer('owed_by'),
  owedSince: timestamp('owed_since', { withTimezone: true }),
})

/** Pending messages to creators about who plays now, at most one for each tee time. */
export const creatorNotices = pgTable('creator_notices', {
  teeTimeId: integer('tee_time_id').notNull(),
  groupId: integer('group_id').notNull(),
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
})

/** The golfer whose row has the lowest `id` is first in line. */
export const waitingList = pgTable('waiting_list', {
  id: integer().generatedAlwaysAsIdentity(),
  teeTimeId: integer('tee_time_id').notNull(),
  groupId: integer('group_id').notNull(),
  golferId: integer('golfer_id').notNull(),
  joinedAt: timestamp('joined_at', { withTimezone: true }).notNull(),
  autoAccept: boolean('auto_accept').notNull().default(false),
})

export type WaitingEvent =
  // Joined the waiting list.
  | 'waited'
  | 'offered'
  // Claimed a spot while on the waiting list.
  | 'accepted'
  // Got a spot automatically (`autoAccept`).
  | 'joined'
  | 'declined'
  | 'expired'
  | 'left'
  // The group became inactive or unpaid, so the golfer cannot accept the offer for now.
  | 'withdrawn'

/** Rows never change, and are purged after 90 days. */
export const waitingEvents = pgTable('waiting_events', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  teeTimeId: integer('tee_time_id').notNull(),
  groupId: integer('group_id').notNull(),
  golferId: integer('golfer_id').notNull(),
  event: text().$type<WaitingEvent>().notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
})

const countSpots = sql<number>`select count(*)::int from ${spots}
  where ${spots.teeTimeId} = ${teeTimes.id} and ${spots.groupId} = ${teeTimes.groupId}`
export const maxPlayers = sql<number>`(${countSpots})`
export const openSpotCount = sql<number>`(${countSpots} and ${spots.status} = 'open')`
export const guestCount = sql<number>`(${countSpots} and ${spots.status} = 'guest')`

export const playerList = sql<{ id: number; name: string }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', player.id, 'name', player.name) order by playing.claim_id)
  from ${spots} playing join ${golfers} player on player.id = playing.golfer_id
  where playing.tee_time_id = ${teeTimes.id} and playing.group_id = ${teeTimes.groupId}
    and playing.status = 'player'), '[]')`

export const isPlayerIn = (teeTimeId: SQLWrapper | number, golferId: SQLWrapper | number) =>
  sql<boolean>`exists (select from ${spots} where ${spots.teeTimeId} = ${teeTimeId}
    and ${spots.golferId} = ${golferId} and ${spots.status} = 'player')`

/** Matches the same tee times as {@link hasCard}, but can use partial indexes. */
export const isListed = and(isNull(teeTimes.cancelledAt), isNull(teeTimes.archivedAt))

export const isListedAfter = (instant: Date | SQL) => and(isListed, gt(teeTimes.startsAt, instant))

/** A tee time has ended if it began at or before this instant. */
export const latestEndedStart = (now: Date | Placeholder) =>
  sql`${now}::timestamptz - interval '${sql.raw(String(HOURS_VISIBLE_AFTER_TEE_OFF))} hours'`

/** Like {@link isListedAfter}, but for queries that call the table `t`. */
export const isUpcoming = (now: Date) =>
  sql`t.cancelled_at is null and t.archived_at is null and t.starts_at > ${now}`

/** Matches tee times whose numbers cannot be reused yet: until 60 days after tee-off. */
export const keepsNumberAt = (now: Date) =>
  sql`${teeTimes.startsAt} > ${now}::timestamptz - interval '60 days'`

export const recurringTeeTimes = pgTable('recurring_tee_times', {
  id: integer().generatedAlwaysAsIdentity(),
  groupId: integer('group_id').notNull(),
  creatorId: integer('creator_id').notNull(),
  course: text().notNull(),
  /** Local to the group, 24-hour `HH:MM`. */
  time: text().notNull(),
  everyWeeks: integer('every_weeks').notNull(),
  daysAhead: integer('days_ahead').notNull(),
  maxPlayers: integer('max_players').notNull(),
  notes: text(),
  cancelHours: integer('cancel_hours'),
  joinAsPlayer: boolean('join_as_player').notNull(),
  /** All earlier dates have been posted, skipped or missed. */
  nextDate: date('next_date', { mode: 'string' }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  endedAt: timestamp('ended_at', { withTimezone: true }),
  /** The golfer who ended it. Null if it has not ended, or if it ended because its creator left the group. */
  endedBy: integer('ended_by'),
})

export const recurringDates = pgTable('recurring_dates', {
  recurringId: integer('recurring_id').notNull(),
  groupId: integer('group_id').notNull(),
  date: date({ mode: 'string' }).notNull(),
  /** Null for a skipped date. */
  teeTimeId: integer('tee_time_id'),
})

/** Deleted with the membership. */
export const savedAlerts = pgTable('saved_alerts', {
  id: integer().generatedAlwaysAsIdentity(),
  groupId: integer('group_id').notNull(),
  golferId: integer('golfer_id').notNull(),
  /** 1 (Monday) to 7 (Sunday). */
  days: smallint().array().notNull(),
  /** Local to the group, 24-hour `HH:MM`; null for any time. */
  notBefore: text('not_before'),
  notAfter: text('not_after'),
  /** Words that must all occur in the course name; null for any course. */
  course: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

/** The last delay of each tee time. After a later edit, tee-off may differ from `startsAt`. */
export const teeTimeDelays = pgTable('tee_time_delays', {
  teeTimeId: integer('tee_time_id').notNull(),
  groupId: integer('group_id').notNull(),
  /** Tee-off before the delay. */
  startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
  /** Tee-off after the delay. */
  startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
  delayedAt: timestamp('delayed_at', { withTimezone: true }).notNull(),
})

export const lateNotices = pgTable('late_notices', {
  teeTimeId: integer('tee_time_id').notNull(),
  groupId: integer('group_id').notNull(),
  golferId: integer('golfer_id').notNull(),
  minutes: integer().notNull(),
  notifiedAt: timestamp('notified_at', { withTimezone: true }).notNull(),
})

/** Deleted with the account. */
export const calendarFeeds = pgTable('calendar_feeds', {
  golferId: integer('golfer_id').primaryKey(),
  /** SHA-256 of the token, in hex. The token itself is shown once and not stored. */
  tokenHash: text('token_hash').notNull(),
  createdAt: timestamp('made_at', { withTimezone: true }).notNull(),
})

/** A single row: the time-zone rules by which the instants of tee times are computed. */
export const timeZoneData = pgTable('time_zone_data', {
  id: boolean().primaryKey().default(true),
  /** Such as '2026a'. Newer versions sort after older ones. Never replaced by an older version. */
  version: text().notNull(),
  adoptedAt: timestamp('adopted_at', { withTimezone: true }).notNull(),
  /** When all tee times were last checked against these rules. */
  recomputedAt: timestamp('recomputed_at', { withTimezone: true }),
})
