import * as z from 'zod/mini'
import { email, id } from '../../../contract/fields.ts'
import { RESET_LINK_MINUTES, WELCOME_LINK_DAYS } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { type Messenger, messengerOfJob } from '../../messaging/outbox/access.ts'
import { describeLink } from '../../messaging/outbox/describe-link.ts'
import { linkTo } from '../../messaging/outbox/link-to-app.ts'
import type { Queries } from '../../platform/database/database.ts'
import { takeTurns } from '../../platform/database/take-turns.ts'
import { MailRefused } from '../../providers/email/email.ts'
import { issueLink, newToken, takeBackLink } from './issue-link.ts'
import {
  countGroupLinks,
  countPasswordLinks,
  expireResetLinks,
  findAddressee,
  findFirstGroup,
  findSignup,
} from './store.ts'

const HOUR = 3_600_000
const LINK_LIFE = WELCOME_LINK_DAYS * 24 * HOUR
const RESET_LIFE = RESET_LINK_MINUTES * 60_000

/** Anybody can request these for any address, so their number is limited. */
const PASSWORD_LINKS_AN_HOUR = 3
const GROUP_LINKS_AT_A_TIME = 5

const job = z.union([
  z.object({ reason: z.enum(['new-account', 'forgot-password']), golferId: id }),
  z.object({ reason: z.literal('start-group'), signupId: id }),
])
type LinkJob = z.output<typeof job>

interface MadeLink {
  readonly email: string
  readonly golferId: number | null
  readonly groupName: string | null
}

/**
 * Emails a link that signs its reader in. Earlier links keep working, except that only the newest link to
 * set a new password does. Sends nothing once the golfer is deleted or the signup no longer waits, or
 * beyond the limits.
 * @throws Error when the email could not be sent, so that the job tries again
 */
export async function mailLink(ctx: Context, payload: unknown): Promise<void> {
  const asked = job.parse(payload)
  const { token, tokenHash } = newToken()
  const link = await ctx.db.transaction((tx) =>
    asked.reason === 'start-group'
      ? makeGroupLink(tx, messengerOfJob(), asked.signupId, tokenHash, ctx.clock.now())
      : makeGolferLink(tx, messengerOfJob(), asked, tokenHash, ctx.clock.now()),
  )
  if (link === undefined) return
  const { email: to, golferId, groupName } = link
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

/** Stores a link that starts a group. Returns undefined, storing nothing, when there is nothing to send. */
async function makeGroupLink(
  tx: Queries,
  messenger: Messenger,
  signupId: number,
  tokenHash: string,
  now: Date,
): Promise<MadeLink | undefined> {
  const signup = await findSignup(tx, messenger, signupId, now)
  if (signup === undefined || !email.safeParse(signup.email).success) return undefined
  // The address may have no row to lock, but its links are counted.
  await takeTurns(tx, `links-to:${signup.email.toLowerCase()}`)
  if ((await countGroupLinks(tx, signup.email, now)) >= GROUP_LINKS_AT_A_TIME) return undefined
  // A signup that is past its expiry is still waiting because it is being paid for.
  const expiresAt = signup.expiresAt > now ? signup.expiresAt : new Date(now.getTime() + LINK_LIFE)
  await issueLink(tx, { tokenHash, signupId, createdAt: now, expiresAt })
  return signup
}

/** Stores a link to an account. Returns undefined, storing nothing, when there is nothing to send. */
async function makeGolferLink(
  tx: Queries,
  messenger: Messenger,
  { golferId, reason }: Extract<LinkJob, { golferId: number }>,
  tokenHash: string,
  now: Date,
): Promise<MadeLink | undefined> {
  const golfer = await findAddressee(tx, messenger, golferId)
  if (golfer === undefined || !email.safeParse(golfer.email).success) return undefined
  const anHourAgo = new Date(now.getTime() - HOUR)
  if ((await countPasswordLinks(tx, golferId, anHourAgo)) >= PASSWORD_LINKS_AN_HOUR) {
    return undefined
  }
  const isReset = reason === 'forgot-password'
  if (isReset) await expireResetLinks(tx, golferId, now)
  const expiresAt = new Date(now.getTime() + (isReset ? RESET_LIFE : LINK_LIFE))
  await issueLink(tx, { tokenHash, golferId, isReset, createdAt: now, expiresAt })
  const group = reason === 'new-account' ? await findFirstGroup(tx, golferId) : undefined
  return { email: golfer.email, golferId, groupName: group?.name ?? null }
}
