import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { type GroupOwner, type GroupOwnerOrAdmin, requireSubscription } from '../access.ts'
import { recordInGroup } from '../store.ts'
import { changeLink, insertLink, listLinks } from './store.ts'

const MAX_LINKS = 10

export function listInviteLinks({ db, clock }: Context, scope: GroupOwnerOrAdmin) {
  return listLinks(db, scope, clock.now())
}

async function readLink(ctx: Context, scope: GroupOwnerOrAdmin, idOrToken: number | string) {
  const links = await listInviteLinks(ctx, scope)
  const link = links.find(({ id, token }) => id === idOrToken || token === idOrToken)
  // Another admin may have just revoked the link.
  if (link === undefined) throw notFound('invite link')
  return link
}

/** @throws AppError SUBSCRIPTION_REQUIRED; NOT_ELIGIBLE if the group has the maximum number of links */
export async function createInviteLink(ctx: Context, scope: GroupOwnerOrAdmin) {
  const now = ctx.clock.now()
  requireSubscription(scope, now, 'invite golfers')
  const token = randomBytes(24).toString('base64url')
  await inTransaction(ctx.db, async (tx) => {
    // Two concurrent requests may both pass this check. One link too many does no harm.
    if ((await listLinks(tx, scope, now)).length >= MAX_LINKS) {
      throw new AppError(
        'NOT_ELIGIBLE',
        `This group already has ${MAX_LINKS} invite links. Share one of them, or turn one off first.`,
      )
    }
    await insertLink(tx, scope, token, now)
    await recordInGroup(ctx, tx, scope, 'invite-link-created')
  })
  return readLink(ctx, scope, token)
}

export async function changeInviteLink(
  ctx: Context,
  scope: GroupOwner,
  linkId: number,
  joinsWithoutApproval: boolean,
) {
  await inTransaction(ctx.db, async (tx) => {
    await changeLink(tx, scope, linkId, { joinsWithoutApproval }, ctx.clock.now())
    const detail = joinsWithoutApproval ? 'golfers join right away' : 'golfers ask to join'
    await recordInGroup(ctx, tx, scope, 'invite-link-changed', { detail })
  })
  return readLink(ctx, scope, linkId)
}

export async function revokeInviteLink(ctx: Context, scope: GroupOwnerOrAdmin, linkId: number) {
  await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    await changeLink(tx, scope, linkId, { revokedAt: now }, now)
    await recordInGroup(ctx, tx, scope, 'invite-link-revoked')
  })
  return { message: 'The invite link no longer works.' }
}
