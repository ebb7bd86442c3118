import type { Queries } from '../../platform/database/database.ts'
import { sendWelcomeLink } from '../welcome/send-link.ts'
import { findGolferId, insertGolfer } from './store.ts'

/**
 * The account of an address, made where there is none: without a password, and with a link to set one
 * on its way by mail. For customers of the super admin alone: everybody else's account comes into being
 * once its golfer opened a link. An account that was there stays as it is, name and phone included.
 * @param tx the transaction that the account is made for
 */
export async function findOrRegister(
  tx: Queries,
  golfer: { name: string; email: string; phone: string },
): Promise<{ golferId: number; isNew: boolean }> {
  const known = await findGolferId(tx, golfer.email)
  if (known !== undefined) return { golferId: known, isNew: false }
  const made = await insertGolfer(tx, golfer)
  if (made === undefined) {
    // Somebody else made it between the two statements.
    const golferId = await findGolferId(tx, golfer.email)
    if (golferId === undefined) throw new Error('An account is neither there nor can it be made')
    return { golferId, isNew: false }
  }
  await sendWelcomeLink(tx, { golferId: made, reason: 'new-account' })
  return { golferId: made, isNew: true }
}
