import type { AnswerOf } from '../../contract/endpoint.ts'
import { isSubscribed } from '../../contract/groups.ts'
import { OPEN_SPOT_DAYS } from '../../contract/limits.ts'
import type { myTeeTimes } from '../../contract/tee-times.ts'
import type { Context } from '../context.ts'
import type { SessionHolder } from '../identity/index.ts'
import { addDays, localDateOf } from '../platform/clock.ts'
import { cardsOf } from './cards/read-cards.ts'
import { endedBefore } from './ended-before.ts'
import { listActiveGroupsOf, listMine } from './store.ts'

/**
 * Lists a golfer's upcoming rounds, and the spots they could claim in the next OPEN_SPOT_DAYS days, in
 * the groups they belong to now. Groups without a subscription offer no spots but keep their rounds.
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
  const listed = { groupIds: [...groups.keys()], openIn: open }
  const times = { now, endedBefore: endedBefore(now) }
  const { rounds, openSpots } = await listMine(ctx.db, holder, listed, times)
  const found = await cardsOf(ctx.db, [...rounds, ...openSpots])
  const cards = new Map(found.map((card) => [card.id, card]))
  const inGroup = ({ id }: { id: number }) => {
    const teeTime = cards.get(id)
    const group = teeTime && groups.get(teeTime.groupId)
    return group ? [{ teeTime, group, isToday: teeTime.date === group.today }] : []
  }
  return { rounds: rounds.flatMap(inGroup), openSpots: openSpots.flatMap(inGroup) }
}
