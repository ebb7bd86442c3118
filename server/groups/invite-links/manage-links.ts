import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { type GroupOwner, type GroupOwnerOrAdmin, requireSubscription } from '../access.ts'
import { recordInGroup } from '../store.ts'
import { changeLink, insertLink, listLinks } from './store.ts'

const MAX_LINKS = 10

export function listInviteLinks({ db, clock }: Context, access: GroupOwnerOrAdmin) {
  return listLinks(db, access, clock.now())
}

async function readLink(ctx: Context, access: GroupOwnerOrAdmin, idOrToken: number | string) {
  const links = await listInviteLinks(ctx, access)
  const link = links.find(({ id, token }) => id === idOrToken || token === idOrToken)
  // Another admin may have just revoked the link.
  if (link === undefined) throw notFound('invite link')
  return link
}

/** @throws AppError SUBSCRIPTION_REQUIRED; NOT_ELIGIBLE if the group has the maximum number of links */
export async function createInviteLink(ctx: Context, access: GroupOwnerOrAdmin) {
  const now = ctx.clock.now()
  requireSubscription(access, now, 'invite golfers')
  const token = randomBytes(24).toString('base64url')
  await inTransaction(ctx.db, async (tx) => {
    // Two concurrent requests may both pass this check. One link too many does no harm.
    if ((await listLinks(tx, access, now)).length >= MAX_LINKS) {
      throw new AppError(
        'NOT_ELIGIBLE',
        `This group already has ${MAX_LINKS} invite links. Share one of them, or turn one off first.`,
      )
    }
    await insertLink(tx, access, token, now)
    await recordInGroup(ctx, tx, access, 'invite-link-created')
  })
  return readLink(ctx, access, token)
}

export async function changeInviteLink(
  ctx: Context,
  access: GroupOwner,
  linkId: number,
  joinsWithoutApproval: boolean,
) {
  await inTransaction(ctx.db, async (tx) => {
    await changeLink(tx, access, linkId, { joinsWithoutApproval }, ctx.clock.now())
    const detail = joinsWithoutApproval ? 'golfers join right away' : 'golfers ask to join'
    await recordInGroup(ctx, tx, access, 'invite-link-changed', { detail })
  })
  return readLink(ctx, access, linkId)
}

export async function revokeInviteLink(ctx: Context, access: GroupOwnerOrAdmin, linkId: number) {
  await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    await changeLink(tx, access, linkId, { revokedAt: now }, now)
    await recordInGroup(ctx, tx, access, 'invite-link-revoked')
  })
  return { message: 'The invite link no longer works.' }
}
