import { and, eq, type SQLWrapper } from 'drizzle-orm'
import { boolean, integer, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { groups } from '../schema.ts'

export const groupMembers = pgTable('group_members', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  groupId: integer('group_id').notNull(),
  golferId: integer('golfer_id').notNull(),
  isAdmin: boolean('is_admin').notNull().default(false),
  /** Whether the member gets only messages about rounds of their own from this group. */
  muted: boolean().notNull().default(false),
  joinedAt: timestamp('joined_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Returns the condition that joins a golfer's membership, if any, to a query over groups. */
export function placeOf(golferId: SQLWrapper) {
  return and(eq(groupMembers.groupId, groups.id), eq(groupMembers.golferId, golferId))
}
