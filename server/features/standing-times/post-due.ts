import { isSubscribed } from '../../../contract/groups.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { AppError } from '../../platform/errors.ts'
import { type GroupMember, memberWithoutSession } from '../groups/gate.ts'
import { postWithin } from '../tee-times/post-tee-time.ts'
import { secretaryOfJob } from './gate.ts'
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
 * Posts the standing tee times whose moment has come, each date once, however often and on however many
 * nodes this is called. A group that cannot post now catches up on what is still to come once it can.
 */
export async function postStandingTimes(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await endOrphans(ctx.db, secretaryOfJob(), now)
  for (const found of await listNearlyDue(ctx.db, secretaryOfJob(), now)) {
    if (!isSubscribed(found, now)) continue
    if (datesDue(found.nextDate, found, found.timeZone, now).next === found.nextDate) continue
    try {
      await postOne(ctx, found)
    } catch (error) {
      // What has changed this moment is looked at again in the next; one group's trouble is not another's.
      if (error instanceof AppError) continue
      ctx.log.error({ err: error, standingId: found.id }, 'A standing tee time was not posted')
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

/** Posts what is due of a standing tee time that the caller has locked. */
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
    // Its key is what makes a second tee time for the date roll back, whoever posts it.
    await insertDate(tx, standing.id, date, id)
  }
  if (next !== standing.nextDate) await setNextDate(tx, standing.id, next)
}
