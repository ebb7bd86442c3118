import type { Queries } from '../platform/database/database.ts'
import { adoptAttempts, lockAttemptsOf } from './attempts/store.ts'
import { notifyPaid } from './notify-owner.ts'
import { listPaidInvoices, lockGroup, saveBase } from './store.ts'
import { updateLockedGroup } from './update-paid-time.ts'

/**
 * Returns the attempts begun for a signup, and whether any of them was paid. Locks them until the
 * transaction ends.
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
 * Assigns the payments begun for a waiting group to that group as it starts, and credits the ones that were
 * paid. Runs in the transaction that creates the group.
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
  await saveBase(tx, group)
  const paidTime = await updateLockedGroup(tx, group, now)
  for (const invoice of invoices) await notifyPaid(tx, group, invoice, paidTime, now)
}
