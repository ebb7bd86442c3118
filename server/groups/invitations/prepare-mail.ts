import { email } from '../../../contract/fields.ts'
import { WELCOME_LINK_DAYS } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { issueLink, newToken } from '../../identity/index.ts'
import { type Queries, withAdvisoryLock } from '../../platform/database/database.ts'
import { isHash } from '../../platform/passwords.ts'
import { countSentTo, findToMail } from './store.ts'

const DAY = 86_400_000

/** The most invitation emails one address gets in 24 hours, since many groups may invite it. */
const MAILS_A_DAY = 5

/** The email of an invitation, before it is composed. */
interface InvitationMail {
  readonly email: string
  /** Null for an address without an account. */
  readonly golferId: number | null
  readonly groupName: string
  readonly inviterName: string | null
  /** Whether the address has an account that can sign in. Any other address needs the token. */
  readonly hasAccount: boolean
  readonly token: string
  readonly tokenHash: string
}

/**
 * Prepares the email of an invitation. Stores a link that sets up an account if the address has none that
 * can sign in. Returns undefined, storing nothing, if the invitation is not open, or beyond the daily limit.
 */
export async function prepareInvitationMail(
  ctx: Pick<Context, 'db' | 'clock'>,
  invitationId: number,
): Promise<InvitationMail | undefined> {
  const { token, tokenHash } = newToken()
  const mail = await ctx.db.transaction((tx) =>
    prepare(tx, { invitationId, tokenHash }, ctx.clock.now()),
  )
  return mail && { ...mail, token, tokenHash }
}

async function prepare(
  tx: Queries,
  { invitationId, tokenHash }: { invitationId: number; tokenHash: string },
  now: Date,
) {
  const found = await findToMail(tx, invitationId, now)
  if (found === undefined || !email.safeParse(found.email).success) return undefined
  await withAdvisoryLock(tx, `links-to:${found.email.toLowerCase()}`)
  const aDayAgo = new Date(now.getTime() - DAY)
  if ((await countSentTo(tx, found, aDayAgo)) > MAILS_A_DAY) return undefined
  const hasAccount = found.isProven && found.password !== null && isHash(found.password)
  if (!hasAccount) {
    const life = new Date(now.getTime() + WELCOME_LINK_DAYS * DAY)
    const expiresAt = found.expiresAt < life ? found.expiresAt : life
    await issueLink(tx, { tokenHash, invitationId, createdAt: now, expiresAt })
  }
  const { email: address, golferId, groupName, inviterName } = found
  return { email: address, golferId, groupName, inviterName, hasAccount }
}
