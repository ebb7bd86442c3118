import type { BodyOf } from '../../../contract/endpoint.ts'
import {
  type makeWish as endpoint,
  MAX_WISHES,
  type Wish,
} from '../../../contract/standing-wishes.ts'
import type { Context } from '../../context.ts'
import type { GroupMember } from '../../groups/index.ts'
import type { SessionHolder } from '../../identity/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { deleteWish, insertWish, listOwnWishes, listWishes, lockWisher } from './store.ts'

/** Lists the golfer's own saved alerts in a group. */
export function listMine(ctx: Pick<Context, 'db'>, member: GroupMember): Promise<Wish[]> {
  return listWishes(ctx.db, member)
}

/**
 * Saves an alert and returns all of them. An identical one changes nothing.
 * @throws AppError TOO_MANY; NOT_FOUND when the golfer was just removed from the group
 */
export function makeWish(
  ctx: Pick<Context, 'db' | 'clock'>,
  member: GroupMember,
  form: BodyOf<typeof endpoint>,
): Promise<Wish[]> {
  const wish = {
    days: [...form.days].sort(),
    notBefore: form.notBefore ?? null,
    notAfter: form.notAfter ?? null,
    course: form.course || null,
  }
  return ctx.db.transaction(async (tx) => {
    if (!(await lockWisher(tx, member))) throw notFound('group')
    const known = await listWishes(tx, member)
    if (known.some(({ id: _, ...other }) => JSON.stringify(other) === JSON.stringify(wish))) {
      return known
    }
    if (known.length >= MAX_WISHES) {
      throw new AppError(
        'TOO_MANY',
        `You have ${MAX_WISHES} wishes in this group. Delete one first.`,
      )
    }
    await insertWish(tx, member, { ...wish, createdAt: ctx.clock.now() })
    return listWishes(tx, member)
  })
}

/** Deletes a saved alert, if it is the golfer's own, and returns those that are left. */
export async function dropWish(
  ctx: Pick<Context, 'db'>,
  member: GroupMember,
  wishId: number,
): Promise<Wish[]> {
  await deleteWish(ctx.db, member, wishId)
  return listWishes(ctx.db, member)
}

/** Returns the golfer's saved alerts, for their own data. */
export function readOwnWishes(db: Queries, golfer: Pick<SessionHolder, 'golferId'>) {
  return listOwnWishes(db, golfer)
}
