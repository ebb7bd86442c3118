import type { WelcomeLink } from '../../../contract/welcome.ts'
import type { Context } from '../../context.ts'
import { logAuthEvent } from '../../platform/auth-events.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { invalidField } from '../../platform/errors.ts'
import { hashPassword, isHash } from '../../platform/passwords.ts'
import { recordAction } from '../audit/record-action.ts'
import { refuseGuessablePassword } from '../sessions/refuse-guessable-password.ts'
import { setPassword } from '../sessions/set-password.ts'
import { openSession } from '../sessions/start-session.ts'
import { makeDeviceKey } from '../sign-in-delays/know-device.ts'
import { startWaitingGroup } from '../signups/start-group.ts'
import { type LinkReader, linkInvalid } from './gate.ts'
import { deleteExpiredLinks, findFirstGroup, proveEmail, takeLink } from './store.ts'

/** What a link is for. It stays unused, since mail scanners open links too. */
export async function readLink(ctx: Context, reader: LinkReader): Promise<WelcomeLink> {
  const { name, email, purpose, waitingGroup, startedGroup } = reader
  const groupName =
    waitingGroup ?? startedGroup ?? (await findFirstGroup(ctx.db, reader))?.name ?? null
  return { name, email, purpose, groupName }
}

interface LetIn {
  readonly sessionId: string
  readonly device: string
  readonly slug: string | null
}

/**
 * Uses a link: sets the password of an account that asked for it or has none, starts the group that
 * waits, signs the golfer in. Answers the session id and where to go.
 * @throws AppError INVALID_INPUT without a password to set, or for one that is easy to guess;
 * LINK_INVALID when it was used meanwhile; SLUG_TAKEN; NOT_ELIGIBLE for who owns enough groups
 */
export async function useLink(
  ctx: Context,
  reader: LinkReader,
  password: string | undefined,
  userAgent: string | undefined,
): Promise<LetIn> {
  const hash = await hashFor(ctx, reader, password)
  const { setsPassword, ...started } = await retryConflicts(() =>
    ctx.db.transaction((tx) => letIn(ctx, tx, reader, hash, userAgent)),
  )
  const { golferId } = reader
  if (setsPassword) logAuthEvent(ctx.log, 'auth.password_reset', { golferId, by: 'link' })
  logAuthEvent(ctx.log, 'auth.login_succeeded', { golferId, by: 'link' })
  return started
}

async function letIn(
  ctx: Context,
  tx: Queries,
  reader: LinkReader,
  hash: string | undefined,
  userAgent: string | undefined,
): Promise<LetIn & { setsPassword: boolean }> {
  const { clock } = ctx
  const golfer = await takeLink(tx, reader, clock.now())
  if (golfer === undefined) throw linkInvalid()
  await proveEmail(tx, reader, clock.now())
  const { golferId, isSuperAdmin, signupId, startedSlug } = golfer
  const isOfGroup = signupId !== null || startedSlug !== null
  // Looked at once more: another link may just have given the account its password.
  const setsPassword = hash !== undefined && (!isOfGroup || !isHash(golfer.password))
  if (setsPassword) await setPassword(tx, golferId, hash)
  const started =
    signupId === null ? undefined : await startWaitingGroup(ctx, tx, signupId, golferId)
  const verified = setsPassword ? hash : golfer.password
  const sessionId = await openSession(
    { db: tx, clock },
    // The link stands in for the password alone.
    { golferId, isSuperAdmin, verified, codeUsed: false },
    userAgent,
  )
  if (sessionId === undefined) throw linkInvalid()
  if (isSuperAdmin) {
    const entry = { actorId: golferId, action: 'super-admin-signed-in', golferId } as const
    await recordAction(ctx, tx, { ...entry, detail: 'by a link' })
  }
  return {
    sessionId,
    device: await makeDeviceKey(tx, { golferId, password: verified }),
    setsPassword,
    slug: started ?? startedSlug ?? (await findFirstGroup(tx, reader))?.slug ?? null,
  }
}

async function hashFor(
  ctx: Context,
  reader: LinkReader,
  password: string | undefined,
): Promise<string | undefined> {
  if (reader.purpose !== 'set-password') return undefined
  if (password === undefined) {
    throw invalidField('password', 'Password must be at least 6 characters')
  }
  const groupNames = [reader.waitingGroup, reader.startedGroup].filter((name) => name !== null)
  await refuseGuessablePassword(ctx.db, reader, 'password', password, groupNames)
  return hashPassword(password)
}

/** Forgets links that have expired. For the nightly job; answers how many. */
export function forgetLinks(ctx: Context): Promise<number> {
  return deleteExpiredLinks(ctx.db, ctx.clock.now())
}
