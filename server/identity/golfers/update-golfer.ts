import type { Context } from '../../context.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { notSignedIn } from '../../platform/errors.ts'
import { e164Of } from '../../platform/phone-number.ts'
import { runHooks } from '../../ports.ts'
import type { SessionHolder } from '../access.ts'
import { insertConsentEntry } from '../consents/store.ts'
import { notifyOfChange } from '../notify-of-change.ts'
import { presentUser } from '../sessions/manage-sessions.ts'
import { lockAccount, updateGolfer } from './store.ts'

export async function changeName(ctx: Context, holder: SessionHolder, name: string) {
  await inTransaction(ctx.db, (tx) => renameGolfer(ctx, tx, holder.golferId, name))
  return presentUser({ ...holder, name })
}

export async function renameGolfer(ctx: Context, tx: Queries, golferId: number, name: string) {
  const { golferHooks } = ctx
  // Account deletion also locks tee times before the golfer. The same order here avoids deadlocks.
  await runHooks(golferHooks, (hooks) => hooks.lockBeforeRenaming?.(tx, golferId))
  // A claim locks the golfer FOR KEY SHARE. Without the lock below, the rename would not wait for the claim,
  // and the claim's card could show the old name.
  const account = await lockAccount(tx, golferId, 'update')
  if (account === undefined || account.name === name) return
  await updateGolfer(tx, golferId, { name })
  await runHooks(golferHooks, (hooks) => hooks.golferRenamed?.(tx, golferId))
}

/** If the number changes, emails the golfer. If the old number got texts, also texts the old number. */
export async function changePhone(ctx: Context, holder: SessionHolder, phone: string) {
  const { golferId } = holder
  await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    const { before, isSameNumber } = await setConfirmedPhone(tx, golferId, phone, now)
    await runHooks(ctx.golferHooks, (hooks) => hooks.phoneChanged?.(tx, golferId))
    if (isSameNumber) return
    const { phoneNumber: number, textConsentAt, emailProvenAt } = before
    await notifyOfChange(ctx, tx, 'phone-changed', golferId)
    if (number === null) return
    const entry = { at: now, number, golferId, step: 'number-changed', how: 'profile' } as const
    await insertConsentEntry(tx, {
      ...entry,
      wording: 'The phone number on the profile was changed.',
    })
    const hadConsent = textConsentAt !== null && emailProvenAt !== null
    await ctx.retireNumber(ctx, tx, { golferId, number, hadConsent }, now)
  })
  return presentUser({ ...holder, phone, phoneConfirmed: true })
}

/**
 * Sets the phone, or removes it (''). The phone counts as confirmed, because the golfer typed it. A new
 * number has no consent to texts.
 */
export async function setConfirmedPhone(tx: Queries, golferId: number, phone: string, now: Date) {
  const before = await lockAccount(tx, golferId)
  if (before === undefined) throw notSignedIn()
  const phoneNumber = e164Of(phone)
  const isSameNumber =
    phone === before.phone || (phoneNumber !== null && phoneNumber === before.phoneNumber)
  await updateGolfer(tx, golferId, {
    phone,
    phoneNumber,
    ...(!isSameNumber && { textConsentAt: null }),
    phoneConfirmedAt:
      phone === '' ? null : ((isSameNumber ? before.phoneConfirmedAt : null) ?? now),
  })
  return { before, isSameNumber }
}
