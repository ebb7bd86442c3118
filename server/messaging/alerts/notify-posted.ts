import * as z from 'zod/mini'
import { id } from '../../../contract/fields.ts'
import { HEAD_START_MINUTES } from '../../../contract/saved-alerts.ts'
import type { Context } from '../../context.ts'
import { retryConflicts } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'
import { notifyOfPost } from './store.ts'

const job = z.object({
  groupId: id,
  /** Tee times already announced to members with matching saved alerts; now it is the others' turn. */
  savedAlertMatches: z._default(z.array(id), []),
})

/**
 * Notifies a group's members of tee times posted since the last notification, all in one message and
 * without their own. Members with a matching saved alert are notified first, the others by a second job.
 */
export async function notifyPosted(ctx: Context, payload: unknown): Promise<void> {
  const { groupId, savedAlertMatches } = job.parse(payload)
  const now = ctx.clock.now()
  const headStart = new Date(now.getTime() + HEAD_START_MINUTES * 60_000)
  await retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      const posted = { groupId, savedAlertMatches }
      const kept = await notifyOfPost(tx, posted, { now, headStart })
      const [first] = kept
      if (first === undefined) return
      // A separate key, so that a tee time posted in the meantime does not wait for this job.
      const key = `notify_posted:${groupId}:${first}`
      await addJob(
        tx,
        'notify_posted',
        { groupId, savedAlertMatches: kept },
        { key, runAt: headStart },
      )
    }),
  )
}
