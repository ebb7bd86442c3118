import * as z from 'zod/mini'
import { OPENED_WITHIN_HOURS } from '../../../contract/alerts.ts'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { messengerOfJob } from '../messages/gate.ts'
import { tellOfOpening } from './store.ts'

/** A tee time that golfers keep joining and leaving is told of once in so long. */
const EVERY_MS = 15 * 60_000
const HOUR_MS = 3_600_000

const job = z.object({ teeTimeId: id, leftBy: id })

/** Tells the members who do not play that a full tee time, which is near, has a spot again. */
export async function tellOpened(ctx: Context, payload: unknown): Promise<void> {
  const opening = job.parse(payload)
  const now = ctx.clock.now()
  const times = {
    now,
    startsBefore: new Date(now.getTime() + OPENED_WITHIN_HOURS * HOUR_MS),
    toldBefore: new Date(now.getTime() - EVERY_MS),
  }
  await retryConflicts(() =>
    ctx.db.transaction((tx) => tellOfOpening(tx, messengerOfJob(), opening, times)),
  )
}
