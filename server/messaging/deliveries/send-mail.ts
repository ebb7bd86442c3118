import { email } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { OPT_IN_REQUEST, recordOptInRequest } from '../../identity/index.ts'
import { type Mail, MailRefused } from '../../providers/email/email.ts'
import { giveUp } from './defer-or-give-up.ts'
import { queueText } from './queue-messages.ts'
import { type Delivery, updateDelivery } from './store.ts'

export type MailToSend = Omit<Mail, 'key'>

/** @param optInNumber gets an opt-in request, if given. @throws Error if the job must be retried */
export async function sendMail(
  ctx: Context,
  delivery: Delivery,
  mail?: MailToSend,
  optInNumber?: string,
) {
  const { id, golferId, groupId } = delivery
  if (mail === undefined || !email.safeParse(mail.to).success) {
    return giveUp(ctx.db, { ...delivery, channel: 'email' }, 'bad-address')
  }
  const now = ctx.clock.now()
  const change = { status: 'sending', channel: 'email', recipient: mail.to, triedAt: now } as const
  const sending = await ctx.db.transaction(async (tx) => {
    const marked = await updateDelivery(tx, delivery, change)
    if (marked === undefined || optInNumber === undefined || golferId === null) return marked
    if (await recordOptInRequest(tx, optInNumber, golferId, now)) {
      const request = { number: optInNumber, golferId, groupId, event: 'opt-in' } as const
      const key = `opt-in:${optInNumber}:${now.toISOString()}`
      await queueText(tx, { ...request, text: OPT_IN_REQUEST, key }, now)
    }
    return marked
  })
  if (sending === undefined) return 'again'
  try {
    await ctx.email.send({ ...mail, key: `deliver:${id}:email` })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    const logged = { err: error, deliveryId: id, golferId }
    ctx.log.warn(logged, "The mail server refused a golfer's address")
    return giveUp(ctx.db, sending, 'refused')
  }
  await updateDelivery(ctx.db, sending, { status: 'sent', sentAt: ctx.clock.now() })
  return 'done'
}
