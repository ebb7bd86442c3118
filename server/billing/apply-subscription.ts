import type { Context } from '../context.ts'
import { addJob } from '../platform/database/add-job.ts'
import type { Queries } from '../platform/database/database.ts'
import type { ProviderSubscription } from '../providers/payments/payments.ts'
import { holdAttempt } from './hold-attempt.ts'
import { mergeSubscription } from './merge-subscription.ts'
import { queueEnding } from './queue-ending.ts'
import { reckonHeld } from './reckon-group.ts'
import { updateAttempt } from './store.ts'

/** Records the subscription's status as the provider reported it at `at`. */
export async function applySubscription(
  ctx: Context,
  tx: Queries,
  told: ProviderSubscription,
  at: Date,
): Promise<void> {
  const isPaid = told.status === 'active' || told.status === 'past_due'
  const held = await holdAttempt(ctx, tx, { ...told, isPaid })
  if (held === undefined) return
  const { id, status, cancelAtPeriodEnd, periodEnd, toldAt } = held.attempt
  const known = { status, cancelAtPeriodEnd, periodEnd, toldAt }
  const next = mergeSubscription(known, told, at)
  if (next === 'unsure') {
    await addJob(tx, 'refresh_subscription', { id }, { key: `refresh-subscription:${id}` })
    return
  }
  if (next !== known) await updateAttempt(tx, id, next)
  // Given up while the provider was creating it, so nobody will pay for it.
  if (next.status === 'abandoned' && told.status === 'incomplete') {
    await queueEnding(tx, { id, when: 'now' })
  }
  if (held.group !== undefined) await reckonHeld(tx, held.group, ctx.clock.now())
}
