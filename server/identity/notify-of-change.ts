import type { Context } from '../context.ts'
import type { Queries } from '../platform/database/database.ts'

/** Notifies a golfer of a change to their account, in case somebody else made it. */
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
