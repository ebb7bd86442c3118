import type { AnswerOf, BodyOf } from '../../../contract/endpoint.ts'
import type { createGroup as endpoint } from '../../../contract/groups.ts'
import { MAX_OWNED_GROUPS } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors.ts'
import { recordAction } from '../audit/record-action.ts'
import type { SessionHolder } from '../sessions/gate.ts'
import { createGroup } from './create-group.ts'
import { lockOwner } from './store.ts'

const DAY_MS = 86_400_000

/**
 * Creates a group that the golfer owns, on a free trial.
 * @throws AppError SLUG_TAKEN; NOT_ELIGIBLE for who owns enough groups; UNAUTHENTICATED when the
 * account was just deleted
 */
export async function createOwnGroup(
  ctx: Pick<Context, 'db' | 'clock' | 'config'>,
  holder: SessionHolder,
  form: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { name, slug, description, timeZone } = form
  const expiryDate = new Date(ctx.clock.now().getTime() + ctx.config.trialDays * DAY_MS)
  return ctx.db.transaction(async (db) => {
    const owned = await lockOwner(db, holder)
    if (owned === undefined) throw new AppError('UNAUTHENTICATED', 'Please sign in to continue.')
    if (owned >= MAX_OWNED_GROUPS) {
      throw new AppError(
        'NOT_ELIGIBLE',
        `You own ${owned} groups, and nobody can own more. Hand one over to another member first.`,
      )
    }
    const groupId = await createGroup(
      { db, clock: ctx.clock },
      {
        name,
        slug,
        ownerId: holder.golferId,
        description: description || null,
        expiryDate,
        ...(timeZone !== undefined && { timeZone }),
      },
    )
    if (groupId === undefined) {
      const message = 'This URL is taken. Try another one.'
      throw new AppError('SLUG_TAKEN', message, { fields: { slug: message } })
    }
    await recordAction(ctx, db, {
      actorId: holder.golferId,
      action: 'group-created',
      group: { groupId, name },
    })
    return { id: groupId, name, slug, expiryDate: expiryDate.toISOString() }
  })
}
