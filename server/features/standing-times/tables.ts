import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { golfers } from '../golfers/tables.ts'
import { allGroups } from '../groups/tables.ts'
import { teeTimes } from '../tee-times/tables.ts'

/** Tee times that the server posts again and again. */
export const standingTimes = pgTable(
  'standing_times',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    groupId: integer('group_id')
      .notNull()
      .references(() => allGroups.id, { onDelete: 'cascade' }),
    creatorId: integer('creator_id')
      .notNull()
      .references(() => golfers.id),
    course: text().notNull(),
    /** Local to the group, 24-hour `HH:MM`. */
    time: text().notNull(),
    everyWeeks: integer('every_weeks').notNull(),
    daysAhead: integer('days_ahead').notNull(),
    maxPlayers: integer('max_players').notNull(),
    notes: text(),
    cancelHours: integer('cancel_hours'),
    joinAsPlayer: boolean('join_as_player').notNull(),
    /** The soonest date that is neither posted nor over; local to the group. */
    nextDate: date('next_date', { mode: 'string' }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** Null where it ended by itself, as its creator had left the group. */
    endedBy: integer('ended_by').references(() => golfers.id),
  },
  (table) => [
    index('standing_times_group_id_idx').on(table.groupId, table.creatorId),
    index('standing_times_creator_id_idx').on(table.creatorId),
    index('standing_times_ended_by_idx').on(table.endedBy),
    index('standing_times_due_idx')
      .on(sql`(${table.nextDate} - ${table.daysAhead})`)
      .where(sql`${table.endedAt} is null`),
    check('standing_times_course_length', sql`char_length(${table.course}) between 1 and 100`),
    check('standing_times_time_form', sql`${table.time} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    check('standing_times_every_weeks_range', sql`${table.everyWeeks} between 1 and 2`),
    check('standing_times_days_ahead_range', sql`${table.daysAhead} between 1 and 28`),
    check('standing_times_max_players_range', sql`${table.maxPlayers} between 1 and 8`),
    check('standing_times_cancel_hours_range', sql`${table.cancelHours} between 1 and 168`),
    check('standing_times_notes_length', sql`char_length(${table.notes}) <= 500`),
  ],
)

/** Dates of standing tee times that are settled: posted once, or left out. */
export const standingDates = pgTable(
  'standing_dates',
  {
    standingId: integer('standing_id')
      .notNull()
      .references(() => standingTimes.id, { onDelete: 'cascade' }),
    /** Local to the group. */
    date: date({ mode: 'string' }).notNull(),
    /** Null for a date that is left out. */
    teeTimeId: integer('tee_time_id').references(() => teeTimes.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.standingId, table.date] }),
    index('standing_dates_tee_time_id_idx').on(table.teeTimeId),
  ],
)
