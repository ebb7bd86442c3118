import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { groupMembers } from '../members/tables.ts'

/** Tee times that members would like to hear of first; they end with the membership. */
export const standingWishes = pgTable(
  'standing_wishes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    groupId: integer('group_id').notNull(),
    golferId: integer('golfer_id').notNull(),
    /** Days of the week as ISO 8601 counts them. */
    days: smallint().array().notNull(),
    /** Local to the group, 24-hour `HH:MM`; null for any time. */
    notBefore: text('not_before'),
    notAfter: text('not_after'),
    /** Words that the course has; null for any course. */
    course: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    foreignKey({
      name: 'standing_wishes_membership_fk',
      columns: [table.groupId, table.golferId],
      foreignColumns: [groupMembers.groupId, groupMembers.golferId],
    }).onDelete('cascade'),
    index('standing_wishes_group_id_idx').on(table.groupId, table.golferId),
    index('standing_wishes_golfer_id_idx').on(table.golferId),
    check('standing_wishes_days', sql`cardinality(${table.days}) between 1 and 7`),
    check('standing_wishes_course_length', sql`char_length(${table.course}) between 1 and 60`),
  ],
)
