import type { TeeTime } from '../../../contract/tee-times.ts'
import { withLongTimeout } from '../../../server/system-tests/testing/database.ts'
import { factories, type TestGolfer } from '../../../server/system-tests/testing/factories.ts'
import { type Chapter, LONG_ATTACK_TIMEOUT_MS } from '../attack-target.ts'
import { forEachParallel } from '../for-each-parallel.ts'

const GOLFERS = 40
const TEE_TIMES = 300
const SPOTS = 4
const CONNECTIONS = 64

export const CLAIMS: Chapter = {
  name: 'claims',
  async run(target) {
    const testApp = await target.startApp({ at: new Date().toISOString() })
    const env = { DATABASE_URL: withLongTimeout(testApp.databaseUrl) }
    const nodes = [await target.startServer(env), await target.startServer(env)]
    const make = factories(testApp.ctx)
    const group = await make.group()
    const golfers: TestGolfer[] = []
    for (let n = 0; n < GOLFERS; n += 1) golfers.push(await make.member(group))
    const cards: TeeTime[] = []
    for (let n = 0; n < TEE_TIMES; n += 1) {
      cards.push(await make.teeTime(group, { maxPlayers: SPOTS }))
    }

    await target.attack(
      'oversell a tee time with concurrent claims',
      async (count) => {
        const claims = target.random.shuffled(
          golfers.flatMap((golfer) => cards.map(({ id }) => ({ golfer, id }))),
        )
        const claimsByTeeTime = new Map<number, number>()
        const unexpectedResponses = new Map<string, number>()
        await forEachParallel(CONNECTIONS, claims, async ({ golfer, id }, index) => {
          count.tries += 1
          const answer = await nodes[index % 2]
            ?.phone(golfer.session)
            .post(`/api/tee-times/${id}/claim`, {})
          if (answer?.status === 200) claimsByTeeTime.set(id, (claimsByTeeTime.get(id) ?? 0) + 1)
          else if (answer?.status !== 409) {
            const response = `${answer?.status} ${answer?.text}`
            unexpectedResponses.set(response, (unexpectedResponses.get(response) ?? 0) + 1)
          }
        })
        const { rows } = await testApp.ctx.db.$client.query<{ id: number; players: number }>(
          `select tee_time_id as id, count(*)::int as players from spots where status = 'player' group by 1`,
        )
        const oversoldCount = rows.filter(({ players }) => players > SPOTS).length
        const miscountedCount = rows.filter(
          ({ id, players }) => claimsByTeeTime.get(id) !== players,
        ).length
        const notFullCount = TEE_TIMES - rows.filter(({ players }) => players === SPOTS).length
        if (oversoldCount + miscountedCount + notFullCount + unexpectedResponses.size === 0)
          return undefined
        return `${oversoldCount} oversold, ${miscountedCount} with fewer or more players than successful claims, ${notFullCount} not full, ${JSON.stringify([...unexpectedResponses])}`
      },
      LONG_ATTACK_TIMEOUT_MS,
    )
  },
}
