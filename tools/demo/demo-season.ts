import { Temporal } from 'temporal-polyfill'
import type { Context } from '../../server/context.ts'
import type { GroupMember } from '../../server/groups/access.ts'
import { authorizeMemberWithoutSession } from '../../server/groups/access.ts'
import { addDays, instantAt, localDateOf } from '../../server/platform/clock.ts'
import { authorizeTeeTimeMemberWithoutSession } from '../../server/tee-times/access.ts'
import { claimSpot } from '../../server/tee-times/claim-spot.ts'
import { postTeeTime } from '../../server/tee-times/post-tee-time.ts'
import { readSeason } from '../../server/tee-times/rounds/read-rounds.ts'

/** A past round. `players` are indexes in the demo's golfers. The first one is the poster. */
interface DemoRound {
  readonly time: string
  readonly course: string
  readonly players: readonly number[]
}

/** Each Saturday from April to October has the next of these rounds. After the last, the list starts over. */
const SATURDAY_ROUNDS: readonly DemoRound[] = [
  { time: '08:12', course: 'Shaganappi Point', players: [0, 3, 5, 1] },
  { time: '08:04', course: 'McCall Lake', players: [3, 0, 5, 6] },
  { time: '08:12', course: 'Shaganappi Point', players: [0, 5, 2, 8] },
  { time: '07:48', course: 'Confederation Park', players: [1, 0, 3, 5] },
  { time: '09:00', course: 'Inglewood', players: [0, 6, 4] },
  { time: '08:12', course: 'Shaganappi Point', players: [0, 3, 11, 7] },
  {
    time: '10:24',
    course: 'Kananaskis Country Golf Course, Mount Kidd',
    players: [1, 3, 5, 2],
  },
  { time: '08:20', course: 'Priddis Greens', players: [4, 0, 5, 10] },
  { time: '08:12', course: 'Shaganappi Point', players: [0, 5, 3, 9] },
]

/** Each Wednesday evening from June to August has the next of these rounds. */
const WEDNESDAY_ROUNDS: readonly DemoRound[] = [
  { time: '17:06', course: 'Lakeview', players: [6, 2, 5] },
  { time: '17:12', course: 'Lakeview', players: [8, 3] },
  { time: '17:30', course: 'McCall Lake', players: [2, 6, 7, 5] },
  { time: '17:06', course: 'Lakeview', players: [0, 8] },
  { time: '17:06', course: 'Lakeview', players: [6, 5, 11] },
]

const WEDNESDAY = 3
const SATURDAY = 6
const SEASON_DAYS = 364
/** The season ended this many days ago. Upcoming tee times are in demo-group.ts. */
const ENDED_DAYS_AGO = 2
const POSTED_DAYS_AHEAD = 5

/**
 * Posts the demo's rounds of the last twelve months and claims their spots, unless the group already has
 * played rounds.
 */
export async function playDemoSeason(
  ctx: Context,
  owner: GroupMember,
  golferIds: readonly number[],
): Promise<void> {
  if ((await readSeason(ctx, owner, {})).year !== null) return
  const { group, groupId } = owner
  const today = localDateOf(ctx.clock.now(), group.timeZone)
  const postedRounds: { ctx: Context; teeTimeId: number; others: readonly number[] }[] = []
  for (const { date, round } of roundsUntil(addDays(today, -ENDED_DAYS_AGO))) {
    const [posterId, ...others] = round.players.flatMap((index) => golferIds[index] ?? [])
    if (posterId === undefined) continue
    const postedAt = instantAt(addDays(date, -POSTED_DAYS_AHEAD), round.time, group.timeZone)
    const pastCtx = { ...ctx, clock: { now: () => postedAt } }
    const { time, course } = round
    const plan = { date, time, course, maxPlayers: 4, joinAsPlayer: true, cost: 0 }
    const poster = await authorizeMemberWithoutSession(pastCtx, posterId, groupId)
    const { id } = await postTeeTime(pastCtx, poster, plan)
    postedRounds.push({ ctx: pastCtx, teeTimeId: id, others })
  }
  await Promise.all(
    postedRounds.map(async ({ ctx: pastCtx, teeTimeId, others }) => {
      for (const golferId of others) {
        await claimSpot(
          pastCtx,
          await authorizeTeeTimeMemberWithoutSession(pastCtx, golferId, teeTimeId),
        )
      }
    }),
  )
}

/** Returns the rounds of the year that ends on a local date, oldest first. */
function roundsUntil(until: string): { date: string; round: DemoRound }[] {
  const dates = Array.from({ length: SEASON_DAYS }, (_, days) =>
    addDays(until, days - SEASON_DAYS + 1),
  )
  const roundsOn = (
    weekday: number,
    [from, to]: readonly [number, number],
    rounds: typeof SATURDAY_ROUNDS,
  ) =>
    dates
      .map((date) => Temporal.PlainDate.from(date))
      .filter(({ dayOfWeek, month }) => dayOfWeek === weekday && from <= month && month <= to)
      .flatMap((date, turn) => {
        const round = rounds[turn % rounds.length]
        return round === undefined ? [] : [{ date: date.toString(), round }]
      })
  return [
    ...roundsOn(SATURDAY, [4, 10], SATURDAY_ROUNDS),
    ...roundsOn(WEDNESDAY, [6, 8], WEDNESDAY_ROUNDS),
  ].sort((a, b) => (a.date < b.date ? -1 : 1))
}
