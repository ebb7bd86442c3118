import { sql } from 'drizzle-orm'
import type { TeeTime } from '../../../contract/tee-times.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { TeeTimeMember } from '../tee-times/gate.ts'

interface HoldAnswer extends Record<string, unknown> {
  outcome: string
  card: TeeTime | null
}

/** Whom a spot is held for, and until when. */
export interface Hold {
  readonly golferId: number | undefined
  readonly name: string | undefined
  readonly until: Date
}

/** See `hold_spot` in the migrations. */
export async function insertHold(
  db: Queries,
  { teeTimeId }: TeeTimeMember,
  { golferId, name, until }: Hold,
  now: Date,
) {
  const { rows } = await db.execute<HoldAnswer & { holdId: number | null }>(sql`
    select outcome, card, hold_id as "holdId"
    from hold_spot(${teeTimeId}, ${golferId ?? null}, ${name ?? null}, ${until}, ${now})`)
  return rows[0]
}

/** See `release_hold` in the migrations. */
export async function deleteHold(
  db: Queries,
  { teeTimeId, golferId }: TeeTimeMember,
  holdId: number,
  now: Date,
): Promise<HoldAnswer | undefined> {
  const { rows } = await db.execute<HoldAnswer>(
    sql`select outcome, card from release_hold(${teeTimeId}, ${holdId}, ${golferId}, ${now})`,
  )
  return rows[0]
}
