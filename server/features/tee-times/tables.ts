import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  pgView,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { golfers } from '../golfers/tables.ts'
import { allGroups } from '../groups/tables.ts'

export const teeTimes = pgTable(
  'tee_times',
  {
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
    date: text().notNull(),
    /** Local to the group, 24-hour `HH:MM`. */
    time: text().notNull(),
    /** Cents. */
    cost: integer().notNull().default(0),
    notes: text(),
    maxPlayers: integer('max_players').notNull().default(4),
    /** Golfers in line for a spot; kept by a trigger. The spots that come free belong to them first. */
    waiting: integer().notNull().default(0),
    /** Spots of guests, and those that are held for somebody by name; kept by triggers. */
    aside: integer().notNull().default(0),
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
    /** When `version` last rose, kept by a trigger: what calendars are told as LAST-MODIFIED. */
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
    cancelledAt: timestamp('cancelled_at', { withTimezone: true }),
    archivedAt: timestamp('archived_at', { withTimezone: true }),
    /** When the members were told that it is posted, and last told that a spot opened. */
    announcedAt: timestamp('announced_at', { withTimezone: true }),
    /** When those who wish for such a tee time were told of it, ahead of the others. */
    wishersToldAt: timestamp('wishers_told_at', { withTimezone: true }),
    openedToldAt: timestamp('opened_told_at', { withTimezone: true }),
  },
  (table) => [
    index('tee_times_number_idx').on(table.groupId, table.number, table.startsAt),
    index('tee_times_unannounced_idx').on(table.groupId).where(sql`${table.announcedAt} is null`),
    index('tee_times_to_come_idx')
      .on(table.groupId, table.startsAt, table.id)
      .where(sql`${table.cancelledAt} is null and ${table.archivedAt} is null`),
    index('tee_times_to_archive_idx')
      .on(table.startsAt)
      .where(sql`${table.cancelledAt} is null and ${table.archivedAt} is null`),
    index('tee_times_creator_id_idx').on(table.creatorId),
    // What a group has played in a year.
    index('tee_times_season_idx')
      .on(table.groupId, table.date)
      .where(sql`${table.cancelledAt} is null`),
    index('tee_times_set_aside_idx')
      .on(table.startsAt)
      .where(
        sql`${table.aside} > 0 and ${table.cancelledAt} is null and ${table.archivedAt} is null`,
      ),
    index('tee_times_waited_for_idx')
      .on(table.startsAt)
      .where(
        sql`${table.waiting} > 0 and ${table.cancelledAt} is null and ${table.archivedAt} is null`,
      ),
    index('tee_times_unguarded_idx')
      .on(table.startsAt)
      .where(
        sql`${table.cancelHours} is not null and ${table.guardedAt} is null and ${table.cancelledAt} is null and ${table.archivedAt} is null`,
      ),
    check('tee_times_cancel_hours_range', sql`${table.cancelHours} between 1 and 168`),
    check('tee_times_course_length', sql`char_length(${table.course}) between 1 and 100`),
    check('tee_times_date_form', sql`${table.date} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`),
    check('tee_times_time_form', sql`${table.time} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    check('tee_times_cost_not_negative', sql`${table.cost} >= 0`),
    check('tee_times_notes_length', sql`char_length(${table.notes}) <= 500`),
    check('tee_times_max_players_range', sql`${table.maxPlayers} between 1 and 8`),
  ],
)

export const teeTimeParticipants = pgTable(
  'tee_time_participants',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    teeTimeId: integer('tee_time_id')
      .notNull()
      .references(() => teeTimes.id, { onDelete: 'cascade' }),
    golferId: integer('golfer_id')
      .notNull()
      .references(() => golfers.id),
    claimedAt: timestamp('claimed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('tee_time_participants_tee_time_id_golfer_id_key').on(table.teeTimeId, table.golferId),
    index('tee_time_participants_golfer_id_idx').on(table.golferId),
  ],
)

/** Spots of a tee time that anybody may claim, as its card counts them, for what needs no card. */
export const openSpots = sql<number>`greatest(0, ${teeTimes.maxPlayers} - ${teeTimes.waiting} - ${teeTimes.aside}
  - (select count(*)::int from ${teeTimeParticipants} where ${teeTimeParticipants.teeTimeId} = ${teeTimes.id}))`

/** That the tee time `t` is to come: neither cancelled nor archived, and not teed off. */
export const isToCome = (now: Date) =>
  sql`t.cancelled_at is null and t.archived_at is null and t.starts_at > ${now}`

/** Cards as everybody sees them: the view is the one place that says how a card is put together. */
export const teeTimeCards = pgView('tee_time_cards', {
  id: integer().notNull(),
  groupId: integer('group_id').notNull(),
  startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
  archivedAt: timestamp('archived_at', { withTimezone: true }),
  card: jsonb().$type<TeeTime>().notNull(),
}).existing()
