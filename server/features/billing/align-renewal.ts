import * as z from 'zod'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { PaymentRefused } from '../../providers/payments/payments.ts'
import { isSameSecond } from './queue-alignment.ts'
import { reckonTime } from './reckon-time.ts'
import { findAttemptById, findGroup, readLedger } from './store.ts'

/** Our row's. */
const job = z.object({ subscriptionId: id })

/**
 * Moves the date on which the provider renews a subscription, or ends one that was cancelled, to the one
 * that its group is paid until. Asks the provider first, so doing it twice changes nothing. Where the
 * provider refuses the date, the subscription no longer renews: nobody is charged on another day than
 * the one they were shown. For a job.
 * @throws PaymentsUnavailable: the job is to try again
 */
export async function alignRenewal(ctx: Context, payload: unknown): Promise<void> {
  const { subscriptionId: ours } = job.parse(payload)
  const { db, payments, log, clock } = ctx
  const attempt = await findAttemptById(db, ours)
  if (payments === undefined || !attempt?.subscriptionId || attempt.groupId === null) return
  const { subscriptionId, groupId } = attempt
  const known = await payments.readSubscription(subscriptionId)
  if (known?.status !== 'active') return
  // Read after the provider: what it has done by then is in the ledger, or comes with its notice.
  const group = await findGroup(db, groupId)
  if (group === undefined) return
  const { renewal } = reckonTime({ ...(await readLedger(db, group)), now: clock.now() })
  if (renewal?.id !== ours || isSameSecond(known.periodEnd, renewal.at)) return
  const { cancelAtPeriodEnd: ends } = known
  try {
    await payments.moveRenewal(subscriptionId, { at: renewal.at, ends })
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    log.error(
      { err: error, subscription: subscriptionId, groupId, at: renewal.at },
      'A renewal could not be moved to the date that its group is paid until: it is cancelled',
    )
    if (!ends) await payments.cancel(subscriptionId, 'period-end')
  }
}
