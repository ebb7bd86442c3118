import * as z from 'zod/mini'
import { OPENED_WITHIN_HOURS } from '../../../contract/alerts.ts'
import { id } from '../../../contract/fields.ts'
import { HEAD_START_MINUTES } from '../../../contract/standing-wishes.ts'
import type { Context } from '../../context.ts'
import { addJob } from '../../platform/database/add-job.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { messengerOfJob } from '../messages/gate.ts'
import { type Audience, tellOfOpening } from './store.ts'

/** A tee time that golfers keep joining and leaving is told of once in so long. */
const EVERY_MS = 15 * 60_000
const HOUR_MS = 3_600_000

const job = z.object({
  teeTimeId: id,
  leftBy: id,
  /** Those who wish for it were told, and the others are to be told now. */
  wishersTold: z._default(z.boolean(), false),
})

/**
 * Tells the members who do not play that a full tee time, which is near, has a spot again: those who
 * wish for it first, and by a second job the others.
 */
export async function tellOpened(ctx: Context, payload: unknown): Promise<void> {
  const { wishersTold, ...opening } = job.parse(payload)
  const now = ctx.clock.now()
  const later = new Date(now.getTime() + HEAD_START_MINUTES * 60_000)
  const times = {
    now,
    startsBefore: new Date(now.getTime() + OPENED_WITHIN_HOURS * HOUR_MS),
    toldBefore: new Date(now.getTime() - EVERY_MS),
  }
  const tell = (tx: Queries, to: Audience) => {
    // A head start that outlasts the time until tee-off would keep the others from hearing of it.
    const startsAfter = to === 'wishers' ? later : now
    return tellOfOpening(tx, messengerOfJob(), { ...opening, to }, { ...times, startsAfter })
  }
  await retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      if (wishersTold) {
        await tell(tx, 'others')
      } else if (await tell(tx, 'wishers')) {
        const key = `tell_opened:${opening.teeTimeId}:others`
        await addJob(tx, 'tell_opened', { ...opening, wishersTold: true }, { key, runAt: later })
      } else {
        await tell(tx, 'everybody')
      }
    }),
  )
}
