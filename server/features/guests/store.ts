import { sql } from 'drizzle-orm'
import type { TeeTime } from '../../../contract/tee-times.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { TeeTimeMember } from '../tee-times/gate.ts'

interface GuestAnswer extends Record<string, unknown> {
  outcome: string
  card: TeeTime | null
}

/** See `functions/bring_guest.sql`. */
export async function insertGuest(
  db: Queries,
  { teeTimeId, golferId, group }: TeeTimeMember,
  name: string,
  now: Date,
): Promise<GuestAnswer | undefined> {
  const { rows } = await db.execute<GuestAnswer>(sql`
    select outcome, card from bring_guest(${teeTimeId}, ${golferId}, ${name}, ${group.guestsPerPlayer}, ${now})`)
  return rows[0]
}

/** See `functions/remove_guest.sql`. */
export async function deleteGuest(
  db: Queries,
  { teeTimeId, golferId }: TeeTimeMember,
  guestId: number,
  now: Date,
): Promise<GuestAnswer | undefined> {
  const { rows } = await db.execute<GuestAnswer>(
    sql`select outcome, card from remove_guest(${teeTimeId}, ${guestId}, ${golferId}, ${now})`,
  )
  return rows[0]
}
