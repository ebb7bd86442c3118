import { isUsableSlug } from '../../../contract/groups.ts'
import { DEFAULT_TIME_ZONE } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { insertGroup } from './store.ts'

export interface GroupPlan {
  name: string
  slug: string
  ownerId: number
  description?: string
  timeZone?: string
  homePlace?: string
  expiryDate?: Date
}

/** Creates a group with its owner as first member; undefined when the slug is taken or reserved. */
export async function createGroup(
  ctx: Pick<Context, 'db'>,
  plan: GroupPlan,
): Promise<number | undefined> {
  if (!isUsableSlug(plan.slug)) return undefined
  return insertGroup(ctx.db, { timeZone: DEFAULT_TIME_ZONE, ...plan })
}
