import * as z from 'zod/mini'
import { JOIN_REQUEST_BATCH_MINUTES, OPEN_SPOT_ALERT_HOURS } from '../../../contract/alerts.ts'
import { id } from '../../../contract/fields.ts'
import { HEAD_START_MINUTES } from '../../../contract/saved-alerts.ts'
import type { Context } from '../../context.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'
import { teeTimeBefore } from '../alerts/describe-changed.ts'
import * as store from './store.ts'

const postedPayload = z.object({
  groupId: id,
  /** Members whose saved alerts match these tee times were already notified. This job notifies the others. */
  savedAlertMatches: z._default(z.array(id), []),
})

/** Notifies members of the tee times that others posted, members with a matching saved alert first. */
export async function notifyPosted(ctx: Context, payload: unknown): Promise<void> {
  const post = postedPayload.parse(payload)
  const now = ctx.clock.now()
  const headStartEnd = new Date(now.getTime() + HEAD_START_MINUTES * 60_000)
  await inTransaction(ctx.db, async (tx) => {
    const savedAlertMatches = await store.notifyOfPost(tx, post, { now, headStartEnd })
    if (savedAlertMatches.length === 0) return
    // A separate key, so that a tee time posted in the meantime does not wait for this job.
    const key = `notify_posted:${post.groupId}:${savedAlertMatches[0]}`
    const others = { ...post, savedAlertMatches }
    await addJob(tx, 'notify_posted', others, { key, runAt: headStartEnd })
  })
}

/** The minimum time between two alerts, in case golfers claim and leave a spot again and again. */
const MIN_INTERVAL_MS = 15 * 60_000
const openingPayload = z.object({
  teeTimeId: id,
  leftBy: id,
  /** Whether members with a matching saved alert were already notified, so this job notifies the others. */
  savedAlertMembers: z._default(z.boolean(), false),
})

/** Like {@link notifyPosted}, for a tee time that starts soon and was full, but has an open spot again. */
export async function notifyOpened(ctx: Context, payload: unknown): Promise<void> {
  const { savedAlertMembers: wereMatchesNotified, ...opening } = openingPayload.parse(payload)
  const now = ctx.clock.now()
  const headStartEnd = new Date(now.getTime() + HEAD_START_MINUTES * 60_000)
  const times = {
    now,
    startsBefore: new Date(now.getTime() + OPEN_SPOT_ALERT_HOURS * HOUR_MS),
    notifiedBefore: new Date(now.getTime() - MIN_INTERVAL_MS),
  }
  const notify = (tx: Queries, to: store.Audience) => {
    // No head start for a tee time that would start before the other members are notified.
    const startsAfter = to === 'matching' ? headStartEnd : now
    return store.notifyOfOpening(tx, { ...opening, to }, { ...times, startsAfter })
  }
  await inTransaction(ctx.db, async (tx) => {
    if (wereMatchesNotified) {
      await notify(tx, 'others')
    } else if (await notify(tx, 'matching')) {
      const key = `notify_opened:${opening.teeTimeId}:others`
      const others = { ...opening, savedAlertMembers: true }
      await addJob(tx, 'notify_opened', others, { key, runAt: headStartEnd })
    } else {
      await notify(tx, 'everybody')
    }
  })
}

export async function notifyJoinRequests(ctx: Context, payload: unknown): Promise<void> {
  const { groupId } = z.object({ groupId: id }).parse(payload)
  await store.notifyOfRequests(ctx.db, groupId, ctx.clock.now())
}

/** Queues the job that notifies the owner and admins, at most once in `JOIN_REQUEST_BATCH_MINUTES`. */
export async function queueJoinRequestAlert(tx: Queries, groupId: number, now: Date) {
  const batchMs = JOIN_REQUEST_BATCH_MINUTES * 60_000
  const last = await store.findLastNotifiedOfRequests(
    tx,
    groupId,
    new Date(now.getTime() - batchMs),
  )
  const key = `notify_join_requests:${groupId}`
  const runAt = last && { runAt: new Date(last.getTime() + batchMs) }
  await addJob(tx, 'notify_join_requests', { groupId }, { key, ...runAt })
}

const editPayload = z.object({
  teeTimeId: id,
  /** The golfer who made the edit. Null if the rules of the time zone changed. */
  by: z.nullable(id),
  version: z.int(),
  was: teeTimeBefore,
})

export async function notifyChanged(ctx: Context, payload: unknown): Promise<void> {
  const { teeTimeId, by, version, was } = editPayload.parse(payload)
  const change = { teeTimeIds: [teeTimeId], by, data: was, version }
  await store.notifyPlayers(ctx.db, 'changed', change, ctx.clock.now())
}

const zoneChangePayload = z.object({ teeTimeIds: z.array(id), by: id, zone: z.string() })

export async function notifyZoneChanged(ctx: Context, payload: unknown): Promise<void> {
  const { zone, ...change } = zoneChangePayload.parse(payload)
  await store.notifyPlayers(ctx.db, 'changed', { ...change, data: { zone } }, ctx.clock.now())
}

export async function notifyCancelled(ctx: Context, payload: unknown): Promise<void> {
  const { teeTimeId, by } = z.object({ teeTimeId: id, by: id }).parse(payload)
  const cancellation = { teeTimeIds: [teeTimeId], by, data: { by } }
  await store.notifyPlayers(ctx.db, 'cancelled', cancellation, ctx.clock.now())
}

/** The next run handles the rest. */
const MAX_PER_RUN = 500

export async function notifyCreators({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (const { teeTimeId } of await store.listDueCreatorNotices(db, now, MAX_PER_RUN)) {
    await inTransaction(db, (tx) => store.queueCreatorNotice(tx, teeTimeId, now))
  }
}
