import * as z from 'zod/mini'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { notifyPlayers } from './store.ts'

const edit = z.object({
  teeTimeId: id,
  /** Null if no golfer made the edit: the time zone's rules changed. */
  by: z.nullable(id),
  /** The tee time's version after this edit. */
  version: z.int(),
  was: z.object({
    course: z.string(),
    date: z.string(),
    time: z.string(),
    maxPlayers: z.int(),
    notes: z.nullable(z.string()),
    // Missing from jobs that were added before cut-offs existed.
    cancelHours: z.optional(z.nullable(z.int())),
  }),
})

/** Notifies golfers with a spot in a tee time that it was edited. Runs as a job. */
export async function notifyChanged(ctx: Context, payload: unknown): Promise<void> {
  const { teeTimeId, by, version, was } = edit.parse(payload)
  const { cancelHours, ...others } = was
  const data = { ...others, ...(cancelHours !== undefined && { cancelHours }) }
  const change = { teeTimeIds: [teeTimeId], by, data, version }
  await notifyPlayers(ctx.db, 'changed', change, ctx.clock.now())
}

const move = z.object({ teeTimeIds: z.array(id), by: id, zone: z.string() })

/** Notifies golfers with spots in tee times that these moved with the group's time zone. Runs as a job. */
export async function notifyMoved(ctx: Context, payload: unknown): Promise<void> {
  const { teeTimeIds, by, zone } = move.parse(payload)
  const change = { teeTimeIds, by, data: { zone } }
  await notifyPlayers(ctx.db, 'changed', change, ctx.clock.now())
}
