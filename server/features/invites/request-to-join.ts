import type * as z from 'zod/mini'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { type requestToJoin as ask, joinRequestForm } from '../../../contract/invites.ts'
import type { Context } from '../../context.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { AppError } from '../../platform/errors.ts'
import type { SessionHolder } from '../sessions/gate.ts'
import {
  countOpenRequests,
  findInvite,
  type Invite,
  insertRequest,
  isMembersAddress,
  lockAccount,
} from './store.ts'

const MOST_OPEN_REQUESTS = 100

/**
 * What an invite link leads to.
 * @throws AppError LINK_INVALID when it is unknown, expired, revoked, or its group is switched off
 */
export async function readInvite(ctx: Context, token: string): Promise<Invite> {
  const invite = await findInvite(ctx.db, token, ctx.clock.now())
  if (invite === undefined) {
    throw new AppError(
      'LINK_INVALID',
      "This invite link doesn't work any more. Ask the group's owner for a new one.",
    )
  }
  return invite
}

/**
 * Asks to join the group of a link: a golfer with the account's data, a visitor with what the form
 * says. A visitor's answer tells nothing of the address: whether it has an account, belongs to a member
 * or has asked already.
 * @throws AppError INVALID_INPUT with the visitor's missing fields; LINK_INVALID; NOT_ELIGIBLE when as
 * many wait as may; UNAUTHENTICATED when the account has just been deleted
 */
export async function requestToJoin(
  ctx: Context,
  holder: SessionHolder | undefined,
  token: string,
  form: BodyOf<typeof ask>,
): Promise<'requested' | 'member'> {
  const who = holder ?? visitorOf(form)
  const invite = await readInvite(ctx, token)
  return retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      // The account first, as in accepting and in deleting it: the order of locks.
      if (holder !== undefined && !(await lockAccount(tx, holder))) {
        throw new AppError('UNAUTHENTICATED', 'Please sign in to continue.')
      }
      if (await isMembersAddress(tx, invite, who.email)) {
        return holder === undefined ? 'requested' : 'member'
      }
      // Counted before it is known whether this address waits already, which a visitor is not told.
      if ((await countOpenRequests(tx, invite)) >= MOST_OPEN_REQUESTS) {
        throw new AppError(
          'NOT_ELIGIBLE',
          'Too many golfers are waiting to join this group. Ask its owner to look at the requests.',
        )
      }
      const { name, email, phone } = who
      await insertRequest(tx, invite, {
        golferId: holder?.golferId ?? null,
        name,
        email,
        phone,
        createdAt: ctx.clock.now(),
      })
      return 'requested'
    }),
  )
}

/** What is missing is told in the words for what is empty. */
function visitorOf(form: BodyOf<typeof ask>): z.output<typeof joinRequestForm> {
  const parsed = joinRequestForm.safeParse({ name: '', email: '', phone: '', ...form })
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) fields[String(path[0])] ??= message
  const [first = 'Invalid'] = Object.values(fields)
  throw new AppError('INVALID_INPUT', first, { fields })
}
