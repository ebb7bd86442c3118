import * as z from 'zod/mini'
import { id } from '../../../contract/fields.ts'
import { HEAD_START_MINUTES } from '../../../contract/standing-wishes.ts'
import type { Context } from '../../context.ts'
import { addJob } from '../../platform/database/add-job.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { messengerOfJob } from '../messages/gate.ts'
import { announce } from './store.ts'

const job = z.object({
  groupId: id,
  /** Tee times of which those who wish for them were told, and the others are to be told now. */
  wished: z._default(z.array(id), []),
})

/**
 * Tells a group's members of the tee times that were posted since they were last told: each but of
 * their own, and of all of them in one message. What golfers wish for is told to these first, and by a
 * second job to the others.
 */
export async function tellPosted(ctx: Context, payload: unknown): Promise<void> {
  const { groupId, wished } = job.parse(payload)
  const now = ctx.clock.now()
  const headStart = new Date(now.getTime() + HEAD_START_MINUTES * 60_000)
  await retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      const told = { groupId, wished }
      const kept = await announce(tx, messengerOfJob(), told, { now, headStart })
      const [first] = kept
      if (first === undefined) return
      // By a key of its own: a tee time that is posted meanwhile must not wait for this one.
      const key = `tell_posted:${groupId}:${first}`
      await addJob(tx, 'tell_posted', { groupId, wished: kept }, { key, runAt: headStart })
    }),
  )
}
