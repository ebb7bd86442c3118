import type { Context } from '../context.ts'
import { DAY_MS, HOUR_MS } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { PaymentProvider } from '../providers/payments/payments.ts'
import { queueAlignment } from './align-renewal.ts'
import { applyEvent } from './apply-event.ts'
import { queueRefresh } from './apply-subscription.ts'
import { abandonCheckout, listMisalignedIds, listOverdueCheckouts } from './checkouts/store.ts'
import { readNewestEventTime } from './store.ts'

/** How far before the newest stored event to look for events of the provider that may have been lost. */
const OVERLAP_MS = 2 * DAY_MS
/** How far back the provider lists events. */
const PROVIDER_HISTORY_MS = 30 * DAY_MS
/** An event is overdue this long after the end of a subscription's period or the start of a checkout. */
const OVERDUE_AFTER_MS = HOUR_MS
/** How long to wait before abandoning a checkout without a subscription. Its page expires after 23 hours. */
const ABANDON_CHECKOUT_AFTER_MS = DAY_MS

/**
 * Recovers from lost webhook events: applies the recent events that the provider lists, and queues jobs that
 * refresh overdue subscriptions and correct renewal dates. Runs as a job.
 * @throws PaymentsUnavailable; if some events cannot be applied, the first error, after applying the others
 */
export async function reconcile(ctx: Context): Promise<void> {
  const { db, clock, payments } = ctx
  if (payments === undefined) return
  const now = clock.now()
  const results = await Promise.allSettled([
    applyListedEvents(ctx, payments, now.getTime()),
    refreshOverdueCheckouts(db, payments, now.getTime()),
    queueAlignments(db, now),
  ])
  for (const one of results) if (one.status === 'rejected') throw one.reason
}

async function applyListedEvents(ctx: Context, payments: PaymentProvider, now: number) {
  const newestEventTime = (await readNewestEventTime(ctx.db))?.getTime() ?? 0
  const since = new Date(
    Math.max(now - PROVIDER_HISTORY_MS, Math.min(newestEventTime, now) - OVERLAP_MS),
  )
  const failures: unknown[] = []
  for (const event of await payments.listEvents(since)) {
    await applyEvent(ctx, event).catch((error: unknown) => {
      ctx.log.error({ err: error, event: event.id }, 'Could not process a payment event')
      failures.push(error)
    })
  }
  if (failures.length > 0) throw failures[0]
}

async function refreshOverdueCheckouts(
  db: Database,
  payments: PaymentProvider,
  now: number,
): Promise<void> {
  for (const checkout of await listOverdueCheckouts(db, new Date(now - OVERDUE_AFTER_MS))) {
    const { id, subscriptionId, checkoutId, createdAt } = checkout
    if (subscriptionId !== null) await queueRefresh(db, id)
    else if (now - createdAt.getTime() > ABANDON_CHECKOUT_AFTER_MS) {
      if (checkoutId === null || (await payments.endCheckout(checkoutId)))
        await abandonCheckout(db, id)
    }
  }
}

async function queueAlignments(db: Database, now: Date): Promise<void> {
  for (const id of await listMisalignedIds(db, now)) await queueAlignment(db, id)
}
