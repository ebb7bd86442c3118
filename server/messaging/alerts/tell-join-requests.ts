import * as z from 'zod/mini'
import { FOLD_MINUTES } from '../../../contract/alerts.ts'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { addJob } from '../../platform/database/add-job.ts'
import type { Queries } from '../../platform/database/database.ts'
import { lastToldOfRequests } from './join-requests/store.ts'
import { tellOfRequests } from './store.ts'

const job = z.object({ groupId: id })

/** Notifies a group's owner and admins of pending join requests. Runs as a job. */
export async function tellJoinRequests(ctx: Context, payload: unknown): Promise<void> {
  await tellOfRequests(ctx.db, job.parse(payload).groupId, ctx.clock.now())
}

/**
 * Queues a notification that somebody asked to join a group. The first is sent immediately; requests within
 * the next five minutes are combined into one message.
 */
export async function queueJoinRequest(tx: Queries, groupId: number, now: Date): Promise<void> {
  const foldMs = FOLD_MINUTES * 60_000
  const last = await lastToldOfRequests(tx, groupId, new Date(now.getTime() - foldMs))
  await addJob(
    tx,
    'tell_join_requests',
    { groupId },
    {
      key: `tell_join_requests:${groupId}`,
      ...(last && { runAt: new Date(last.getTime() + foldMs) }),
    },
  )
}
