import type { Queries } from '../../platform/database/database.ts'
import { adoptAttempts, lockAttemptsOf } from './attempts/store.ts'
import { reckonHeld } from './reckon-group.ts'
import { keepBase, listPaidInvoices, lockGroup } from './store.ts'
import { tellPaid } from './tell-owner.ts'

/**
 * What was begun to be paid for a signup, and whether money has come in for it. Nobody else changes it
 * until the end of the transaction.
 */
export async function listAttemptsOf(
  tx: Queries,
  signupId: number,
): Promise<{ ids: number[]; isPaid: boolean }> {
  const rows = await lockAttemptsOf(tx, signupId)
  return {
    ids: rows.map(({ id }) => id),
    isPaid: rows.some(({ status }) => status === 'active' || status === 'past_due'),
  }
}

/**
 * Gives a group that waited for its owner, and starts now, the payments that were begun for it; those
 * that were made count. Within the transaction that makes the group.
 */
export async function linkAttempts(
  tx: Queries,
  started: { groupId: number; golferId: number; ids: readonly number[] },
  now: Date,
): Promise<void> {
  if (started.ids.length === 0) return
  await adoptAttempts(tx, started)
  const invoices = await listPaidInvoices(tx, started.groupId)
  const group = await lockGroup(tx, started.groupId)
  if (group === undefined || invoices.length === 0) return
  await keepBase(tx, group)
  const reckoned = await reckonHeld(tx, group, now)
  for (const invoice of invoices) await tellPaid(tx, group, invoice, reckoned, now)
}
