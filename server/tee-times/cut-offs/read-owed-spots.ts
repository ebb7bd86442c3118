import type { MyData } from '../../../contract/golfers.ts'
import type { SessionHolder } from '../../identity/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { listOwedSpots } from './store.ts'

/** Lists the upcoming spots that a golfer left after the cut-off and still owes. */
export async function readOwedSpots(
  db: Queries,
  golfer: Pick<SessionHolder, 'golferId'>,
  now: Date,
): Promise<MyData['owedSpots']> {
  const owedSpots = await listOwedSpots(db, golfer, now)
  return owedSpots.map(({ since, ...hook }) => ({ ...hook, since: since.toISOString() }))
}
