import { hash } from 'node:crypto'
import type { User } from '../../contract/sessions.ts'
import type { Context } from '../context.ts'
import { HOUR_MS } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError, notSignedIn } from '../platform/errors.ts'
import type { AccessRule } from '../platform/http/register-route.ts'
import { type FoundSession, findSession, touchSession } from './sessions/store.ts'

declare const proven: unique symbol

type HolderRow = FoundSession['holder']

/** The golfer of a valid session. */
export interface SessionHolder
  extends Readonly<Omit<HolderRow, 'lastSeenAt' | 'signInCodeAt' | 'codeUsed'>> {
  readonly [proven]: 'SessionHolder' | 'SuperAdmin'
  readonly signInCode: User['signInCode']
}

export interface SuperAdmin extends SessionHolder {
  readonly [proven]: 'SuperAdmin'
  readonly isSuperAdmin: true
}

export type Golfer = Pick<SessionHolder, 'golferId' | 'isSuperAdmin'>

export function hashOf(secret: string): string {
  return hash('sha256', secret)
}

/** The parameters of the query that finds a valid session. `id` is the hash of the session id. */
export interface SessionKey {
  readonly id: string
  readonly now: Date
}

/** `resource` is what the query loaded in addition to the session, such as a group. */
export interface HolderWithResource<Resource> extends SessionHolder {
  readonly resource: Resource | null | undefined
}

/** The query that finds the session can also load a resource. This saves a round trip. */
type FindSession<Resource> = (
  db: Database,
  session: SessionKey,
) => Promise<(FoundSession & { resource?: Resource | null }) | undefined>

/**
 * Finds the golfer of a session. `bearer` is the session id.
 * @throws AppError UNAUTHENTICATED without a valid session; SIGN_IN_CODE_FIRST for a super admin who has to
 * set up or enter a sign-in code
 */
export async function authenticate<Resource>(
  ctx: Context,
  bearer?: string,
  find?: FindSession<Resource>,
) {
  const holder = await authenticateWithoutCodeCheck(ctx, bearer, find)
  const refusal = holder.signInCode && CODE_FIRST_MESSAGES[holder.signInCode]
  if (refusal !== undefined) throw new AppError('SIGN_IN_CODE_FIRST', refusal)
  return holder
}

const CODE_FIRST_MESSAGES: Partial<Record<NonNullable<User['signInCode']>, string>> = {
  enter: 'Enter your sign-in code first.',
  'set-up': 'Set up a sign-in code first. Super admins need one to continue.',
}

async function authenticateWithoutCodeCheck<Resource>(
  ctx: Context,
  bearer: string | undefined,
  find: FindSession<Resource> = findSession,
): Promise<HolderWithResource<Resource>> {
  const now = ctx.clock.now()
  const key = bearer && { id: hashOf(bearer), now }
  const row = key ? await find(ctx.db, key) : undefined
  if (row === undefined) throw notSignedIn()
  const { lastSeenAt, signInCodeAt, codeUsed, ...holder } = row.holder
  if (now.getTime() - lastSeenAt.getTime() > HOUR_MS) {
    await touchSession(ctx.db, holder.sessionId, now)
  }
  const signInCode = signInCodeStatusOf(ctx, row.holder)
  return { ...holder, signInCode, resource: row.resource } as HolderWithResource<Resource>
}

function signInCodeStatusOf({ config }: Context, holder: HolderRow): SessionHolder['signInCode'] {
  if (!holder.isSuperAdmin) return undefined
  if (holder.signInCodeAt !== null) return holder.codeUsed ? 'on' : 'enter'
  return config.isProduction ? 'set-up' : 'off'
}

export const anyone: AccessRule<undefined, undefined, unknown> = {
  name: 'anyone',
  isPublic: true,
  identify: async () => undefined,
  authorize: async () => undefined,
}

/** Allows anyone with the link whose token is in the URL. `authorize` refuses invalid tokens. */
export function byToken<AccessObject>(
  name: string,
  authorize: (token: string) => Promise<AccessObject>,
): AccessRule<undefined, AccessObject, { params: { token: string } }> {
  return { ...anyone, name, authorize: (_, { params }) => authorize(params.token) }
}

type AccessRuleFor<Holder, AccessObject = Holder> = AccessRule<Holder, AccessObject, unknown>

/** Refuses a request whose session has ended, but not one without a session. */
export function anyoneOrSignedIn(ctx: Context): AccessRuleFor<SessionHolder | undefined> {
  return {
    name: 'anyone, signed in or not',
    isPublic: true,
    identify: async (bearer) => (bearer === undefined ? undefined : authenticate(ctx, bearer)),
    authorize: async (holder) => holder,
  }
}

/** Also allows super admins who still have to set up or enter a sign-in code. */
export function signedInWithoutCodeCheck(ctx: Context): AccessRuleFor<SessionHolder> {
  return {
    name: 'any signed-in golfer, even before entering a sign-in code',
    identify: (bearer) => authenticateWithoutCodeCheck(ctx, bearer),
    authorize: async (holder) => holder,
  }
}

export function signedIn(ctx: Context): AccessRuleFor<SessionHolder> {
  return {
    name: 'any signed-in golfer',
    identify: (bearer) => authenticate(ctx, bearer),
    authorize: async (holder) => holder,
  }
}

export function superAdmin(ctx: Context): AccessRuleFor<SessionHolder, SuperAdmin> {
  return {
    name: 'super admins',
    identify: (bearer) => authenticate(ctx, bearer),
    async authorize(holder) {
      if (!isSuperAdmin(holder)) throw new AppError('FORBIDDEN', 'Only super admins can do this.')
      return holder
    },
  }
}

const isSuperAdmin = (holder: SessionHolder): holder is SuperAdmin => holder.isSuperAdmin

/** A super admin, even one who has not set up or entered a sign-in code yet. */
export interface UncheckedSuperAdmin
  extends Pick<SessionHolder, 'sessionId' | 'golferId' | 'email' | 'signInCode'> {
  readonly [proven]: 'UncheckedSuperAdmin'
}

export function superAdminWithoutCodeCheck(
  ctx: Context,
): AccessRuleFor<SessionHolder, UncheckedSuperAdmin> {
  return {
    name: 'super admins, even before entering a sign-in code',
    identify: (bearer) => authenticateWithoutCodeCheck(ctx, bearer),
    async authorize({ sessionId, golferId, email, isSuperAdmin, signInCode }) {
      if (!isSuperAdmin) throw new AppError('FORBIDDEN', 'Sign-in codes are for super admins.')
      return { sessionId, golferId, email, signInCode } as UncheckedSuperAdmin
    },
  }
}
