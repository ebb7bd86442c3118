import type { BodyOf, ResponseOf } from '../../../contract/endpoint.ts'
import { isUnpaid } from '../../../contract/groups.ts'
import { MIN_NAME_LENGTH, MIN_PASSWORD_LENGTH } from '../../../contract/limits.ts'
import type { redeemWelcomeLink, WelcomeLink } from '../../../contract/welcome.ts'
import type { Context } from '../../context.ts'
import {
  grantConsent,
  insertGolfer,
  lockAccount,
  makeDeviceKey,
  openSession,
  refuseGuessablePassword,
  renameGolfer,
  setConfirmedPhone,
  setPassword,
} from '../../identity/index.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import { logAuthEvent } from '../../platform/log.ts'
import { hashPassword, isHash } from '../../platform/passwords.ts'
import { runHooks } from '../../ports.ts'
import {
  acceptInvitationInTransaction,
  declineInvitationInTransaction,
} from '../invitations/answer-invitation.ts'
import { startGroup } from '../sign-up.ts'
import { type LinkHolder, linkInvalidError } from './access.ts'
import { consumeLink, findFirstGroup, proveEmail } from './store.ts'

type Form = BodyOf<typeof redeemWelcomeLink>
type TextsOutcome = ResponseOf<typeof redeemWelcomeLink>['texts']
type Link = NonNullable<Awaited<ReturnType<typeof consumeLink>>>

/** Returns what a link is for. Does not use it up, since mail scanners open links too. */
export async function readLink(ctx: Context, holder: LinkHolder): Promise<WelcomeLink> {
  const { golferId, name, email, purpose, invitation, inviterName } = holder
  const groupName =
    holder.groupName ??
    (golferId === null ? undefined : await findFirstGroup(ctx.db, golferId))?.name ??
    null
  // If there is no account, suggest what the inviter typed, but not what a visitor of an invite link typed.
  const suggestion = golferId === null && invitation?.typedByInviter ? invitation : holder
  const isNew = purpose === 'new-account'
  return {
    name,
    email,
    purpose,
    groupName,
    inviterName,
    isInvitation: invitation !== null,
    suggestedName: (isNew && suggestion.name) || null,
    suggestedPhone: (isNew && suggestion.phone) || null,
    nameRequired: golferId === null,
    nextOpen: isNew ? await findNextOpen(ctx, holder) : null,
  }
}

async function findNextOpen(ctx: Context, { invitingGroup }: LinkHolder) {
  const now = ctx.clock.now()
  if (invitingGroup === null || isUnpaid(invitingGroup, now)) return null
  const [next] = await runHooks(ctx.groupHooks, (hooks) =>
    hooks.findNextOpen?.(ctx.db, invitingGroup.id, now),
  )
  return next ?? null
}

/**
 * Uses a link, and signs the golfer in. Creates an account if the address has none. Sets the password if the
 * link is for that, or if the account has none. Starts the group of a signup, or accepts an invitation.
 * Ignores the name and phone if the account already had a password.
 * @throws AppError INVALID_INPUT if a required field is missing or the password is easy to guess;
 * LINK_INVALID if the link was just used; SLUG_TAKEN; NOT_ELIGIBLE beyond the limit on owned groups
 */
export async function useLink(ctx: Context, holder: LinkHolder, form: Form, userAgent?: string) {
  const { clock } = ctx
  const hash = await checkFormAndHashPassword(ctx, holder, form)
  const { golferId, setsPassword, ...response } = await inTransaction(ctx.db, async (tx) => {
    // Lock the golfer before the link, as account deletion does, to avoid a deadlock.
    let golfer = await lockAccount(tx, holder.golferId ?? holder.email)
    if (golfer === undefined && holder.golferId !== null) throw linkInvalidError()
    const link = await consumeLink(tx, holder, clock.now())
    if (link === undefined) throw linkInvalidError()
    if (golfer === undefined) {
      const { email } = holder
      const { name } = form
      if (name === undefined || hash === undefined) throw linkInvalidError()
      // Does nothing if another link has just created the account. `setUpAccount` stores the other fields.
      await insertGolfer(tx, { name, email, phone: '' })
      golfer = await lockAccount(tx, email)
    }
    if (golfer === undefined) throw linkInvalidError()
    const { id: golferId } = golfer
    const currentHash = await setUpAccount(ctx, tx, { form, hash, link }, golfer)
    await proveEmail(tx, golferId, clock.now())
    const isNew = holder.purpose === 'new-account' && currentHash === hash
    const texts = isNew && form.textsAgreed ? await agreeToTexts(ctx, tx, golferId) : null
    const slug = await enterGroup(ctx, tx, link, golferId)
    const account = { ...golfer, password: currentHash }
    // The link counts as the password, but not as the sign-in code.
    const caller = { userAgent, codeUsed: false, detail: 'with an emailed link' }
    const sessionId = await openSession({ db: tx, clock }, account, caller)
    if (sessionId === undefined) throw linkInvalidError()
    const device = await makeDeviceKey(tx, account)
    return { sessionId, device, slug, texts, golferId, setsPassword: currentHash === hash }
  })
  if (setsPassword) logAuthEvent(ctx.log, 'auth.password_reset', { golferId, by: 'link' })
  logAuthEvent(ctx.log, 'auth.login_succeeded', { golferId, by: 'link' })
  return response
}

/** @throws AppError NOT_ELIGIBLE for a link without an invitation; NOT_FOUND if it was just answered */
export async function declineLink(ctx: Context, holder: LinkHolder) {
  const { invitation } = holder
  if (invitation === null) {
    throw new AppError('NOT_ELIGIBLE', "There's no invitation to decline.")
  }
  return inTransaction(ctx.db, (tx) =>
    declineInvitationInTransaction(ctx, tx, holder, invitation.id),
  )
}

/** Sets the password; if it is the account's first, also the name and phone. Returns the password's hash. */
async function setUpAccount(
  ctx: Context,
  tx: Queries,
  { form, hash, link }: { form: Form; hash: string | undefined; link: Link },
  { id: golferId, password }: { id: number; password: string },
) {
  // A link for a group never replaces a password, not even one that another link has just set.
  const hasPassword = isHash(password)
  const isGroupLink =
    link.signupId !== null || link.invitationId !== null || link.startedSlug !== null
  if (hash === undefined || (isGroupLink && hasPassword)) return password
  await setPassword(tx, golferId, hash)
  if (hasPassword) return hash
  if (form.name !== undefined) await renameGolfer(ctx, tx, golferId, form.name)
  if (form.phone !== undefined) await setConfirmedPhone(tx, golferId, form.phone, ctx.clock.now())
  return hash
}

/** Starts or joins the group of a link. Returns the slug of the group to open; null if there is none. */
async function enterGroup(ctx: Context, tx: Queries, link: Link, golferId: number) {
  const { signupId, invitationId, startedSlug } = link
  let slug = startedSlug ?? undefined
  if (signupId !== null) slug = await startGroup(ctx, tx, signupId, golferId)
  if (invitationId !== null) {
    slug = (await acceptInvitationInTransaction(ctx, tx, golferId, invitationId))?.slug
  }
  return slug ?? (await findFirstGroup(tx, golferId))?.slug ?? null
}

async function agreeToTexts(ctx: Context, tx: Queries, golferId: number): Promise<TextsOutcome> {
  const result = await grantConsent(ctx, tx, golferId)
  if (result === 'granted') return 'on'
  return result === 'stopped' ? 'start-needed' : 'unreachable'
}

/** Checks the form. Returns the hash of its password; undefined if the link sets none. */
async function checkFormAndHashPassword(ctx: Context, holder: LinkHolder, form: Form) {
  const { password, name, phone, textsAgreed } = form
  const isNew = holder.purpose === 'new-account'
  if (!isNew && holder.purpose !== 'set-password') return undefined
  if (isNew && holder.golferId === null && name === undefined) {
    throw invalidField('name', `Name must be at least ${MIN_NAME_LENGTH} characters`)
  }
  if (isNew && textsAgreed === true && !phone) {
    throw invalidField('phone', 'Enter your phone number to get texts')
  }
  if (password === undefined) {
    throw invalidField('password', `Password must be at least ${MIN_PASSWORD_LENGTH} characters`)
  }
  const words = [holder.groupName, name].filter((word) => word != null)
  await refuseGuessablePassword(ctx, holder, 'password', password, words)
  return hashPassword(password)
}
