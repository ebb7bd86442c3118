import * as z from 'zod/mini'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { messengerOfJob } from '../messages/gate.ts'
import { announce } from './store.ts'

const job = z.object({ groupId: id })

/**
 * Tells a group's members of the tee times that were posted since they were last told: each but of
 * their own, and of all of them in one message.
 */
export async function tellPosted(ctx: Context, payload: unknown): Promise<void> {
  const { groupId } = job.parse(payload)
  await retryConflicts(() =>
    ctx.db.transaction((tx) => announce(tx, messengerOfJob(), groupId, ctx.clock.now())),
  )
}
