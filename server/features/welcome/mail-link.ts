import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { email, id } from '../../../contract/fields.ts'
import { RESET_LINK_MINUTES, WELCOME_LINK_DAYS } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { MailRefused } from '../../providers/email/email.ts'
import { describeLink } from '../messages/describe-link.ts'
import { type Messenger, messengerOfJob } from '../messages/gate.ts'
import { linkTo } from '../messages/link-to-app.ts'
import { hashOfToken } from './gate.ts'
import {
  countGroupLinks,
  countPasswordLinks,
  deleteLink,
  expireResetLinks,
  findAddressee,
  findFirstGroup,
  findSignup,
  insertLink,
} from './store.ts'

const HOUR = 3_600_000
const LINK_LIFE = WELCOME_LINK_DAYS * 24 * HOUR
const RESET_LIFE = RESET_LINK_MINUTES * 60_000

/** Anybody can have these sent to anybody: so many and no more, whoever asks. */
const PASSWORD_LINKS_AN_HOUR = 3
const GROUP_LINKS_AT_A_TIME = 5

const job = z.object({
  golferId: id,
  reason: z.enum(['new-account', 'forgot-password', 'start-group']),
  groupId: z.optional(id),
  signupId: z.optional(id),
})
type LinkJob = z.output<typeof job>

/**
 * Mails a golfer a link that lets its reader in. Earlier ones keep working, except for links to set a new
 * password, of which only the newest does. Mails nothing once the
 * golfer is deleted or the group waits no more, nor beyond so many mails.
 * @throws Error when the mail could not be handed over: the job is to try again
 */
export async function mailLink(ctx: Context, payload: unknown): Promise<void> {
  const asked = job.parse(payload)
  const token = randomBytes(32).toString('base64url')
  const tokenHash = hashOfToken(token)
  const link = await ctx.db.transaction((tx) =>
    makeLink(tx, messengerOfJob(), asked, tokenHash, ctx.clock.now()),
  )
  if (link === undefined) return
  const { golferId, reason } = asked
  try {
    await ctx.email.send({
      to: link.email,
      golferId,
      ...describeLink(reason, {
        groupName: link.groupName,
        address: linkTo(ctx.config, `/welcome/${token}`),
      }),
      key: `welcome_link:${tokenHash}`,
    })
  } catch (error) {
    // The next try has a token of its own, and what was never sent does not count as sent.
    await deleteLink(ctx.db, tokenHash)
    if (!(error instanceof MailRefused)) throw error
    ctx.log.warn({ err: error, golferId }, 'A golfer cannot be reached by email')
  }
}

/** Stores a link; undefined, and nothing stored, when there is none to send. */
async function makeLink(
  tx: Queries,
  messenger: Messenger,
  { golferId, reason, groupId, signupId }: LinkJob,
  tokenHash: string,
  now: Date,
): Promise<{ email: string; groupName: string | null } | undefined> {
  const golfer = await findAddressee(tx, messenger, golferId)
  if (golfer === undefined || !email.safeParse(golfer.email).success) return undefined
  const link = { tokenHash, golferId, createdAt: now }
  if (signupId !== undefined) {
    const signup = await findSignup(tx, messenger, signupId, golferId, now)
    if (signup === undefined) return undefined
    if ((await countGroupLinks(tx, golferId, now)) >= GROUP_LINKS_AT_A_TIME) return undefined
    await insertLink(tx, { ...link, signupId, expiresAt: signup.expiresAt })
    return { email: golfer.email, groupName: signup.groupName }
  }
  const anHourAgo = new Date(now.getTime() - HOUR)
  if ((await countPasswordLinks(tx, golferId, anHourAgo)) >= PASSWORD_LINKS_AN_HOUR) {
    return undefined
  }
  const isReset = reason === 'forgot-password'
  if (isReset) await expireResetLinks(tx, golferId, now)
  const life = isReset ? RESET_LIFE : LINK_LIFE
  await insertLink(tx, { ...link, isReset, expiresAt: new Date(now.getTime() + life) })
  const group = reason === 'new-account' ? await findFirstGroup(tx, golfer, groupId) : undefined
  return { email: golfer.email, groupName: group?.name ?? null }
}
