import * as z from 'zod/mini'
import { JOIN_REQUEST_BATCH_MINUTES } from '../../../contract/alerts.ts'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'
import { lastNotifiedOfRequests } from './join-requests/store.ts'
import { notifyOfRequests } from './store.ts'

const job = z.object({ groupId: id })

/** Notifies a group's owner and admins of pending join requests. Runs as a job. */
export async function notifyJoinRequests(ctx: Context, payload: unknown): Promise<void> {
  await notifyOfRequests(ctx.db, job.parse(payload).groupId, ctx.clock.now())
}

/**
 * Queues a notification that somebody asked to join a group. The first is sent immediately; requests within
 * the next five minutes are combined into one message.
 */
export async function queueJoinRequest(tx: Queries, groupId: number, now: Date): Promise<void> {
  const foldMs = JOIN_REQUEST_BATCH_MINUTES * 60_000
  const last = await lastNotifiedOfRequests(tx, groupId, new Date(now.getTime() - foldMs))
  await addJob(
    tx,
    'notify_join_requests',
    { groupId },
    {
      key: `notify_join_requests:${groupId}`,
      ...(last && { runAt: new Date(last.getTime() + foldMs) }),
    },
  )
}
