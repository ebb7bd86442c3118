import { CONSENT_WORDING } from '../../../contract/preferences.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { canText } from '../../platform/phone-number.ts'
import { isUnreachable } from './check-reach.ts'
import { notifyTextsOn } from './notify-texts-on.ts'
import { findTextStatus, insertEntry, isSharedNumber, lockNumber, setConsent } from './store.ts'

/**
 * 'granted': also when consent existed already. 'stopped': the number said STOP. 'shared': another account
 * gets texts at it. In both cases only a START from the phone can grant consent. 'unreachable': no number,
 * or none that takes texts. 'unconfirmed': somebody else typed the number, and the golfer has not confirmed
 * it. 'changed': the number is not the one shown next to the checkbox.
 */
export type Granting = 'granted' | 'stopped' | 'shared' | 'unreachable' | 'unconfirmed' | 'changed'

/**
 * Grants consent when a golfer checks the box on their own profile or welcome page. Records the wording in
 * the consent log and emails the golfer.
 * @param shown the number the golfer saw next to the box, if the caller knows it
 */
export async function grantConsent(
  ctx: Pick<Context, 'notify'>,
  tx: Queries,
  { golferId, shown }: { readonly golferId: number; readonly shown?: string | undefined },
  now: Date,
): Promise<Granting> {
  const found = await findTextStatus(tx, golferId)
  const number = found?.number ?? null
  if (shown !== undefined && shown !== number) return 'changed'
  if (number === null || !canText(number)) return 'unreachable'
  if (found?.confirmedAt == null) return 'unconfirmed'
  const known = await lockNumber(tx, number)
  if (known.stoppedAt !== null) return 'stopped'
  if (isUnreachable(known, now)) return 'unreachable'
  if (await isSharedNumber(tx, number, golferId)) return 'shared'
  if (await setConsent(tx, golferId, number, now)) {
    const entry = { at: now, number, golferId, step: 'given', how: 'box' } as const
    await insertEntry(tx, { ...entry, wording: CONSENT_WORDING })
    await notifyTextsOn(ctx, tx, golferId, now)
    return 'granted'
  }
  // Consent was given before, or the number was changed while we waited for the lock.
  const after = await findTextStatus(tx, golferId)
  return after?.number === number && after.consentAt !== null ? 'granted' : 'changed'
}
