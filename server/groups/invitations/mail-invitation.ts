import * as z from 'zod/mini'
import { email, id } from '../../../contract/fields.ts'
import { WELCOME_LINK_DAYS } from '../../../contract/limits.ts'
import { SCREENS } from '../../../contract/screens.ts'
import type { Context } from '../../context.ts'
import { type Messenger, messengerOfJob } from '../../messaging/outbox/access.ts'
import { linkTo } from '../../messaging/outbox/link-to-app.ts'
import type { Queries } from '../../platform/database/database.ts'
import { takeTurns } from '../../platform/database/take-turns.ts'
import { isHash } from '../../platform/passwords.ts'
import { MailRefused } from '../../providers/email/email.ts'
import { issueLink, newToken, takeBackLink } from '../welcome/issue-link.ts'
import { describeInvitation } from './describe-invitation.ts'
import { countSentTo, findToMail } from './store.ts'

const DAY = 86_400_000

/** The most invitation emails one address gets in 24 hours, since many groups may invite it. */
const MAILS_A_DAY = 5

const job = z.object({ invitationId: id })

/**
 * Emails an invitation. An account that can sign in gets a link to its dashboard, any other address a link
 * to set one up. Sends nothing if the invitation is not open, or beyond the daily limit.
 * @throws Error when the email could not be sent, so that the job tries again
 */
export async function mailInvitation(ctx: Context, payload: unknown): Promise<void> {
  const { invitationId } = job.parse(payload)
  const { token, tokenHash } = newToken()
  const mail = await ctx.db.transaction((tx) =>
    prepare(tx, messengerOfJob(), { invitationId, tokenHash }, ctx.clock.now()),
  )
  if (mail === undefined) return
  const { email: to, golferId, groupName, inviterName, hasAccount } = mail
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

/** Stores a link if one is needed. Returns undefined, and stores nothing, when there is nothing to send. */
async function prepare(
  tx: Queries,
  messenger: Messenger,
  { invitationId, tokenHash }: { invitationId: number; tokenHash: string },
  now: Date,
) {
  const found = await findToMail(tx, messenger, invitationId, now)
  if (found === undefined || !email.safeParse(found.email).success) return undefined
  await takeTurns(tx, `links-to:${found.email.toLowerCase()}`)
  const aDayAgo = new Date(now.getTime() - DAY)
  if ((await countSentTo(tx, messenger, found, aDayAgo)) > MAILS_A_DAY) return undefined
  const hasAccount = found.isProven && found.password !== null && isHash(found.password)
  if (!hasAccount) {
    const life = new Date(now.getTime() + WELCOME_LINK_DAYS * DAY)
    const expiresAt = found.expiresAt < life ? found.expiresAt : life
    await issueLink(tx, { tokenHash, invitationId, createdAt: now, expiresAt })
  }
  return { ...found, hasAccount }
}
