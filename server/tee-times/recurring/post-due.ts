import { isSubscribed } from '../../../contract/groups.ts'
import type { Context } from '../../context.ts'
import { type GroupMember, memberWithoutSession } from '../../groups/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { AppError } from '../../platform/errors.ts'
import { postWithin } from '../post-tee-time.ts'
import { datesDue, timeOn } from './reckon-dates.ts'
import {
  endOrphans,
  findDate,
  insertDate,
  listNearlyDue,
  lockStanding,
  type StandingRow,
  setNextDate,
} from './store.ts'

/**
 * Posts recurring tee times that are due, each date once, however often and on however many nodes this
 * runs. A group that cannot post now catches up on dates that are still ahead once it can.
 */
export async function postStandingTimes(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await endOrphans(ctx.db, now)
  for (const found of await listNearlyDue(ctx.db, now)) {
    if (!isSubscribed(found, now)) continue
    if (datesDue(found.nextDate, found, found.timeZone, now).next === found.nextDate) continue
    try {
      await postOne(ctx, found)
    } catch (error) {
      // What has just changed is checked again next time. One group's failure must not affect the others.
      if (error instanceof AppError) continue
      ctx.log.error({ err: error, standingId: found.id }, 'Could not post a recurring tee time')
    }
  }
}

async function postOne(
  ctx: Context,
  { id, groupId, creatorId }: { id: number; groupId: number; creatorId: number },
): Promise<void> {
  const member = await memberWithoutSession(ctx, creatorId, groupId)
  await retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      const standing = await lockStanding(tx, member, id)
      if (standing !== undefined) await postDue(ctx, tx, member, standing)
    }),
  )
}

/** Posts the due dates of a recurring tee time that the caller has locked. */
export async function postDue(
  ctx: Pick<Context, 'clock'>,
  tx: Queries,
  member: GroupMember,
  standing: StandingRow,
): Promise<void> {
  const { timeZone } = member.group
  const { due, next } = datesDue(standing.nextDate, standing, timeZone, ctx.clock.now())
  for (const date of due) {
    if ((await findDate(tx, standing.id, date)) !== undefined) continue
    const { course, notes, maxPlayers, cancelHours, joinAsPlayer } = standing
    const time = timeOn(date, standing, timeZone)
    const plan = { course, date, time, notes, maxPlayers, cancelHours, joinAsPlayer, cost: 0 }
    const { id } = await postWithin(ctx, tx, member, plan)
    // Its primary key makes any second tee time for the date roll back, no matter who posts it.
    await insertDate(tx, standing.id, date, id)
  }
  if (next !== standing.nextDate) await setNextDate(tx, standing.id, next)
}
