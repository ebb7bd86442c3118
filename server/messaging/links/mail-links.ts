import * as z from 'zod/mini'
import { email, id } from '../../../contract/fields.ts'
import { SCREENS } from '../../../contract/screens.ts'
import type { Context } from '../../context.ts'
import {
  findPendingFor,
  makeLink,
  prepareInvitationMail,
  sendInvitation,
} from '../../groups/index.ts'
import { deleteLink, findGolfer } from '../../identity/index.ts'
import { linkTo } from '../../platform/config.ts'
import { logAuthEvent } from '../../platform/log.ts'
import { type Mail, MailRefused } from '../../providers/email/email.ts'
import { describeInvitation, describeLink } from './describe-links.ts'

const linkJob = z.union([
  z.object({ reason: z.enum(['new-account', 'forgot-password']), golferId: id }),
  z.object({ reason: z.literal('start-group'), signupId: id }),
])

/** Emails a link that signs its reader in; see `makeLink`. @throws Error to retry the job */
export async function mailLink(ctx: Context, payload: unknown): Promise<void> {
  const linkToSend = linkJob.parse(payload)
  const link = await makeLink(ctx, linkToSend)
  if (link === undefined) return
  const address = linkTo(ctx.config, `/welcome/${link.token}`)
  const { golferId, groupName } = link
  const words = describeLink(linkToSend.reason, { groupName, address })
  await send(ctx, link, { ...words, key: `welcome_link:${link.tokenHash}` }, { golferId })
}

export async function mailInvitation(ctx: Context, payload: unknown): Promise<void> {
  const { invitationId } = z.object({ invitationId: id }).parse(payload)
  const mail = await prepareInvitationMail(ctx, invitationId)
  if (mail === undefined) return
  const path = mail.hasAccount ? SCREENS.dashboard : `/welcome/${mail.token}`
  const words = describeInvitation({ ...mail, address: linkTo(ctx.config, path) })
  await send(ctx, mail, { ...words, key: `invitation:${mail.tokenHash}` }, { invitationId })
}

/** Sends an email with a link. If sending fails, deletes the link, so that it does not count as sent. */
async function send(
  ctx: Context,
  { email: to, golferId, tokenHash }: { email: string; golferId: number | null; tokenHash: string },
  mail: Omit<Mail, 'to' | 'golferId'>,
  logged: Readonly<Record<string, number | null>>,
): Promise<void> {
  try {
    await ctx.email.send({ to, ...(golferId !== null && { golferId }), ...mail })
  } catch (error) {
    await deleteLink(ctx.db, tokenHash)
    if (!(error instanceof MailRefused)) throw error
    ctx.log.warn({ err: error, ...logged }, 'The mail server refused an address')
  }
}

/** Emails the link that someone requested for an address, if it is known. @throws Error to retry the job */
export async function mailRequestedLink(ctx: Context, payload: unknown): Promise<void> {
  const { email: address } = z.object({ email }).parse(payload)
  const golferId = await findGolfer(ctx, address)
  logAuthEvent(ctx.log, 'auth.password_reset_requested', { golferId })
  if (golferId !== undefined) return mailLink(ctx, { golferId, reason: 'forgot-password' })
  const { signupId, invitationId } = await findPendingFor(ctx.db, address, ctx.clock.now())
  if (signupId !== undefined) await mailLink(ctx, { signupId, reason: 'start-group' })
  else if (invitationId !== undefined) await sendInvitation(ctx.db, invitationId)
}
