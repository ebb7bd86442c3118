import * as z from 'zod/mini'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { teeTimeBefore } from '../alerts/describe-changed.ts'
import { listDueCreatorNotices, notifyPlayers, queueCreatorNotice } from './store.ts'

const editJob = z.object({
  teeTimeId: id,
  /** Null if no golfer made the edit: the time zone's rules changed. */
  by: z.nullable(id),
  /** The tee time's version after this edit. */
  version: z.int(),
  was: teeTimeBefore,
})

/** Notifies golfers with a spot in a tee time that it was edited. Runs as a job. */
export async function notifyChanged(ctx: Context, payload: unknown): Promise<void> {
  const { teeTimeId, by, version, was } = editJob.parse(payload)
  const change = { teeTimeIds: [teeTimeId], by, data: was, version }
  await notifyPlayers(ctx.db, 'changed', change, ctx.clock.now())
}

const moveJob = z.object({ teeTimeIds: z.array(id), by: id, zone: z.string() })

/** Notifies golfers with spots in tee times that these moved with the group's time zone. Runs as a job. */
export async function notifyMoved(ctx: Context, payload: unknown): Promise<void> {
  const { teeTimeIds, by, zone } = moveJob.parse(payload)
  const change = { teeTimeIds, by, data: { zone } }
  await notifyPlayers(ctx.db, 'changed', change, ctx.clock.now())
}

const cancelJob = z.object({ teeTimeId: id, by: id })

/** Notifies golfers with a spot, a reservation or a place on the waiting list of a cancellation. */
export async function notifyCancelled(ctx: Context, payload: unknown): Promise<void> {
  const { teeTimeId, by } = cancelJob.parse(payload)
  const cancellation = { teeTimeIds: [teeTimeId], by, data: { by } }
  await notifyPlayers(ctx.db, 'cancelled', cancellation, ctx.clock.now())
}

/** The most tee times per run. The others wait for the next run. */
const MOST_AT_ONCE = 500

/** Sends creators one message about how full their tee time is, for all changes since the last one. */
export async function notifyCreators({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (const { teeTimeId } of await listDueCreatorNotices(db, now, MOST_AT_ONCE)) {
    await inTransaction(db, (tx) => queueCreatorNotice(tx, teeTimeId, now))
  }
}
