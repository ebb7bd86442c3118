import type { Context } from '../../context.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { notSignedIn } from '../../platform/errors.ts'
import { e164Of } from '../../platform/phone-number.ts'
import { runHooks } from '../../ports.ts'
import type { SessionHolder } from '../access.ts'
import { insertEntry } from '../consents/store.ts'
import { notifyOfChange } from '../notify-of-change.ts'
import { presentUser } from '../sessions/manage-sessions.ts'
import { lockAccount, renameGolfer, updatePhone } from './store.ts'

/** Renames the signed-in golfer, on the account and on all cards. Returns the updated user. */
export async function changeName(ctx: Context, holder: SessionHolder, name: string) {
  await inTransaction(ctx.db, (tx) => nameGolfer(ctx, tx, holder.golferId, name))
  return presentUser({ ...holder, name })
}

/** Renames a golfer like {@link changeName}, in the caller's transaction. */
export async function nameGolfer(
  { golferHooks }: Pick<Context, 'golferHooks'>,
  tx: Queries,
  golferId: number,
  name: string,
): Promise<void> {
  // Account deletion also locks tee times before the golfer. The same order avoids deadlocks.
  await runHooks(golferHooks, (hooks) => hooks.lockBeforeRenaming?.(tx, golferId))
  if (!(await renameGolfer(tx, golferId, name))) return
  await runHooks(golferHooks, (hooks) => hooks.golferRenamed?.(tx, golferId))
}

/**
 * Stores the phone that the signed-in golfer typed, as confirmed. If the number changes, withdraws the
 * consent to texts and notifies the golfer by email. If the old number received texts, also notifies that
 * number by text. Returns the updated user.
 */
export async function changePhone(ctx: Context, holder: SessionHolder, phone: string) {
  await ctx.db.transaction(async (tx) => {
    const { before, isSameNumber } = await confirmPhone(ctx, tx, holder.golferId, phone)
    if (!isSameNumber) await notifyOfNumberChange(ctx, tx, holder.golferId, before)
  })
  return presentUser({ ...holder, phone, phoneConfirmed: true })
}

/** Stores a phone like {@link changePhone}, in the caller's transaction and without notifying anyone. */
export async function confirmPhone(
  { clock }: Pick<Context, 'clock'>,
  tx: Queries,
  golferId: number,
  phone: string,
) {
  const before = await lockAccount(tx, golferId)
  if (before === undefined) throw notSignedIn()
  const phoneNumber = e164Of(phone)
  const isSameNumber =
    phone === before.phone || (phoneNumber !== null && phoneNumber === before.phoneNumber)
  await updatePhone(tx, golferId, {
    phone,
    phoneNumber,
    ...(!isSameNumber && { textConsentAt: null }),
    phoneConfirmedAt: (isSameNumber ? before.phoneConfirmedAt : null) ?? clock.now(),
  })
  return { before, isSameNumber }
}

async function notifyOfNumberChange(
  ctx: Context,
  tx: Queries,
  golferId: number,
  before: NonNullable<Awaited<ReturnType<typeof lockAccount>>>,
): Promise<void> {
  const { phoneNumber: number, textConsentAt, emailProvenAt } = before
  const now = ctx.clock.now()
  await notifyOfChange(ctx, tx, 'phone-changed', golferId, now)
  if (number === null) return
  const entry = { at: now, number, golferId, step: 'number-changed', how: 'profile' } as const
  await insertEntry(tx, { ...entry, wording: 'The phone number on the profile was changed.' })
  const hadTexts = textConsentAt !== null && emailProvenAt !== null
  await ctx.retireNumber(ctx, tx, { golferId, number, hadTexts }, now)
}
