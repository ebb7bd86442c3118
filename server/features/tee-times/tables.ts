import { type SQLWrapper, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { golfers } from '../golfers/tables.ts'
import { allGroups } from '../groups/tables.ts'

export const teeTimes = pgTable('tee_times', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  groupId: integer('group_id')
    .notNull()
    .references(() => allGroups.id, { onDelete: 'cascade' }),
  /** What golfers call it by text; the group gives it again no sooner than 60 days after tee-off. */
  number: integer().notNull(),
  creatorId: integer('creator_id')
    .notNull()
    .references(() => golfers.id),
  course: text().notNull(),
  /** Local to the group, `YYYY-MM-DD`. */
  date: date().notNull(),
  /** Local to the group, 24-hour `HH:MM`. */
  time: text().notNull(),
  /** Cents. */
  cost: integer().notNull().default(0),
  notes: text(),
  /** The course takes a cancellation until so many hours before tee-off. */
  cancelHours: integer('cancel_hours'),
  /** When the cut-off became what it is, and when the creator was told of it. */
  cutOffSetAt: timestamp('cut_off_set_at', { withTimezone: true }),
  guardedAt: timestamp('guarded_at', { withTimezone: true }),
  /** When the creator last asked the group to fill it. */
  calledAt: timestamp('called_at', { withTimezone: true }),
  /** `date` and `time` in the group's zone, as an instant. */
  startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
  /** Rises with every change that a card shows. */
  version: integer().notNull().default(1),
  /** The version that the creator's last change of it made: claims since then are no conflict. */
  editedVersion: integer('edited_version').notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  /** When `version` last rose: the LAST-MODIFIED of calendars. */
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  cancelledAt: timestamp('cancelled_at', { withTimezone: true }),
  archivedAt: timestamp('archived_at', { withTimezone: true }),
  /** When the members were told that it is posted, and last told that a spot opened. */
  announcedAt: timestamp('announced_at', { withTimezone: true }),
  /** When those who wish for such a tee time were told of it, ahead of the others. */
  wishersToldAt: timestamp('wishers_told_at', { withTimezone: true }),
  openedToldAt: timestamp('opened_told_at', { withTimezone: true }),
})

/**
 * Neither cancelled nor archived, for lookups by id. Said so that no partial index matches: until its tables
 * are analyzed, PostgreSQL would read all of such an index instead of the primary key.
 */
export const hasCard = sql`num_nonnulls(${teeTimes.cancelledAt}, ${teeTimes.archivedAt}) = 0`

/** An offer is for the first golfer on the waiting list, a reservation for whom the creator names. */
export type SpotStatus = 'open' | 'player' | 'guest' | 'reservation' | 'offer'

/** One row for each place in a tee time; the database's constraints say what each status has. */
export const spots = pgTable(
  'spots',
  {
    teeTimeId: integer('tee_time_id')
      .notNull()
      .references(() => teeTimes.id, { onDelete: 'cascade' }),
    /** From 1, without gaps. */
    position: integer().notNull(),
    status: text().$type<SpotStatus>().notNull().default('open'),
    /** The player; the member it is reserved for or offered to. */
    golferId: integer('golfer_id').references(() => golfers.id),
    /** The player who brought this guest. */
    hostId: integer('host_id').references(() => golfers.id),
    /** Of a guest, or of somebody without an account for whom it is reserved. */
    name: text(),
    /** When a reservation or an offer ends. */
    until: timestamp({ withTimezone: true }),
    /** New each time the spot changes hands. */
    claimId: integer('claim_id'),
    claimedAt: timestamp('claimed_at', { withTimezone: true }),
    /** The golfer who left it after the cut-off, until someone takes it. */
    owedBy: integer('owed_by').references(() => golfers.id),
    owedSince: timestamp('owed_since', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.teeTimeId, table.position] })],
)

/** Tee times whose creator gets a message about who plays now. */
export const creatorNotices = pgTable('creator_notices', {
  teeTimeId: integer('tee_time_id').primaryKey(),
  dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
})

/** Golfers who wait for a spot; the order of the ids is the order of the list. */
export const waitingList = pgTable('waiting_list', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  teeTimeId: integer('tee_time_id')
    .notNull()
    .references(() => teeTimes.id, { onDelete: 'cascade' }),
  golferId: integer('golfer_id')
    .notNull()
    .references(() => golfers.id),
  joinedAt: timestamp('joined_at', { withTimezone: true }).notNull(),
  /** Gets a spot without being asked. */
  takesIt: boolean('takes_it').notNull().default(false),
})

export type WaitingEvent =
  | 'waited'
  | 'offered'
  | 'accepted'
  | 'seated'
  | 'declined'
  | 'lapsed'
  | 'left'
  // An offer that nobody could accept: the group was paused.
  | 'withdrawn'

/** The log of all waiting lists: entries are added, never changed. */
export const waitingEvents = pgTable('waiting_events', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  teeTimeId: integer('tee_time_id')
    .notNull()
    .references(() => teeTimes.id, { onDelete: 'cascade' }),
  golferId: integer('golfer_id')
    .notNull()
    .references(() => golfers.id),
  event: text().$type<WaitingEvent>().notNull(),
  at: timestamp({ withTimezone: true }).notNull(),
})

/** How many spots of a tee time any member may claim. */
export const openSpots = sql<number>`(select count(*)::int from ${spots}
  where ${spots.teeTimeId} = ${teeTimes.id} and ${spots.status} = 'open')`

/** How many places a tee time has. */
export const maxPlayers = sql<number>`(select count(*)::int from ${spots}
  where ${spots.teeTimeId} = ${teeTimes.id})`

/** That a golfer plays in a tee time; both are SQL for their ids. */
export const plays = (teeTimeId: SQLWrapper, golferId: SQLWrapper) =>
  sql<boolean>`exists (select from ${spots} where ${spots.teeTimeId} = ${teeTimeId}
    and ${spots.golferId} = ${golferId} and ${spots.status} = 'player')`

/** That the tee time `t` is upcoming: neither cancelled nor archived, and not teed off. */
export const isToCome = (now: Date) =>
  sql`t.cancelled_at is null and t.archived_at is null and t.starts_at > ${now}`
