import { and, eq, isNull, sql } from 'drizzle-orm'
import type { AlertKind } from '../../../contract/alerts.ts'
import type { AlertChannel } from '../../../contract/preferences.ts'
import type { Queries } from '../../platform/database/database.ts'
import { golfers } from '../golfers/schema.ts'
import { preferences } from './schema.ts'

/** Returns what a golfer chose, or undefined if they chose nothing. */
export async function findChoices(db: Queries, golferId: number) {
  const [row] = await db
    .select({
      channels: preferences.channels,
      quietFrom: preferences.quietFrom,
      quietTo: preferences.quietTo,
      timeZone: preferences.timeZone,
    })
    .from(preferences)
    .where(eq(preferences.golferId, golferId))
  return row
}

/** A change of a golfer's choices; what is left out stays the same. */
export interface Choices {
  readonly channels?: Partial<Record<AlertKind, AlertChannel>> | undefined
  readonly quietHours?: { readonly from: string; readonly to: string } | undefined
  readonly timeZone?: string | null | undefined
}

/**
 * Stores the given choices and leaves the others alone, since another request may just have stored those.
 * Returns false for a deleted account, which stores nothing.
 */
export async function saveChoices(
  tx: Queries,
  golferId: number,
  { channels, quietHours, timeZone }: Choices,
): Promise<boolean> {
  const [golfer] = await tx
    .select({ id: golfers.id })
    .from(golfers)
    .where(and(eq(golfers.id, golferId), isNull(golfers.deletedAt)))
    .for('key share')
  if (golfer === undefined) return false
  await tx.insert(preferences).values({ golferId }).onConflictDoNothing()
  const merged = sql`${preferences.channels} || ${JSON.stringify(channels)}::jsonb`
  const changed = {
    ...(channels && { channels: merged }),
    ...(quietHours && { quietFrom: quietHours.from, quietTo: quietHours.to }),
    ...(timeZone !== undefined && { timeZone }),
  }
  if (Object.keys(changed).length > 0) {
    await tx.update(preferences).set(changed).where(eq(preferences.golferId, golferId))
  }
  return true
}
