import { TRIAL_NOTICE_DAYS } from '../../../contract/alerts.ts'
import type { Context } from '../../context.ts'
import { notify } from '../deliveries/notify.ts'
import { findTrialEnds } from './store.ts'

const DAY_MS = 86_400_000

/**
 * Notifies owners that one of their groups is about to expire: a trial, or a subscription that does not
 * renew automatically. Sends each notice once per end. After downtime a notice still goes out for a day,
 * but not once the group has expired.
 */
export async function notifyTrialEnd(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  for (const days of TRIAL_NOTICE_DAYS) {
    const owners = await findTrialEnds(ctx.db, {
      days,
      from: new Date(now.getTime() + (days - 1) * DAY_MS),
      until: new Date(now.getTime() + days * DAY_MS),
    })
    await notify(ctx.db, 'trial-ends', owners, now)
  }
}
