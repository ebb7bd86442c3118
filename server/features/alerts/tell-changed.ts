import * as z from 'zod/mini'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { messengerOfJob } from '../messages/gate.ts'
import { tellPlayers } from './store.ts'

const edit = z.object({
  teeTimeId: id,
  /** Null where the clocks made the edit: their rules have changed. */
  by: z.nullable(id),
  /** The tee time's, as this edit made it. */
  version: z.int(),
  was: z.object({
    course: z.string(),
    date: z.string(),
    time: z.string(),
    maxPlayers: z.int(),
    notes: z.nullable(z.string()),
    // Not in jobs that were added before there were cut-offs.
    cancelHours: z.optional(z.nullable(z.int())),
  }),
})

/** Tells those who have a spot in a tee time that its creator made it another one. */
export async function tellChanged(ctx: Context, payload: unknown): Promise<void> {
  const { teeTimeId, by, version, was } = edit.parse(payload)
  const { cancelHours, ...others } = was
  const data = { ...others, ...(cancelHours !== undefined && { cancelHours }) }
  const told = { teeTimeIds: [teeTimeId], by, data, version }
  await tellPlayers(ctx.db, messengerOfJob(), 'changed', told, ctx.clock.now())
}

const move = z.object({ teeTimeIds: z.array(id), by: id, zone: z.string() })

/** Tells those who have spots in tee times that those moved with the group's time zone. */
export async function tellMoved(ctx: Context, payload: unknown): Promise<void> {
  const { teeTimeIds, by, zone } = move.parse(payload)
  const told = { teeTimeIds, by, data: { zone } }
  await tellPlayers(ctx.db, messengerOfJob(), 'changed', told, ctx.clock.now())
}
