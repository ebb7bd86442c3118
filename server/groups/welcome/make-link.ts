import { email as emailSchema } from '../../../contract/fields.ts'
import { RESET_LINK_MINUTES, WELCOME_LINK_DAYS } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { type LinkToSend, lockAccount, newToken, storeLink } from '../../identity/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import { type Queries, takeAdvisoryLock } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'
import { isHash } from '../../platform/passwords.ts'
import { countInvitationsSentTo, findInvitationToMail } from '../invitations/store.ts'
import * as store from './store.ts'

const LINK_LIFE_MS = WELCOME_LINK_DAYS * DAY_MS
const RESET_LIFE_MS = RESET_LINK_MINUTES * MINUTE_MS

/** The limits for one address, since anybody can request links for any address. */
const PASSWORD_LINKS_AN_HOUR = 3
const SIGNUP_LINKS_AT_A_TIME = 5
/** To one address, from all groups together. */
const INVITATIONS_A_DAY = 5

/**
 * Creates and stores a link that signs in anyone who uses it. Earlier links stay valid, except that a new
 * link for a forgotten password replaces the previous one. Returns undefined and stores nothing if the golfer
 * was deleted, the signup is no longer pending, the address is invalid, or a limit is reached.
 */
export async function makeLink(ctx: Pick<Context, 'db' | 'clock'>, link: LinkToSend) {
  const { token, tokenHash } = newToken()
  const now = ctx.clock.now()
  return ctx.db.transaction(async (tx) => {
    const recipient =
      link.reason === 'start-group'
        ? await makeSignupLink(tx, link.signupId, tokenHash, now)
        : await makeGolferLink(tx, link, tokenHash, now)
    return recipient && { ...recipient, token, tokenHash }
  })
}

async function makeSignupLink(tx: Queries, signupId: number, tokenHash: string, now: Date) {
  const signup = await store.findSignup(tx, signupId, now)
  if (signup === undefined || !emailSchema.safeParse(signup.email).success) return undefined
  // Make links for an address one at a time. The lock is advisory, as the address might have no row.
  await takeAdvisoryLock(tx, `links-to:${signup.email.toLowerCase()}`)
  const validLinkCount = await store.countValidSignupLinks(tx, signup.email, now)
  if (validLinkCount >= SIGNUP_LINKS_AT_A_TIME) return undefined
  // An expired signup is found only if it has a payment. Then its link gets a new expiry.
  const expiresAt =
    signup.expiresAt > now ? signup.expiresAt : new Date(now.getTime() + LINK_LIFE_MS)
  await storeLink(tx, { tokenHash, signupId, createdAt: now, expiresAt })
  return signup
}

async function makeGolferLink(
  tx: Queries,
  { golferId, reason }: Extract<LinkToSend, { golferId: number }>,
  tokenHash: string,
  now: Date,
) {
  const golfer = await lockAccount(tx, golferId)
  if (golfer === undefined || !emailSchema.safeParse(golfer.email).success) return undefined
  const anHourAgo = new Date(now.getTime() - HOUR_MS)
  const recentLinkCount = await store.countPasswordLinks(tx, golferId, anHourAgo)
  if (recentLinkCount >= PASSWORD_LINKS_AN_HOUR) return undefined
  const isReset = reason === 'forgot-password'
  if (isReset) await store.expireResetLinks(tx, golferId, now)
  const expiresAt = new Date(now.getTime() + (isReset ? RESET_LIFE_MS : LINK_LIFE_MS))
  await storeLink(tx, { tokenHash, golferId, isReset, createdAt: now, expiresAt })
  const group = reason === 'new-account' ? await store.findFirstGroup(tx, golferId) : undefined
  return { email: golfer.email, golferId, groupName: group?.name ?? null }
}

/**
 * Prepares the email of an invitation. If the address has no account that can sign in, stores a link that
 * sets one up. Returns undefined if the invitation is no longer open or the daily limit is reached.
 */
export async function prepareInvitationMail({ db, clock }: Context, invitationId: number) {
  const { token, tokenHash } = newToken()
  return db.transaction(async (tx) => {
    const now = clock.now()
    const invitation = await findInvitationToMail(tx, invitationId, now)
    if (invitation === undefined || !emailSchema.safeParse(invitation.email).success)
      return undefined
    await takeAdvisoryLock(tx, `links-to:${invitation.email.toLowerCase()}`)
    const aDayAgo = new Date(now.getTime() - DAY_MS)
    if ((await countInvitationsSentTo(tx, invitation, aDayAgo)) > INVITATIONS_A_DAY)
      return undefined
    const hasAccount =
      invitation.isProven && invitation.password !== null && isHash(invitation.password)
    if (!hasAccount) {
      const expiresAt = new Date(
        Math.min(invitation.expiresAt.getTime(), now.getTime() + LINK_LIFE_MS),
      )
      await storeLink(tx, { tokenHash, invitationId, createdAt: now, expiresAt })
    }
    const { email: address, golferId, groupName, inviterName } = invitation
    return { email: address, golferId, groupName, inviterName, hasAccount, token, tokenHash }
  })
}

// Jobs look up the addresses, so responses and their timing do not reveal whether an address has an account.

export function sendInvitation(tx: Queries, invitationId: number): Promise<void> {
  return addJob(tx, 'mail_invitation', { invitationId })
}

export async function requestLink({ db }: Context, email: string) {
  const key = `forgot_password:${email.toLowerCase()}`
  await addJob(db, 'forgot_password', { email }, { key })
  return { message: 'If this address has an account, a link to set a new password is on its way.' }
}
