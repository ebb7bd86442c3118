import { DEFAULT_TIME_ZONE, WELCOME_LINK_DAYS } from '../../contract/limits.ts'
import type { Signup } from '../../contract/signups.ts'
import type { Context } from '../context.ts'
import { findAccount, sendWelcomeLink, storeLink } from '../identity/index.ts'
import { DAY_MS } from '../platform/clock.ts'
import { inTransaction, type Queries } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import { withConstantTime } from '../platform/passwords.ts'
import { runHooks } from '../ports.ts'
import { slugTakenError, startTrial } from './create-group.ts'
import type { signups } from './schema.ts'
import { deleteSignup, insertSignup, lockSignup, lockSlug } from './store.ts'
import { deleteLinksOfSignup } from './welcome/store.ts'

/**
 * Reserves the slug of a new group, and emails a link that starts the group. Creates no account and stores
 * neither name nor phone, because a stranger may have filled in the form. The response does not depend on
 * whether the address has an account.
 * @throws AppError SLUG_TAKEN
 */
export function signUp(ctx: Context, kind: 'trial' | 'purchase', form: Signup) {
  const { adminEmail: email, groupName, slug, timeZone = DEFAULT_TIME_ZONE } = form
  const group = { groupName, slug, description: form.description || null, timeZone }
  return withConstantTime(
    inTransaction(ctx.db, async (tx) => {
      const createdAt = ctx.clock.now()
      if (!(await lockSlug(tx, slug, createdAt))) throw slugTakenError()
      const expiresAt = new Date(createdAt.getTime() + WELCOME_LINK_DAYS * DAY_MS)
      const signupId = await insertSignup(tx, { kind, email, ...group, createdAt, expiresAt })
      await sendWelcomeLink(tx, { reason: 'start-group', signupId })
      return { message: 'Check your email. Open the link we sent you to start your group.' }
    }),
  )
}

/**
 * Creates the group of a signup, on a trial that begins now, and adds any time that was already paid for.
 * Returns the group's slug; undefined if the signup has expired or was used.
 * @throws AppError SLUG_TAKEN; NOT_ELIGIBLE for a golfer who owns the maximum number of groups
 */
export async function startGroup(ctx: Context, tx: Queries, signupId: number, golferId: number) {
  const signup = await lockSignup(tx, signupId, ctx.clock.now())
  if (signup === undefined) return undefined
  const lockedHooks = await runHooks(ctx.groupHooks, (hooks) =>
    hooks.lockBeforeStart?.(tx, signupId),
  )
  const isPaid = lockedHooks.some((hook) => hook.isPaid)
  await deleteSignup(tx, signupId)
  const { groupId } = await startTrial(ctx, tx, groupPlanOf(signup, golferId), { isPaid })
  const now = ctx.clock.now()
  for (const hook of lockedHooks) await hook.groupStarted({ groupId, golferId }, now)
  return signup.slug
}

function groupPlanOf(signup: typeof signups.$inferSelect, ownerId: number) {
  const { groupName: name, slug, description, timeZone } = signup
  return { name, slug, description, timeZone, ownerId }
}

/**
 * Creates the group of a signup that was paid for, even if the signup has expired or the golfer owns too many
 * groups. Returns undefined if the group cannot be created, or if the address has no account yet. Then
 * only the emailed link can create the group.
 */
export async function startPaidGroup(ctx: Context, tx: Queries, signupId: number) {
  const signup = await lockSignup(tx, signupId)
  if (signup === undefined) return undefined
  const golferId = (await findAccount(tx, signup.email))?.id
  if (golferId === undefined) return undefined
  try {
    // Use a nested transaction, so that a refusal keeps the signup and its links.
    return await tx.transaction(async (nested) => {
      const deletedLinks = await deleteLinksOfSignup(nested, signupId)
      await deleteSignup(nested, signupId)
      const group = groupPlanOf(signup, golferId)
      const { groupId } = await startTrial(ctx, nested, group, { isPaid: true })
      // From now on, the emailed links open the group.
      for (const link of deletedLinks)
        await storeLink(nested, { ...link, signupId: null, golferId, groupId })
      return { groupId, golferId }
    })
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
