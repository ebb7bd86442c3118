import type { Context } from '../context.ts'
import type { Queries } from '../platform/database/database.ts'

/** Emails a golfer that their account was changed, in case somebody else changed it. */
export function notifyOfChange(
  { notify }: Pick<Context, 'notify'>,
  tx: Queries,
  event: 'password-changed' | 'password-reset' | 'phone-changed' | 'texts-on',
  golferId: number,
  now: Date,
): Promise<void> {
  const key = `${event}:${golferId}:${now.toISOString()}`
  return notify(tx, event, [{ golferId, key }], now)
}
