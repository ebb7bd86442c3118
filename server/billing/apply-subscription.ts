import type { Context } from '../context.ts'
import type { Queries } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/store.ts'
import type { ProviderSubscription } from '../providers/payments/payments.ts'
import { lockAttemptOfEvent } from './lock-attempt.ts'
import { mergeSubscription } from './merge-subscription.ts'
import { queueCancellation } from './queue-cancellation.ts'
import { updateAttempt } from './store.ts'
import { updateLockedGroup } from './update-paid-time.ts'

/** Records the subscription's status as the provider reported it at `at`. */
export async function applySubscription(
  ctx: Context,
  tx: Queries,
  reported: ProviderSubscription,
  at: Date,
): Promise<void> {
  const isPaid = reported.status === 'active' || reported.status === 'past_due'
  const locked = await lockAttemptOfEvent(ctx, tx, { ...reported, isPaid })
  if (locked === undefined) return
  const { id, status, cancelAtPeriodEnd, periodEnd, reportedAt } = locked.attempt
  const known = { status, cancelAtPeriodEnd, periodEnd, reportedAt }
  const next = mergeSubscription(known, reported, at)
  if (next === 'unsure') {
    await addJob(tx, 'refresh_subscription', { id }, { key: `refresh-subscription:${id}` })
    return
  }
  if (next !== known) await updateAttempt(tx, id, next)
  // Given up while the provider was creating it, so nobody will pay for it.
  if (next.status === 'abandoned' && reported.status === 'incomplete') {
    await queueCancellation(tx, { id, when: 'now' })
  }
  if (locked.group !== undefined) await updateLockedGroup(tx, locked.group, ctx.clock.now())
}
