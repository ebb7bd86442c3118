import { DEFAULT_TIME_ZONE, WELCOME_LINK_DAYS } from '../../../contract/limits.ts'
import type { Signup } from '../../../contract/signups.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { inEvenTime } from '../../platform/even-time.ts'
import { findOrRegister } from '../golfers/find-or-register.ts'
import { holdSlug } from '../groups/hold-slug.ts'
import { startTrial } from '../groups/start-trial.ts'
import { sendWelcomeLink } from '../welcome/send-link.ts'
import { insertSignup } from './store.ts'

const DAY = 86_400_000

/** What whoever signed a group up is told, whether or not the address has an account. */
export const LINK_SENT = 'Check your email: the link in it starts your group.'

/**
 * Signs a group up, on a trial until it is paid for. A new address gets an account and the group at
 * once. With an address that has an account, nothing of it changes, and the group waits until the
 * account's golfer opens the link: anybody may type anybody's address. Neither the answer nor the slug
 * tells the two apart, so the slug is held even where no more mail is sent. Answers whose account it is,
 * which no visitor is told.
 * @throws AppError SLUG_TAKEN
 */
export async function signUp(
  ctx: Context,
  kind: 'trial' | 'purchase',
  form: Signup,
): Promise<number> {
  return inEvenTime(retryConflicts(() => store(ctx, kind, form)))
}

async function store(
  ctx: Context,
  kind: 'trial' | 'purchase',
  { groupName, slug, description, timeZone = DEFAULT_TIME_ZONE, ...admin }: Signup,
): Promise<number> {
  const group = { slug, description: description || null, timeZone }
  return ctx.db.transaction(async (tx) => {
    await holdSlug({ db: tx, clock: ctx.clock }, slug)
    const { golferId, isNew } = await findOrRegister(tx, {
      name: admin.adminName,
      email: admin.adminEmail,
      phone: admin.adminPhone,
    })
    if (isNew) await startTrial(ctx, tx, { ...group, name: groupName, ownerId: golferId })
    else await letWait(ctx, tx, { ...group, kind, groupName, golferId })
    return golferId
  })
}

async function letWait(
  { clock }: Context,
  tx: Queries,
  signup: Omit<Parameters<typeof insertSignup>[1], 'createdAt' | 'expiresAt'>,
): Promise<void> {
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + WELCOME_LINK_DAYS * DAY)
  const signupId = await insertSignup(tx, { ...signup, createdAt, expiresAt })
  await sendWelcomeLink(tx, { golferId: signup.golferId, reason: 'start-group', signupId })
}
