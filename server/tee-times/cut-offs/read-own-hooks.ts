import type { MyData } from '../../../contract/golfers.ts'
import type { SessionHolder } from '../../identity/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { listOwnHooks } from './store.ts'

/** Lists the upcoming spots that a golfer left after the cut-off and still owes. */
export async function readOwnHooks(
  db: Queries,
  golfer: Pick<SessionHolder, 'golferId'>,
  now: Date,
): Promise<MyData['onTheHook']> {
  const hooks = await listOwnHooks(db, golfer, now)
  return hooks.map(({ since, ...hook }) => ({ ...hook, since: since.toISOString() }))
}
