import * as z from 'zod'
import { id } from '../../contract/fields.ts'
import type { Context } from '../context.ts'
import { retryConflicts } from '../platform/database/database.ts'
import { lockFoundAttempt } from './lock-attempt.ts'
import { isSame, mergeSubscription } from './merge-subscription.ts'
import { findAttemptById, giveUpAttempt, updateAttempt } from './store.ts'
import { updateLockedGroup } from './update-paid-time.ts'

const job = z.object({ id })

/**
 * Reads a subscription's status from the provider and records it. Runs as a job.
 * @throws PaymentsUnavailable, and Error if a newer event arrived meanwhile: the job has to be retried
 */
export async function refreshSubscription(ctx: Context, payload: unknown): Promise<void> {
  const { id } = job.parse(payload)
  const before = await findAttemptById(ctx.db, id)
  if (ctx.payments === undefined || before === undefined || before.subscriptionId === null) return
  const reported = await ctx.payments.readSubscription(before.subscriptionId)
  if (reported === undefined) {
    ctx.log.error({ attempt: id }, 'The provider does not know one of our subscriptions')
    return giveUpAttempt(ctx.db, id)
  }
  await retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      const locked = await lockFoundAttempt(tx, before)
      if (locked === undefined) return
      const { group, attempt } = locked
      if (attempt.reportedAt?.getTime() !== before.reportedAt?.getTime()) {
        throw new Error('An event about the subscription arrived while it was being read')
      }
      const { status, cancelAtPeriodEnd, periodEnd, reportedAt } = attempt
      const known = { status, cancelAtPeriodEnd, periodEnd, reportedAt: null }
      const next = mergeSubscription(known, reported, reportedAt ?? new Date(0))
      if (next === 'unsure' || next === known || isSame(known, reported)) return
      // Later events are compared with the last event, not with this read.
      await updateAttempt(tx, id, { ...next, reportedAt })
      if (group !== undefined) await updateLockedGroup(tx, group, ctx.clock.now())
    }),
  )
}
