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

/**
 * Stores the golfer's own phone. Where it is another number, a consent to texts ends with the old one,
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
    if (phone === before.phone) return
    const number = e164Of(phone)
    const isSameNumber = number !== null && number === before.number
    await updatePhone(tx, holder, { phone, number, keepsConsent: isSameNumber })
    if (!isSameNumber) await tellOfChange(ctx, tx, holder, before)
  })
  return presentUser({ ...holder, phone })
}

async function tellOfChange(
  ctx: Context,
  tx: Queries,
  { golferId }: SessionHolder,
  before: {
    readonly number: string | null
    readonly consentAt: Date | null
    readonly emailProvenAt: Date | null
  },
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
