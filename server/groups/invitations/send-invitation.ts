import { email } from '../../../contract/fields.ts'
import { WELCOME_LINK_DAYS } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { newToken, storeLink } from '../../identity/index.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { type Queries, takeAdvisoryLock } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'
import { isHash } from '../../platform/passwords.ts'
import { countInvitationsSentTo, findInvitationToMail } from './store.ts'

/** The job looks the address up, so the response and its timing do not reveal whether it has an account. */
export function sendInvitation(tx: Queries, invitationId: number) {
  return addJob(tx, 'mail_invitation', { invitationId })
}

/** The most invitation emails that one address gets in 24 hours, from all groups. */
const MAILS_A_DAY = 5

/**
 * Prepares the email of an invitation. If the address has no account that can sign in (`hasAccount`), stores
 * a link that sets one up. Returns undefined and stores nothing if the invitation is no longer open or the
 * daily limit is reached.
 */
export async function prepareInvitationMail({ db, clock }: Context, invitationId: number) {
  const { token, tokenHash } = newToken()
  return db.transaction(async (tx) => {
    const now = clock.now()
    const found = await findInvitationToMail(tx, invitationId, now)
    if (found === undefined || !email.safeParse(found.email).success) return undefined
    await takeAdvisoryLock(tx, `links-to:${found.email.toLowerCase()}`)
    const aDayAgo = new Date(now.getTime() - DAY_MS)
    if ((await countInvitationsSentTo(tx, found, aDayAgo)) > MAILS_A_DAY) return undefined
    const hasAccount = found.isProven && found.password !== null && isHash(found.password)
    if (!hasAccount) {
      const latestEnd = new Date(now.getTime() + WELCOME_LINK_DAYS * DAY_MS)
      const expiresAt = found.expiresAt < latestEnd ? found.expiresAt : latestEnd
      await storeLink(tx, { tokenHash, invitationId, createdAt: now, expiresAt })
    }
    const { email: address, golferId, groupName, inviterName } = found
    return { email: address, golferId, groupName, inviterName, hasAccount, token, tokenHash }
  })
}
