import * as z from 'zod/mini'
import { id } from '../../../contract/fields.ts'
import { SCREENS } from '../../../contract/screens.ts'
import type { Context } from '../../context.ts'
import { prepareInvitationMail } from '../../groups/index.ts'
import { takeBackLink } from '../../identity/index.ts'
import { linkTo } from '../../platform/config.ts'
import { MailRefused } from '../../providers/email/email.ts'
import { describeInvitation } from './describe-invitation.ts'

const job = z.object({ invitationId: id })

/**
 * Emails an invitation. An account that can sign in gets a link to its dashboard, any other address a link
 * to set one up. Sends nothing if the invitation is not open, or beyond the daily limit.
 * @throws Error when the email could not be sent, so that the job tries again
 */
export async function mailInvitation(ctx: Context, payload: unknown): Promise<void> {
  const { invitationId } = job.parse(payload)
  const mail = await prepareInvitationMail(ctx, invitationId)
  if (mail === undefined) return
  const { email: to, golferId, groupName, inviterName, hasAccount, token, tokenHash } = mail
  try {
    await ctx.email.send({
      to,
      ...(golferId !== null && { golferId }),
      ...describeInvitation({
        groupName,
        inviterName,
        hasAccount,
        address: linkTo(ctx.config, hasAccount ? SCREENS.dashboard : `/welcome/${token}`),
      }),
      key: `invitation:${tokenHash}`,
    })
  } catch (error) {
    await takeBackLink(ctx.db, tokenHash)
    if (!(error instanceof MailRefused)) throw error
    ctx.log.warn({ err: error, invitationId }, 'The mail server refused an invited address')
  }
}
