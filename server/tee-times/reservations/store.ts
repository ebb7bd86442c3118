import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { deliveries } from '../../messaging/deliveries/schema.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { TeeTimeMember } from '../access.ts'

/**
 * Finds the last message to a golfer about a spot reserved for them in a tee time that the caller has
 * locked. A message that is being held stays so until the end of the transaction.
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
