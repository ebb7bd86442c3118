import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'

/** Emails a golfer that texts were turned on for the account, in case somebody else has the phone. */
export async function notifyTextsOn(
  ctx: Pick<Context, 'notify'>,
  tx: Queries,
  golferId: number,
  now: Date,
): Promise<void> {
  const key = `texts-on:${golferId}:${now.toISOString()}`
  await ctx.notify(tx, 'texts-on', [{ golferId, key }], now)
}
