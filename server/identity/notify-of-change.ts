import type { Context } from '../context.ts'
import type { Queries } from '../platform/database/database.ts'

/** Emails a golfer that their account was changed, in case somebody else changed it. */
export function notifyOfChange(
  { notify, clock }: Context,
  tx: Queries,
  event: 'password-changed' | 'password-reset' | 'phone-changed' | 'texts-on',
  golferId: number,
): Promise<void> {
  const now = clock.now()
  const key = `${event}:${golferId}:${now.toISOString()}`
  return notify(tx, event, [{ golferId, key }], now)
}
