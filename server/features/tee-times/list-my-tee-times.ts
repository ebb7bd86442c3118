import type { AnswerOf } from '../../../contract/endpoint.ts'
import { isSubscribed } from '../../../contract/groups.ts'
import { OPEN_SPOT_DAYS } from '../../../contract/limits.ts'
import type { myTeeTimes, TeeTime } from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import { addDays, localDateOf } from '../../platform/clock.ts'
import { endedBefore } from '../groups/read-group.ts'
import type { SessionHolder } from '../sessions/gate.ts'
import { listActiveGroupsOf, listMyOpenSpots, listMyRounds } from './store.ts'

/**
 * A golfer's rounds to come and the spots that could be claimed within the next days, across the
 * groups that the golfer belongs to now. Whose time is over offers no spots, but keeps its rounds.
 */
export async function listMyTeeTimes(
  ctx: Context,
  holder: SessionHolder,
): Promise<AnswerOf<typeof myTeeTimes>> {
  const now = ctx.clock.now()
  const mine = await listActiveGroupsOf(ctx.db, holder)
  const groups = new Map(
    mine.map((group) => [group.id, { ...group, today: localDateOf(now, group.timeZone) }]),
  )
  const open = [...groups.values()]
    .filter((group) => isSubscribed(group, now))
    .map(({ id, today }) => ({ groupId: id, lastDate: addDays(today, OPEN_SPOT_DAYS - 1) }))
  const [rounds, openSpots] = await Promise.all([
    listMyRounds(ctx.db, holder, [...groups.keys()], endedBefore(now)),
    listMyOpenSpots(ctx.db, holder, open, now),
  ])
  const inGroup = (teeTime: TeeTime) => {
    const group = groups.get(teeTime.groupId)
    return group ? [{ teeTime, group, isToday: teeTime.date === group.today }] : []
  }
  return { rounds: rounds.flatMap(inGroup), openSpots: openSpots.flatMap(inGroup) }
}
