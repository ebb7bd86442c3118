import { systemClock } from '../../server/platform/clock.ts'
import type { Database } from '../../server/platform/database/database.ts'
import { factories, type TestGolfer } from '../../server/system-tests/testing/factories.ts'

export const GOLFERS = 40
export const PLAYERS_PER_TEE_TIME = 4

export interface PlannedClaim {
  teeTimeId: number
  golferId: number
  session: string
}

export interface BenchGroup {
  groupId: number
  slug: string
  /** The owner's session. */
  session: string
  /**
   * The planned claims, in random order. Every claim takes a spot, because no golfer claims in the same tee
   * time twice.
   */
  claims: PlannedClaim[]
}

/** Creates a group with an owner, 40 members, and this many open spots in tee times of four. */
export async function prepareGroup(db: Database, spots: number): Promise<BenchGroup> {
  const make = factories({ db, clock: systemClock })
  const group = await make.group()
  const golfers: TestGolfer[] = []
  for (let n = 0; n < GOLFERS; n += 1) golfers.push(await make.member(group))
  const teeTimeIds: number[] = []
  for (let n = 0; n < spots / PLAYERS_PER_TEE_TIME; n += 1) {
    const { id } = await make.teeTime(group, { maxPlayers: PLAYERS_PER_TEE_TIME })
    teeTimeIds.push(id)
  }
  const planned = planClaims(teeTimeIds, golfers).map(({ teeTimeId, golfer }) => ({
    teeTimeId,
    golferId: golfer.id,
    session: golfer.session,
  }))
  return { groupId: group.id, slug: group.slug, session: group.owner.session, claims: planned }
}

/** Plans claims in random order. {@link PLAYERS_PER_TEE_TIME} different golfers claim in each tee time. */
export function planClaims<Golfer>(
  teeTimeIds: readonly number[],
  golfers: readonly Golfer[],
): { teeTimeId: number; golfer: Golfer }[] {
  const planned: { teeTimeId: number; golfer: Golfer }[] = []
  for (const [n, teeTimeId] of teeTimeIds.entries()) {
    for (let spot = 0; spot < PLAYERS_PER_TEE_TIME; spot += 1) {
      const golfer = golfers[(n * PLAYERS_PER_TEE_TIME + spot) % golfers.length]
      if (golfer !== undefined) planned.push({ teeTimeId, golfer })
    }
  }
  return planned.sort(() => Math.random() - 0.5)
}
