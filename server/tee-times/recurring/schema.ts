import { boolean, date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Recurring tee times, which the server posts automatically. */
export const recurringTeeTimes = pgTable('recurring_tee_times', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
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
  /** Local to the group. */
  date: date({ mode: 'string' }).notNull(),
  /** Null for a skipped date. */
  teeTimeId: integer('tee_time_id'),
})
