import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import type { TeeTime } from '../../../contract/tee-times.ts'
import type { Queries } from '../../platform/database/database.ts'
import { deliveries } from '../deliveries/tables.ts'
import type { TeeTimeMember } from '../tee-times/gate.ts'
import { teeTimes } from '../tee-times/tables.ts'
import type { Usher } from '../waiting-lists/gate.ts'
import { spotHolds } from './tables.ts'

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

/** See `functions/hold_spot.sql`. */
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

/**
 * What a golfer was last told of spots that are held for them in a tee time, which the caller has locked.
 * A message that is held back stays so until the end of the transaction.
 */
export async function findLastTold(
  tx: Queries,
  { teeTimeId }: TeeTimeMember,
  golferId: number,
): Promise<{ isHeld: boolean; until: Date | undefined } | undefined> {
  const [row] = await tx
    .select({ status: deliveries.status, data: deliveries.data })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.golferId, golferId),
        eq(deliveries.event, 'held'),
        sql`${deliveries.teeTimeIds} = array[${teeTimeId}::int]`,
        notInArray(deliveries.status, ['dropped', 'failed']),
      ),
    )
    .orderBy(desc(deliveries.id))
    .limit(1)
    .for('update')
  const until = row?.data['until']
  return (
    row && {
      isHeld: row.status === 'held',
      until: typeof until === 'string' ? new Date(until) : undefined,
    }
  )
}

/** See `functions/release_hold.sql`. */
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

/** Deletes what is held in tee times that began no later than that. */
export async function deleteEnded(db: Queries, _usher: Usher, before: Date): Promise<void> {
  // The tee times first, as everywhere; a trigger changes them.
  await db.execute(sql`
    with ended as materialized (
      select id from ${teeTimes}
      where id in (select tee_time_id from ${spotHolds}) and starts_at <= ${before}
      order by id for no key update
    )
    delete from ${spotHolds} where tee_time_id in (select id from ended)`)
}
