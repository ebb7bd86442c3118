import * as z from 'zod/mini'
import { email, id } from '../../../contract/fields.ts'
import { RESET_LINK_MINUTES, WELCOME_LINK_DAYS } from '../../../contract/limits.ts'
import { capitalized } from '../../../contract/names.ts'
import { SCREENS } from '../../../contract/screens.ts'
import type { Context } from '../../context.ts'
import {
  findPendingSignup,
  makeLink,
  prepareInvitationMail,
  resendOnRequest,
} from '../../groups/index.ts'
import { deleteLink, findAccount, type LinkReason } from '../../identity/index.ts'
import { linkTo } from '../../platform/config.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { logAuthEvent } from '../../platform/log.ts'
import { oneLineWithoutLinks } from '../../platform/quote-input.ts'
import { type Mail, MailRefused } from '../../providers/email/email.ts'
import { frameMail, type MailParts } from '../outbox/frame-mail.ts'

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
  const words = describeLink(linkToSend.reason, link.groupName, address)
  const { golferId, tokenHash } = link
  await send(ctx, link, { ...words, key: `welcome_link:${tokenHash}` }, { golferId })
}

export async function mailInvitation(ctx: Context, payload: unknown): Promise<void> {
  const { invitationId } = z.object({ invitationId: id }).parse(payload)
  const mail = await prepareInvitationMail(ctx, invitationId)
  if (mail === undefined) return
  const path = mail.hasAccount ? SCREENS.dashboard : `/welcome/${mail.token}`
  const words = describeInvitation(mail, linkTo(ctx.config, path))
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

/** Emails the link that someone requested, if the address is known. @throws Error to retry the job */
export async function mailRequestedLink(ctx: Context, payload: unknown): Promise<void> {
  const { email: address } = z.object({ email }).parse(payload)
  const golferId = (await findAccount(ctx.db, address))?.id
  logAuthEvent(ctx.log, 'auth.password_reset_requested', { golferId })
  if (golferId !== undefined) return mailLink(ctx, { golferId, reason: 'forgot-password' })
  const now = ctx.clock.now()
  const signupId = await findPendingSignup(ctx.db, address, now)
  if (signupId !== undefined) await mailLink(ctx, { signupId, reason: 'start-group' })
  else await inTransaction(ctx.db, (tx) => resendOnRequest(tx, address, now))
}

const VALIDITY = `The link works once and expires in ${WELCOME_LINK_DAYS} days.`

/** Omits the golfer's name, because a stranger may have typed it. */
export function describeLink(reason: LinkReason, groupName: string | null, address: string) {
  const group = groupName === null ? undefined : oneLineWithoutLinks(groupName, 'your group')
  const ignore =
    reason === 'new-account'
      ? "If you weren't expecting this email, ignore it."
      : "If this wasn't you, ignore this email."
  const mails: Record<LinkReason, Omit<MailParts, 'address'>> = {
    'new-account': {
      subject: group === undefined ? 'Welcome to Fourball' : `Welcome to ${group} on Fourball`,
      paragraphs: [
        group === undefined
          ? 'Your Fourball account is ready. Set a password to sign in.'
          : `You've been added to ${group}. Set a password to see its tee times.`,
        VALIDITY,
      ],
      label: 'Set a Password',
      reason: 'you or one of your golf buddies gave this address to Fourball',
    },
    'forgot-password': {
      subject: 'Set a new password for Fourball',
      paragraphs: [
        "Your password stays the same until you set a new one. When you do, you'll be signed out on all your devices.",
        `The link works once and expires in ${RESET_LINK_MINUTES} minutes. If you ask for another one, this one stops working.`,
      ],
      label: 'Set a New Password',
      reason: 'someone asked for a new password for this address',
    },
    'start-group': {
      subject: `Start ${group ?? 'your group'} on Fourball`,
      paragraphs: [
        `${group ?? 'Your group'} is ready. Open the link to start it. You'll be the owner.`,
        VALIDITY,
      ],
      label: 'Start the Group',
      reason: 'someone signed up a golf group with this address',
    },
  }
  const mail = mails[reason]
  const why = `You're getting this email because ${mail.reason}. ${ignore} Nothing happens unless you open the link.`
  return frameMail({ ...mail, address, reason: why })
}

const MAX_NAME_LENGTH = 50

type Invitation = NonNullable<Awaited<ReturnType<typeof prepareInvitationMail>>>

/** A stranger may have chosen both names, so they are shortened and contain no links. */
function describeInvitation({ groupName, inviterName, hasAccount }: Invitation, address: string) {
  const group = shortened(groupName, 'a golf group')
  const inviter =
    inviterName === null ? 'Someone' : `"${shortened(capitalized(inviterName), 'A golfer')}"`
  return frameMail({
    subject: `You're invited to ${group} on Fourball`,
    paragraphs: [
      `${inviter} invited you to ${group} on Fourball. Members of this golf group post the tee times they booked, and others claim the open spots.`,
      hasAccount
        ? "Accept or decline under My Golf. You won't get the group's tee-time messages unless you accept."
        : `Open the link to set up your account and join, or to decline. It works once and expires in ${WELCOME_LINK_DAYS} days.`,
    ],
    label: hasAccount ? 'See the Invitation' : 'Respond to Invitation',
    address,
    reason:
      "You're getting this email because a group on Fourball invited this address. If you don't know the group, decline the invitation or ignore this email.",
  })
}

function shortened(name: string, fallback: string): string {
  const letters = Array.from(oneLineWithoutLinks(name, fallback).replaceAll('"', "'"))
  return letters.length > MAX_NAME_LENGTH
    ? `${letters.slice(0, MAX_NAME_LENGTH).join('')}...`
    : letters.join('')
}
