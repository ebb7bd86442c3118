import type { Queries } from '../../platform/database/database.ts'
import { sendWelcomeLink } from '../links/send-link.ts'
import { findGolferId, insertGolfer } from './store.ts'

/**
 * Returns the account of an address, creating it if there is none: without a password, and with a link to
 * set one sent by email. Only for customers of the super admin; other accounts are created when their
 * golfer opens a link. An existing account stays unchanged, including its name and phone.
 * @param tx the transaction that needs the account
 */
export async function findOrRegister(
  tx: Queries,
  golfer: { name: string; email: string; phone: string },
): Promise<{ golferId: number; isNew: boolean }> {
  const known = await findGolferId(tx, golfer.email)
  if (known !== undefined) return { golferId: known, isNew: false }
  const made = await insertGolfer(tx, golfer)
  if (made === undefined) {
    // Another request created it between the two statements.
    const golferId = await findGolferId(tx, golfer.email)
    if (golferId === undefined) throw new Error('An account neither exists nor can be created')
    return { golferId, isNew: false }
  }
  await sendWelcomeLink(tx, { golferId: made, reason: 'new-account' })
  return { golferId: made, isNew: true }
}
