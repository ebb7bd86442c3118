// @module-tag thorough
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type TeeTime, teeTime as teeTimeSchema } from '../../contract/tee-times.ts'
import { withLongTimeout } from './testing/database.ts'
import { factories, type TestGolfer, type TestGroup } from './testing/factories.ts'
import { type ServerProcess, startServer } from './testing/server-process.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

const CONNECTIONS = 64
const TEE_TIMES = 50
const GOLFERS = 40
const SPOTS = 4

/** This process's app creates the data and lists the final cards. The racing calls go to other processes. */
let app: TestApp
let make: ReturnType<typeof factories>
let servers: ServerProcess[]

beforeAll(async () => {
  app = await startTestApp({ at: new Date().toISOString() })
  make = factories(app.ctx)
  const env = { DATABASE_URL: withLongTimeout(app.databaseUrl) }
  servers = await Promise.all([startServer(env), startServer(env)])
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await app.close()
})

async function createCrowd(): Promise<{
  group: TestGroup
  golfers: TestGolfer[]
  cards: TeeTime[]
}> {
  const group = await make.group()
  const golfers: TestGolfer[] = []
  for (let n = 0; n < GOLFERS; n += 1) golfers.push(await make.member(group))
  const cards: TeeTime[] = []
  for (let n = 0; n < TEE_TIMES; n += 1)
    cards.push(await make.teeTime(group, { maxPlayers: SPOTS }))
  return { group, golfers, cards }
}

async function inParallel<T>(items: T[], work: (item: T, index: number) => Promise<void>) {
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) await work(item, index)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

async function readFinalCards(group: TestGroup): Promise<Map<number, TeeTime>> {
  const list = await app.phone(group.owner.session).get(`/api/groups/slug/${group.slug}/tee-times`)
  return new Map(
    z
      .array(teeTimeSchema)
      .parse(list.body)
      .map((card) => [card.id, card]),
  )
}

const hasSpot = (card: TeeTime | undefined, golfer: TestGolfer) =>
  card?.participants.some((participant) => participant.id === golfer.id) ?? false

describe.each([1, 2])('with %i server process(es)', (processCount) => {
  const server = (index: number) => {
    const one = servers[index % processCount]
    if (one === undefined) throw new Error('No such server')
    return one
  }

  test('handles 2,000 claims for 200 spots without overselling, duplicates or wrong responses', {
    tags: processCount > 1 ? 'thorough' : [],
  }, async () => {
    const { group, golfers, cards } = await createCrowd()
    const claims = shuffled(
      golfers.flatMap((golfer) => cards.map((card) => ({ golfer, teeTimeId: card.id }))),
    )
    expect(claims).toHaveLength(2000)
    const answers: { golfer: TestGolfer; teeTimeId: number; status: number; body: unknown }[] = []
    await inParallel(claims, async ({ golfer, teeTimeId }, index) => {
      const phone = server(index).phone(golfer.session)
      const { status, body } = await phone.post(`/api/tee-times/${teeTimeId}/claim`, {
        golferId: golfer.id,
      })
      answers.push({ golfer, teeTimeId, status, body })
    })

    const finalCards = await readFinalCards(group)
    const wrongResponses = answers.filter(({ golfer, teeTimeId, status, body }) => {
      const finalCard = finalCards.get(teeTimeId)
      if (status === 200) {
        const shownCard = teeTimeSchema.safeParse(body).data
        return !hasSpot(shownCard, golfer) || !hasSpot(finalCard, golfer)
      }
      const shownCard = teeTimeSchema.safeParse((body as { teeTime?: unknown }).teeTime).data
      return (
        status !== 409 ||
        shownCard?.availableSpots !== 0 ||
        hasSpot(shownCard, golfer) ||
        hasSpot(finalCard, golfer)
      )
    })
    expect(wrongResponses).toEqual([])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(TEE_TIMES * SPOTS)
    for (const card of finalCards.values()) {
      const ids = card.participants.map((participant) => participant.id)
      expect(new Set(ids).size).toBe(ids.length)
      // Each tee time had more claims than spots, so it must be exactly full.
      expect(ids).toHaveLength(SPOTS)
      expect(card.availableSpots).toBe(0)
    }
  })

  test('never oversells when golfers claim and leave at random', {
    tags: 'thorough',
  }, async () => {
    const { group, golfers, cards } = await createCrowd()
    const oversold: TeeTime[] = []
    const wrongResponses: string[] = []
    const expectedSpots = new Map<string, boolean>()
    // A turn is one golfer's calls for one tee time, one after another. The turns run in parallel.
    const turns = golfers.flatMap((golfer) =>
      shuffled(cards)
        .slice(0, 4)
        .map((card) => ({ golfer, teeTimeId: card.id })),
    )
    await inParallel(turns, async ({ golfer, teeTimeId }, index) => {
      const phone = server(index).phone(golfer.session)
      for (let n = 0; n < 6; n += 1) {
        const action = Math.random() < 0.6 ? 'claim' : 'unclaim'
        const { status, body } = await phone.post(`/api/tee-times/${teeTimeId}/${action}`, {})
        const shownCard = teeTimeSchema.parse(
          status === 200 ? body : (body as { teeTime: unknown }).teeTime,
        )
        if (shownCard.participants.length > shownCard.maxPlayers) oversold.push(shownCard)
        const shouldHaveSpot = status === 200 && action === 'claim'
        if (hasSpot(shownCard, golfer) !== shouldHaveSpot)
          wrongResponses.push(`${action} ${status}`)
        expectedSpots.set(`${golfer.id}/${teeTimeId}`, shouldHaveSpot)
      }
    })
    expect(oversold).toEqual([])
    expect(wrongResponses).toEqual([])
    const finalCards = await readFinalCards(group)
    for (const { golfer, teeTimeId } of turns) {
      const isInSpot = hasSpot(finalCards.get(teeTimeId), golfer)
      expect(isInSpot).toBe(expectedSpots.get(`${golfer.id}/${teeTimeId}`))
    }
  })
})
