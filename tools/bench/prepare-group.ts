import { systemClock } from '../../server/platform/clock.ts'
import type { Database } from '../../server/platform/database/database.ts'
import { factories, type TestGolfer } from '../../server/testing/factories.ts'

const GOLFERS = 40
const PLAYERS = 4

export interface Spot {
  teeTimeId: number
  golferId: number
  session: string
}

export interface BenchGroup {
  groupId: number
  slug: string
  /** A member's session. */
  session: string
  /** Who is to claim what, in random order; each claim is possible and none twice. */
  spots: Spot[]
}

/** A group of 40 with so many open spots, on tee times of four. */
export async function prepareGroup(db: Database, spots: number): Promise<BenchGroup> {
  const make = factories({ db, clock: systemClock })
  const group = await make.group()
  const golfers: TestGolfer[] = []
  for (let n = 0; n < GOLFERS; n += 1) golfers.push(await make.member(group))
  const planned: Spot[] = []
  for (let n = 0; n < spots / PLAYERS; n += 1) {
    const { id: teeTimeId } = await make.teeTime(group, { maxPlayers: PLAYERS })
    for (let seat = 0; seat < PLAYERS; seat += 1) {
      const golfer = golfers[(n * PLAYERS + seat) % GOLFERS]
      if (golfer !== undefined) {
        planned.push({ teeTimeId, golferId: golfer.id, session: golfer.session })
      }
    }
  }
  planned.sort(() => Math.random() - 0.5)
  return { groupId: group.id, slug: group.slug, session: group.owner.session, spots: planned }
}
