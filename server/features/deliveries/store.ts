import { sql } from 'drizzle-orm'
import type { Queries } from '../../platform/database/database.ts'
import type { Alert, waysOf } from './queue-delivery.ts'

/** See `queue_delivery` in the migrations. Answers the new row's id. */
export async function insertDelivery(
  db: Queries,
  alert: Alert & ReturnType<typeof waysOf>,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number | null }>(sql`
    select queue_delivery(${alert.event}, ${alert.kind}, ${alert.channel}, ${alert.heardWhenMuted},
      ${alert.golferId}, ${alert.groupId ?? null}, ${sql.param(alert.teeTimeIds ?? [])}::int[],
      ${JSON.stringify(alert.data ?? {})}::jsonb, ${alert.key}, ${now}) as id`)
  return rows[0]?.id ?? undefined
}
