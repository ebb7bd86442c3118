import { and, gt, isNull, type SQLWrapper, sql } from 'drizzle-orm'
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
import { golfers } from '../identity/index.ts'

export const teeTimes = pgTable('tee_times', {
  id: integer().generatedAlwaysAsIdentity(),
  groupId: integer('group_id').notNull(),
  /** How golfers refer to the tee time in texts. The group reuses a number no sooner than 60 days after tee-off. */
  number: integer().notNull(),
  creatorId: integer('creator_id').notNull(),
  course: text().notNull(),
  /** Local to the group, `YYYY-MM-DD`. */
  date: date().notNull(),
  /** Local to the group, 24-hour `HH:MM`. */
  time: text().notNull(),
  /** Cents. */
  cost: integer().notNull().default(0),
  notes: text(),
  /** How many hours before tee-off the course stops accepting cancellations; null without a cut-off. */
  cancelHours: integer('cancel_hours'),
  /** When the cut-off was last set, and when the creator was last reminded of it. */
  cutOffSetAt: timestamp('cut_off_set_at', { withTimezone: true }),
  cutOffRemindedAt: timestamp('cut_off_reminded_at', { withTimezone: true }),
  /** When the creator last asked the group to fill the tee time. */
  calledAt: timestamp('called_at', { withTimezone: true }),
  /** `date` and `time` in the group's zone, as an instant. */
  startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
  /** Increases with every change that a card shows. */
  version: integer().notNull().default(1),
  /** The version after the last edit. Claims made since then do not conflict with another edit. */
  editedVersion: integer('edited_version').notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** When `version` last changed. Calendars show it as LAST-MODIFIED. */
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  cancelledAt: timestamp('cancelled_at', { withTimezone: true }),
  archivedAt: timestamp('archived_at', { withTimezone: true }),
  /** When the members were notified of the post, and last of an open spot. */
  announcedAt: timestamp('announced_at', { withTimezone: true }),
  openSpotNotifiedAt: timestamp('open_spot_notified_at', { withTimezone: true }),
  /** When members with a matching saved alert were notified, ahead of the others. */
  savedAlertsNotifiedAt: timestamp('saved_alerts_notified_at', { withTimezone: true }),
})

/**
 * Neither canceled nor archived, for lookups by id. Written so that no partial index matches: until its
 * tables are analyzed, PostgreSQL would read all of such an index instead of using the primary key.
 */
export const hasCard = sql`num_nonnulls(${teeTimes.cancelledAt}, ${teeTimes.archivedAt}) = 0`

/** An offer is for the first golfer on the waiting list, a reservation for someone the creator names. */
export type SpotStatus = 'open' | 'player' | 'guest' | 'reservation' | 'offer'

/** One row per spot of a tee time. The SQL function `spot_is_legal` defines which columns each status has. */
export const spots = pgTable('spots', {
  teeTimeId: integer('tee_time_id').notNull(),
  groupId: integer('group_id').notNull(),
  /** From 1, without gaps. */
  position: integer().notNull(),
  status: text().$type<SpotStatus>().notNull().default('open'),
  /** The player, or the member the spot is reserved for or offered to. */
  golferId: integer('golfer_id'),
  /** The player who brought this guest. */
  hostId: integer('host_id'),
  /** The name of a guest, or of someone without an account for whom the spot is reserved. */
  name: text(),
  /** When a reservation or an offer ends; null for an offer while its group is paused. */
  until: timestamp({ withTimezone: true }),
  /** A new number each time someone takes the spot. */
  claimId: integer('claim_id'),
  claimedAt: timestamp('claimed_at', { withTimezone: true }),
  /** The golfer who left the spot after the cut-off, until someone takes it. */
  owedBy: integer('owed_by'),
  owedSince: timestamp('owed_since', { withTimezone: true }),
})

/** Tee times whose creator is about to get a message about who plays now. */
export const creatorNotices = pgTable('creator_notices', {
  teeTimeId: integer('tee_time_id').notNull(),
  groupId: integer('group_id').notNull(),
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
})

/** Golfers waiting for a spot, in order of id. */
export const waitingList = pgTable('waiting_list', {
  id: integer().generatedAlwaysAsIdentity(),
  teeTimeId: integer('tee_time_id').notNull(),
  groupId: integer('group_id').notNull(),
  golferId: integer('golfer_id').notNull(),
  joinedAt: timestamp('joined_at', { withTimezone: true }).notNull(),
  /** Whether the golfer gets a spot without being asked. */
  autoAccept: boolean('auto_accept').notNull().default(false),
})

export type WaitingEvent =
  | 'waited'
  | 'offered'
  | 'accepted'
  | 'joined'
  | 'declined'
  | 'expired'
  | 'left'
  // An offer withdrawn because the group was paused, so nobody could accept it.
  | 'withdrawn'

/** The log of all waiting lists. It is append-only. */
export const waitingEvents = pgTable('waiting_events', {
  id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  teeTimeId: integer('tee_time_id').notNull(),
  groupId: integer('group_id').notNull(),
  golferId: integer('golfer_id').notNull(),
  event: text().$type<WaitingEvent>().notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
})

const isSpotOfTeeTime = sql`${spots.teeTimeId} = ${teeTimes.id} and ${spots.groupId} = ${teeTimes.groupId}`

/** How many spots of a tee time any member may claim. */
export const openSpots = sql<number>`(select count(*)::int from ${spots}
  where ${isSpotOfTeeTime} and ${spots.status} = 'open')`

/** How many spots a tee time has. */
export const maxPlayers = sql<number>`(select count(*)::int from ${spots}
  where ${isSpotOfTeeTime})`

/** The players of a tee time in the order of their claims, within a query. */
export const playersOf = sql<{ id: number; name: string }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', player.id, 'name', player.name) order by playing.claim_id)
  from ${spots} playing join ${golfers} player on player.id = playing.golfer_id
  where playing.tee_time_id = ${teeTimes.id} and playing.group_id = ${teeTimes.groupId}
    and playing.status = 'player'), '[]')`

/** Counts the guests of a tee time, within a query. */
export const guestCount = sql<number>`(select count(*)::int from ${spots}
  where ${isSpotOfTeeTime} and ${spots.status} = 'guest')`

/** Builds the condition that a golfer plays in a tee time, from SQL for both ids. */
export const isPlayerIn = (teeTimeId: SQLWrapper, golferId: SQLWrapper) =>
  sql<boolean>`exists (select from ${spots} where ${spots.teeTimeId} = ${teeTimeId}
    and ${spots.golferId} = ${golferId} and ${spots.status} = 'player')`

/** Neither canceled nor archived, for lists, which read from partial indexes. */
export const isListed = and(isNull(teeTimes.cancelledAt), isNull(teeTimes.archivedAt))

/** Builds the condition that a listed tee time begins after an instant. */
export const isListedAfter = (instant: Date) => and(isListed, gt(teeTimes.startsAt, instant))

/** Builds the condition that tee time `t` is neither canceled nor archived, and has not teed off. */
export const isUpcoming = (now: Date) =>
  sql`t.cancelled_at is null and t.archived_at is null and t.starts_at > ${now}`

/** Recurring tee times, which the server posts automatically. */
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
  /** The soonest date that is neither posted nor past; local to the group. */
  nextDate: date('next_date', { mode: 'string' }).notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  endedAt: timestamp('ended_at', { withTimezone: true }),
  /** Null when it ended automatically because its creator had left the group. */
  endedBy: integer('ended_by'),
})

/** Dates of recurring tee times that were posted, once each, or skipped. */
export const recurringDates = pgTable('recurring_dates', {
  recurringId: integer('recurring_id').notNull(),
  groupId: integer('group_id').notNull(),
  /** Local to the group. */
  date: date({ mode: 'string' }).notNull(),
  /** Null for a skipped date. */
  teeTimeId: integer('tee_time_id'),
})

/** Saved alerts: the tee times that members are notified of first. Deleted with the membership. */
export const savedAlerts = pgTable('saved_alerts', {
  id: integer().generatedAlwaysAsIdentity(),
  groupId: integer('group_id').notNull(),
  golferId: integer('golfer_id').notNull(),
  /** Days of the week, numbered as in ISO 8601. */
  days: smallint().array().notNull(),
  /** Local to the group, 24-hour `HH:MM`; null for any time. */
  notBefore: text('not_before'),
  notAfter: text('not_after'),
  /** Words that the course name contains; null for any course. */
  course: text(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

/** The last delay of a tee time. If it was edited since, `startsAt` is no longer its tee-off. */
export const teeTimeDelays = pgTable('tee_time_delays', {
  teeTimeId: integer('tee_time_id').notNull(),
  groupId: integer('group_id').notNull(),
  /** Tee-off before and after the delay. */
  startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
  startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
  delayedAt: timestamp('delayed_at', { withTimezone: true }).notNull(),
})

/** When each player last notified the others that they are running late. */
export const lateNotices = pgTable('late_notices', {
  teeTimeId: integer('tee_time_id').notNull(),
  groupId: integer('group_id').notNull(),
  golferId: integer('golfer_id').notNull(),
  minutes: integer().notNull(),
  notifiedAt: timestamp('notified_at', { withTimezone: true }).notNull(),
})

/** The link from which a golfer's calendar programs read. It is deleted with the account. */
export const calendarFeeds = pgTable('calendar_feeds', {
  golferId: integer('golfer_id').primaryKey(),
  /** SHA-256 of the token, in hex. The token itself is shown once and not stored. */
  tokenHash: text('token_hash').notNull(),
  createdAt: timestamp('made_at', { withTimezone: true }).notNull(),
})

/** A single row: the version of the time-zone rules that tee-time instants were computed with. */
export const timeZoneData = pgTable('time_zone_data', {
  id: boolean().primaryKey().default(true),
  /** A version such as '2026a'; later ones sort later. It never decreases. */
  version: text().notNull(),
  /** When a process first used these rules. */
  adoptedAt: timestamp('adopted_at', { withTimezone: true }).notNull(),
  /** When all upcoming tee times had been checked against these rules; null until then. */
  recomputedAt: timestamp('recomputed_at', { withTimezone: true }),
})
