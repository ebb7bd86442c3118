import { isUsableSlug } from '../../contract/groups.ts'
import { DEFAULT_TIME_ZONE } from '../../contract/limits.ts'
import type { Clock } from '../platform/clock.ts'
import type { Queries } from '../platform/database/database.ts'
import { insertGroup } from './store.ts'

export interface GroupPlan {
  name: string
  slug: string
  ownerId: number
  description?: string | null | undefined
  timeZone?: string
  homePlace?: string
  expiryDate?: Date | null
}

/**
 * Creates a group with its owner as first member. Returns undefined when the slug is taken or reserved.
 * @param ctx.db the pool, or the transaction that the group is a part of
 */
export async function createGroup(
  { db, clock }: { db: Queries; clock: Clock },
  plan: GroupPlan,
): Promise<number | undefined> {
  if (!isUsableSlug(plan.slug)) return undefined
  return insertGroup(db, { timeZone: DEFAULT_TIME_ZONE, ...plan }, clock.now())
}
