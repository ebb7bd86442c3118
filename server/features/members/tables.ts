import { and, eq, type SQLWrapper } from 'drizzle-orm'
import { boolean, index, integer, pgTable, timestamp, unique } from 'drizzle-orm/pg-core'
import { golfers } from '../golfers/tables.ts'
import { allGroups, groups } from '../groups/tables.ts'

export const groupMembers = pgTable(
  'group_members',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    groupId: integer('group_id')
      .notNull()
      .references(() => allGroups.id, { onDelete: 'cascade' }),
    golferId: integer('golfer_id')
      .notNull()
      .references(() => golfers.id, { onDelete: 'cascade' }),
    isAdmin: boolean('is_admin').notNull().default(false),
    /** The member hears nothing of this group but what concerns rounds of their own. */
    muted: boolean().notNull().default(false),
    joinedAt: timestamp('joined_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('group_members_group_id_golfer_id_key').on(table.groupId, table.golferId),
    index('group_members_golfer_id_idx').on(table.golferId),
  ],
)

/** How a gate's statement over groups joins the membership that a golfer has there, if any. */
export function placeOf(golferId: SQLWrapper) {
  return and(eq(groupMembers.groupId, groups.id), eq(groupMembers.golferId, golferId))
}
