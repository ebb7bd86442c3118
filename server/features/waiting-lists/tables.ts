import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { golfers } from '../golfers/tables.ts'
import { teeTimes } from '../tee-times/tables.ts'

/** Who waits for a spot; the order of the ids is the order of the line. */
export const waitingGolfers = pgTable(
  'waiting_golfers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    teeTimeId: integer('tee_time_id')
      .notNull()
      .references(() => teeTimes.id, { onDelete: 'cascade' }),
    golferId: integer('golfer_id')
      .notNull()
      .references(() => golfers.id),
    joinedAt: timestamp('joined_at', { withTimezone: true }).notNull(),
    /** Gets the spot without being asked. */
    takesIt: boolean('takes_it').notNull().default(false),
    /** A free spot is held for the golfer until then. */
    offeredUntil: timestamp('offered_until', { withTimezone: true }),
  },
  (table) => [
    unique('waiting_golfers_tee_time_id_golfer_id_key').on(table.teeTimeId, table.golferId),
    index('waiting_golfers_line_idx').on(table.teeTimeId, table.id),
    index('waiting_golfers_golfer_id_idx').on(table.golferId),
    index('waiting_golfers_offered_until_idx')
      .on(table.offeredUntil)
      .where(sql`${table.offeredUntil} is not null`),
  ],
)

export const WAITING_EVENTS = [
  'waited',
  'offered',
  'accepted',
  'seated',
  'declined',
  'lapsed',
  'left',
  // An offer that nobody could take: the group's time was over, or it was switched off.
  'withdrawn',
] as const

/** All that happened to a line, in the order in which it did: entries are added, never changed. */
export const waitingEvents = pgTable(
  'waiting_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    teeTimeId: integer('tee_time_id')
      .notNull()
      .references(() => teeTimes.id, { onDelete: 'cascade' }),
    golferId: integer('golfer_id')
      .notNull()
      .references(() => golfers.id),
    event: text().$type<(typeof WAITING_EVENTS)[number]>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index('waiting_events_tee_time_id_idx').on(table.teeTimeId, table.id),
    index('waiting_events_at_idx').on(table.at),
    check(
      'waiting_events_event_known',
      sql`${table.event} in ('waited', 'offered', 'accepted', 'seated', 'declined', 'lapsed', 'left', 'withdrawn')`,
    ),
  ],
)
