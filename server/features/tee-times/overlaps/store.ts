import { sql } from 'drizzle-orm'
import type { Overlap } from '../../../../contract/overlaps.ts'
import type { Queries } from '../../../platform/database/database.ts'

/** See `functions/overlap_of.sql`. */
export async function selectOverlap(
  db: Queries,
  {
    golferId,
    startsAt,
    except,
    roundMinutes,
  }: { golferId: number; startsAt: Date; except: number | null; roundMinutes: number },
): Promise<Overlap | undefined> {
  const { rows } = await db.execute<{ overlap: Overlap | null }>(sql`
    select overlap_of(${golferId}, ${startsAt}, ${except}, ${roundMinutes}) as overlap`)
  return rows[0]?.overlap ?? undefined
}
