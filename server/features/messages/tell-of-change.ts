import * as z from 'zod/mini'
import { email, id, instant } from '../../../contract/fields.ts'
import { SCREENS } from '../../../contract/screens.ts'
import type { Context } from '../../context.ts'
import { MailRefused } from '../../providers/email/email.ts'
import { describeChange } from './describe-change.ts'
import { messengerOfJob } from './gate.ts'
import { linkTo } from './link-to-app.ts'
import { findAddress } from './store.ts'

const job = z.object({
  golferId: id,
  change: z.enum(['password-changed', 'password-reset', 'phone-changed']),
  at: instant,
})

/**
 * Tells a golfer that the account was changed; nobody, once it is deleted.
 * @throws Error when the mail could not be handed over: the job is to try again
 */
export async function tellOfChange(ctx: Context, payload: unknown): Promise<void> {
  const { golferId, change, at } = job.parse(payload)
  const address = await findAddress(ctx.db, messengerOfJob(), golferId)
  if (address === undefined || !email.safeParse(address).success) return
  try {
    await ctx.email.send({
      to: address,
      golferId,
      ...describeChange(change, { signIn: linkTo(ctx.config, SCREENS.login) }),
      key: `tell_of_change:${golferId}:${change}:${at}`,
    })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    ctx.log.warn({ err: error, golferId }, 'A golfer cannot be reached by email')
  }
}
