import { and, eq, type SQLWrapper } from 'drizzle-orm'
import { boolean, integer, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { groups } from '../groups/tables.ts'

export const groupMembers = pgTable('group_members', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  groupId: integer('group_id').notNull(),
  golferId: integer('golfer_id').notNull(),
  isAdmin: boolean('is_admin').notNull().default(false),
  /** The member hears nothing of this group but what concerns rounds of their own. */
  muted: boolean().notNull().default(false),
  joinedAt: timestamp('joined_at', { withTimezone: true }).notNull().defaultNow(),
})

/** How a gate's statement over groups joins the membership that a golfer has there, if any. */
export function placeOf(golferId: SQLWrapper) {
  return and(eq(groupMembers.groupId, groups.id), eq(groupMembers.golferId, golferId))
}
