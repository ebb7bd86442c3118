import { SCREENS } from '../../../contract/screens.ts'
import type { User } from '../../../contract/sessions.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { signInFirst } from '../../platform/errors.ts'
import { e164Of } from '../../platform/phone-number.ts'
import { noteNumberChange } from '../consents/note-number-change.ts'
import { emailWaitingTexts } from '../deliveries/email-waiting-texts.ts'
import { queueDelivery } from '../deliveries/queue-delivery.ts'
import { queueText } from '../deliveries/queue-text.ts'
import { linkTo } from '../messages/link-to-app.ts'
import type { SessionHolder } from '../sessions/gate.ts'
import { presentUser } from '../sessions/present-user.ts'
import { lockPhone, updatePhone } from './store.ts'

type Before = NonNullable<Awaited<ReturnType<typeof lockPhone>>>

/**
 * Stores the golfer's own phone, which confirms it: also where it is the one that somebody else typed.
 * Where it is another number, a consent to texts ends with the old one,
 * which is told if it had given it, and the golfer is told by mail; the same number written in another
 * way changes nothing else. Answers the golfer as changed.
 */
export async function changePhone(
  ctx: Context,
  holder: SessionHolder,
  phone: string,
): Promise<User> {
  await ctx.db.transaction(async (tx) => {
    const before = await lockPhone(tx, holder)
    if (before === undefined) throw signInFirst()
    if (phone === before.phone && before.confirmedAt !== null) return
    const isSameNumber = await confirm(ctx, tx, { golferId: holder.golferId, phone, before })
    if (!isSameNumber) await tellOfChange(ctx, tx, holder, before)
  })
  return presentUser({ ...holder, phone, phoneConfirmed: true })
}

/** As {@link changePhone}, on the welcome page of an account without a password. Within a transaction. */
export async function confirmPhone(
  ctx: Pick<Context, 'clock'>,
  tx: Queries,
  { golferId, phone }: { golferId: number; phone: string },
): Promise<void> {
  const before = await lockPhone(tx, { golferId })
  if (before === undefined) throw signInFirst()
  await confirm(ctx, tx, { golferId, phone, before })
}

/** Stores a phone as confirmed; answers whether it is the number from before. */
async function confirm(
  { clock }: Pick<Context, 'clock'>,
  tx: Queries,
  { golferId, phone, before }: { golferId: number; phone: string; before: Before },
): Promise<boolean> {
  const number = e164Of(phone)
  const isSameNumber = phone === before.phone || (number !== null && number === before.number)
  const confirmedAt = before.confirmedAt !== null && isSameNumber ? before.confirmedAt : clock.now()
  await updatePhone(tx, { golferId }, { phone, number, keepsConsent: isSameNumber, confirmedAt })
  return isSameNumber
}

async function tellOfChange(
  ctx: Context,
  tx: Queries,
  { golferId }: SessionHolder,
  before: Before,
): Promise<void> {
  const now = ctx.clock.now()
  const key = `phone-changed:${golferId}:${now.toISOString()}`
  await queueDelivery(tx, { event: 'phone-changed', golferId, key }, now)
  if (before.number === null) return
  await emailWaitingTexts(tx, { golferId })
  await noteNumberChange(tx, { golferId, before: before.number }, now)
  if (before.consentAt === null || before.emailProvenAt === null) return
  // Once a day for a golfer: whoever ticks the box at one number after the other cannot have them all texted.
  const day = now.toISOString().slice(0, 10)
  await queueText(
    tx,
    {
      number: before.number,
      golferId,
      event: 'reply',
      text: `Fourball: the phone number of your account was changed; this one gets no more texts about it. Not you? Set a new password: ${linkTo(ctx.config, SCREENS.login)}`,
      key: `number-changed:${golferId}:${day}`,
    },
    now,
  )
}
