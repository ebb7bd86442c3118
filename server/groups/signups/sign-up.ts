import { DEFAULT_TIME_ZONE, WELCOME_LINK_DAYS } from '../../../contract/limits.ts'
import type { Signup } from '../../../contract/signups.ts'
import type { Context } from '../../context.ts'
import { sendWelcomeLink } from '../../identity/index.ts'
import { type Queries, retryConflicts } from '../../platform/database/database.ts'
import { withConstantTime } from '../../platform/passwords.ts'
import { lockSlug } from '../lock-slug.ts'
import { insertSignup } from './store.ts'

const DAY = 86_400_000

/** The response to every signup, whether or not the address has an account. */
export const LINK_SENT = 'Check your email: the link in it starts your group.'

/**
 * Signs up a group, on a trial until it is paid for. Since anybody can type any address, the group waits
 * until its emailed link is opened. Until then there is no account and no group, and the name and phone
 * that were typed are not kept, because they may be a stranger's. The slug is reserved meanwhile. Returns
 * the signup's id, which visitors never see.
 * @throws AppError SLUG_TAKEN
 */
export async function signUp(
  ctx: Context,
  kind: 'trial' | 'purchase',
  form: Signup,
): Promise<number> {
  return withConstantTime(
    retryConflicts(() => ctx.db.transaction((tx) => store(ctx, tx, kind, form))),
  )
}

async function store(
  { clock }: Context,
  tx: Queries,
  kind: 'trial' | 'purchase',
  { groupName, slug, description, timeZone = DEFAULT_TIME_ZONE, adminEmail: email }: Signup,
): Promise<number> {
  await lockSlug({ db: tx, clock }, slug)
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + WELCOME_LINK_DAYS * DAY)
  const signupId = await insertSignup(tx, {
    kind,
    email,
    groupName,
    slug,
    description: description || null,
    timeZone,
    createdAt,
    expiresAt,
  })
  await sendWelcomeLink(tx, { reason: 'start-group', signupId })
  return signupId
}
