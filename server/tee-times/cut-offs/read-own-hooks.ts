import type { MyData } from '../../../contract/golfers.ts'
import type { Context } from '../../context.ts'
import type { SessionHolder } from '../../identity/sessions/access.ts'
import { listOwnHooks } from './store.ts'

/** Lists the upcoming spots that a golfer left after the cut-off and still owes. */
export async function readOwnHooks(
  ctx: Pick<Context, 'db' | 'clock'>,
  holder: SessionHolder,
): Promise<MyData['onTheHook']> {
  const hooks = await listOwnHooks(ctx.db, holder, ctx.clock.now())
  return hooks.map(({ since, ...hook }) => ({ ...hook, since: since.toISOString() }))
}
