import * as z from 'zod/mini'
import { OPENED_WITHIN_HOURS } from '../../../contract/alerts.ts'
import { id } from '../../../contract/fields.ts'
import { HEAD_START_MINUTES } from '../../../contract/saved-alerts.ts'
import type { Context } from '../../context.ts'
import { type Queries, retryConflicts } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'
import { type Audience, notifyOfOpening } from './store.ts'

/** How often a tee time that golfers keep joining and leaving may be announced. */
const EVERY_MS = 15 * 60_000
const HOUR_MS = 3_600_000

const job = z.object({
  teeTimeId: id,
  leftBy: id,
  /** Members with a matching saved alert were notified already; now it is the others' turn. */
  savedAlertMembers: z._default(z.boolean(), false),
})

/**
 * Notifies members without a spot that a full tee time, starting soon, has a spot again: first members with
 * a matching saved alert, and then, in a second job, the others.
 */
export async function notifyOpened(ctx: Context, payload: unknown): Promise<void> {
  const { savedAlertMembers, ...opening } = job.parse(payload)
  const now = ctx.clock.now()
  const later = new Date(now.getTime() + HEAD_START_MINUTES * 60_000)
  const times = {
    now,
    startsBefore: new Date(now.getTime() + OPENED_WITHIN_HOURS * HOUR_MS),
    notifiedBefore: new Date(now.getTime() - EVERY_MS),
  }
  const tell = (tx: Queries, to: Audience) => {
    // A head start that lasts past tee-off would leave the others without notice.
    const startsAfter = to === 'wishers' ? later : now
    return notifyOfOpening(tx, { ...opening, to }, { ...times, startsAfter })
  }
  await retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      if (savedAlertMembers) {
        await tell(tx, 'others')
      } else if (await tell(tx, 'wishers')) {
        const key = `notify_opened:${opening.teeTimeId}:others`
        await addJob(
          tx,
          'notify_opened',
          { ...opening, savedAlertMembers: true },
          { key, runAt: later },
        )
      } else {
        await tell(tx, 'everybody')
      }
    }),
  )
}
