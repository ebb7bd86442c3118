import * as z from 'zod/mini'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { teeTimeBefore } from '../alerts/describe-changed.ts'
import { listDueCreatorNotices, notifyPlayers, queueCreatorNotice } from './store.ts'

const editJob = z.object({
  teeTimeId: id,
  /** The golfer who made the edit. Null if the rules of the time zone changed. */
  by: z.nullable(id),
  version: z.int(),
  was: teeTimeBefore,
})

export async function notifyChanged(ctx: Context, payload: unknown): Promise<void> {
  const { teeTimeId, by, version, was } = editJob.parse(payload)
  const change = { teeTimeIds: [teeTimeId], by, data: was, version }
  await notifyPlayers(ctx.db, 'changed', change, ctx.clock.now())
}

const moveJob = z.object({ teeTimeIds: z.array(id), by: id, zone: z.string() })

export async function notifyMoved(ctx: Context, payload: unknown): Promise<void> {
  const { zone, ...move } = moveJob.parse(payload)
  await notifyPlayers(ctx.db, 'changed', { ...move, data: { zone } }, ctx.clock.now())
}

const cancelJob = z.object({ teeTimeId: id, by: id })

export async function notifyCancelled(ctx: Context, payload: unknown): Promise<void> {
  const { teeTimeId, by } = cancelJob.parse(payload)
  const cancellation = { teeTimeIds: [teeTimeId], by, data: { by } }
  await notifyPlayers(ctx.db, 'cancelled', cancellation, ctx.clock.now())
}

/** Per run. The next run handles the rest. */
const MAX_PER_RUN = 500

export async function notifyCreators({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (const { teeTimeId } of await listDueCreatorNotices(db, now, MAX_PER_RUN)) {
    await inTransaction(db, (tx) => queueCreatorNotice(tx, teeTimeId, now))
  }
}
