import type * as z from 'zod/mini'
import type { BodyOf } from '../../../contract/endpoint.ts'
import {
  type requestToJoin as endpoint,
  joinForm,
  joinRequestForm,
} from '../../../contract/invites.ts'
import type { Context } from '../../context.ts'
import { lockAgainstDeletion, recordAction, type SessionHolder } from '../../identity/index.ts'
import { inTransaction, type Queries, takeAdvisoryLock } from '../../platform/database/database.ts'
import { AppError, notSignedIn } from '../../platform/errors.ts'
import { withConstantTime } from '../../platform/passwords.ts'
import { runHooks } from '../../ports.ts'
import { inviteByLink } from '../invitations/invite-golfer.ts'
import { addMember } from '../members/manage-members.ts'
import { findMember } from '../members/store.ts'
import * as store from './store.ts'

type FoundInviteLink = store.FoundInviteLink

const MAX_OPEN_REQUESTS = 100

const MESSAGES = {
  requested: "Your request is on its way to the group's owner and admins.",
  member: "You're already a member of this group.",
  joined: "You're now a member of this group.",
  invited: 'We sent you an email with a link to join.',
}

const respond = (status: keyof typeof MESSAGES) => ({ message: MESSAGES[status], status })

/** @throws AppError LINK_INVALID if the link is unknown, expired or revoked, or its group is inactive */
export async function readInviteLink({ db, clock }: Context, token: string) {
  const link = await store.findInviteLink(db, token, clock.now())
  if (link === undefined) throw linkInvalidError()
  return link
}

function linkInvalidError(): AppError {
  const message = "This invite link no longer works. Ask the group's owner for a new one."
  return new AppError('LINK_INVALID', message)
}

/**
 * Stores a request to join a group. If the link needs no approval, a signed-in golfer instead joins
 * immediately, and a visitor gets an invitation by email. The response to a visitor does not reveal whether
 * the address has an account, belongs to a member, or has asked before.
 * @throws AppError INVALID_INPUT with the visitor's missing fields; LINK_INVALID; NOT_ELIGIBLE if too many
 * requests are open, or the link now requires approval; UNAUTHENTICATED if the account was just deleted
 */
export async function requestToJoin(
  ctx: Context,
  holder: SessionHolder | undefined,
  token: string,
  form: BodyOf<typeof endpoint>,
) {
  if (holder !== undefined) {
    const link = await readInviteLink(ctx, token)
    return inTransaction(ctx.db, (tx) =>
      link.joinsWithoutApproval
        ? joinWithoutApproval(ctx, tx, link, holder)
        : requestAsGolfer(ctx, tx, link, holder),
    )
  }
  const link = await store.findInviteLink(ctx.db, token, ctx.clock.now())
  // Report an invalid form first, even if the link no longer works.
  const visitor = parseVisitor(form, link?.joinsWithoutApproval ? joinForm : joinRequestForm)
  if (link === undefined) throw linkInvalidError()
  return withConstantTime(inTransaction(ctx.db, (tx) => requestAsVisitor(ctx, tx, link, visitor)))
}

async function joinWithoutApproval(
  ctx: Context,
  tx: Queries,
  link: FoundInviteLink,
  holder: SessionHolder,
) {
  const { groupId, groupName: name } = link
  const { golferId } = holder
  const admission = await addMember(ctx, tx, { groupId, golferId })
  if (admission === 'gone') throw notSignedIn()
  if (admission === 'already') return respond('member')
  // Lock the link after the membership, in the same order as removing a member.
  if (!(await store.lockIfJoinsWithoutApproval(tx, link, ctx.clock.now()))) {
    throw new AppError('NOT_ELIGIBLE', 'This link now requires approval. Ask to join instead.')
  }
  const group = { groupId, name }
  await recordAction(ctx, tx, { actorId: golferId, action: 'member-joined', group, golferId })
  return respond('joined')
}

async function requestAsGolfer(
  ctx: Context,
  tx: Queries,
  link: FoundInviteLink,
  holder: SessionHolder,
) {
  // Lock the account before the request, as accepting a request and deleting an account do.
  if ((await lockAgainstDeletion(tx, holder.golferId)) === undefined) throw notSignedIn()
  const { golferId, name, email, phone } = holder
  const { groupId } = link
  if ((await findMember(tx, groupId, email)) !== undefined) return respond('member')
  await refuseTooManyRequests(tx, link)
  await storeRequest(ctx, tx, { groupId, golferId, name, email, phone })
  return respond('requested')
}

async function requestAsVisitor(
  ctx: Context,
  tx: Queries,
  link: FoundInviteLink,
  visitor: Visitor,
) {
  const mayInvite =
    link.joinsWithoutApproval && (await store.lockIfJoinsWithoutApproval(tx, link, ctx.clock.now()))
  if (mayInvite && (await inviteByLink(ctx, tx, link, visitor))) return respond('invited')
  // Check before looking up the address, so that a refusal reveals nothing about it.
  await refuseTooManyRequests(tx, link)
  const { groupId } = link
  if ((await findMember(tx, groupId, visitor.email)) === undefined) {
    await storeRequest(ctx, tx, { phone: '', ...visitor, groupId, golferId: null })
  }
  return respond('requested')
}

async function storeRequest(ctx: Context, tx: Queries, request: store.NewJoinRequest) {
  const now = ctx.clock.now()
  if (!(await store.insertRequest(tx, request, now))) return
  await runHooks(ctx.groupHooks, (hooks) => hooks.joinRequested?.(tx, request.groupId, now))
}

async function refuseTooManyRequests(tx: Queries, link: FoundInviteLink): Promise<void> {
  // Without this lock, simultaneous requests could exceed the limit.
  await takeAdvisoryLock(tx, `join-requests:${link.groupId}`)
  if ((await store.countListedRequests(tx, link)) >= MAX_OPEN_REQUESTS) {
    throw new AppError(
      'NOT_ELIGIBLE',
      'Too many golfers are waiting to join this group. Ask its owner to review the requests.',
    )
  }
}

type Visitor = z.output<typeof joinForm> | z.output<typeof joinRequestForm>

/** Validates a visitor's form. Missing fields get the same error message as empty fields. */
function parseVisitor(
  form: BodyOf<typeof endpoint>,
  schema: typeof joinForm | typeof joinRequestForm,
) {
  const parsed = schema.safeParse({ name: '', email: '', phone: '', ...form })
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) fields[String(path[0])] ??= message
  const [first = 'Invalid'] = Object.values(fields)
  throw new AppError('INVALID_INPUT', first, { fields })
}
