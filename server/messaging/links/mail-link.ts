import * as z from 'zod/mini'
import { id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { makeLink } from '../../groups/index.ts'
import { takeBackLink } from '../../identity/index.ts'
import { linkTo } from '../../platform/config.ts'
import { MailRefused } from '../../providers/email/email.ts'
import { describeLink } from './describe-link.ts'

const job = z.union([
  z.object({ reason: z.enum(['new-account', 'forgot-password']), golferId: id }),
  z.object({ reason: z.literal('start-group'), signupId: id }),
])

/**
 * Emails a link that signs its reader in, as `makeLink` describes. Sends nothing if it makes none.
 * @throws Error when the email could not be sent, so that the job tries again
 */
export async function mailLink(ctx: Context, payload: unknown): Promise<void> {
  const asked = job.parse(payload)
  const link = await makeLink(ctx, asked)
  if (link === undefined) return
  const { email: to, golferId, groupName, token, tokenHash } = link
  try {
    await ctx.email.send({
      to,
      ...(golferId !== null && { golferId }),
      ...describeLink(asked.reason, {
        groupName,
        address: linkTo(ctx.config, `/welcome/${token}`),
      }),
      key: `welcome_link:${tokenHash}`,
    })
  } catch (error) {
    // A link that was never sent must not count as sent.
    await takeBackLink(ctx.db, tokenHash)
    if (!(error instanceof MailRefused)) throw error
    ctx.log.warn({ err: error, golferId }, 'The mail server refused an address')
  }
}
