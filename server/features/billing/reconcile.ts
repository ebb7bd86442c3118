import type { Context } from '../../context.ts'
import { addJob } from '../../platform/database/add-job.ts'
import type { Payments } from '../../providers/payments/payments.ts'
import { applyEvent } from './apply-event.ts'
import { queueAlignment } from './queue-alignment.ts'
import { giveUpAttempt, listMisaligned, listSilent, readNewestEvent } from './store.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Notices are looked through once more for so long before the newest: some may have been lost. */
const OVERLAP_MS = 2 * DAY_MS
/** The provider lists them no longer. */
const LISTED_MS = 30 * DAY_MS
/** By then a notice should have come. */
const SILENT_MS = HOUR_MS
/** An attempt that nothing came of: the provider gives its own up after 23 hours. */
const ATTEMPT_MS = DAY_MS

/**
 * Makes up for notices that were lost: works all that the provider lists, by the way in of every notice,
 * and asks how that stands of which one should have heard. For a job.
 * @throws PaymentsUnavailable, and the first notice's failure, once the others are worked
 */
export async function reconcile(ctx: Context): Promise<void> {
  const { payments } = ctx
  if (payments === undefined) return
  // What cannot be listed or worked keeps nobody else waiting.
  const done = await Promise.allSettled([
    workListed(ctx, payments),
    askOfSilent(ctx, payments),
    alignAll(ctx),
  ])
  for (const one of done) if (one.status === 'rejected') throw one.reason
}

async function workListed(ctx: Context, payments: Payments): Promise<void> {
  const now = ctx.clock.now().getTime()
  const newest = (await readNewestEvent(ctx.db))?.getTime() ?? 0
  const since = new Date(Math.max(now - LISTED_MS, Math.min(newest, now) - OVERLAP_MS))
  const failures: unknown[] = []
  for await (const event of payments.listEvents(since)) {
    await applyEvent(ctx, event).catch((error: unknown) => {
      ctx.log.error({ err: error, event: event.id }, 'A notice of a payment could not be worked')
      failures.push(error)
    })
  }
  if (failures.length > 0) throw failures[0]
}

/** Renewals on another date than their groups are paid until: a job was given up, or they are older than it. */
async function alignAll({ db, clock }: Context): Promise<void> {
  for (const id of await listMisaligned(db, clock.now())) await queueAlignment(db, id)
}

async function askOfSilent(ctx: Context, payments: Payments): Promise<void> {
  const now = ctx.clock.now().getTime()
  const silent = await listSilent(ctx.db, { before: new Date(now - SILENT_MS) })
  for (const { id, subscriptionId, checkoutId, createdAt } of silent) {
    if (subscriptionId !== null) {
      await addJob(ctx.db, 'refresh_subscription', { id }, { key: `refresh-subscription:${id}` })
    } else if (now - createdAt.getTime() > ATTEMPT_MS) {
      if (checkoutId === null || (await payments.endCheckout(checkoutId))) {
        await giveUpAttempt(ctx.db, id)
      }
    }
  }
}
