import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeeTime } from '../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'
import { claimOpenSpot } from './cards/store.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let golfers: TestGolfer[]

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

beforeEach(async () => {
  group = await make.group()
  golfers = await Promise.all(Array.from({ length: 6 }, () => make.member(group)))
})

const post = (maxPlayers: number) => make.teeTime(group, { maxPlayers })
const listCards = async () =>
  (await app.phone(group.owner.session).get(`/api/groups/slug/${group.slug}/tee-times`))
    .body as TeeTime[]
const countClaimStatements = () =>
  app.statements.filter((text) => text.includes('claim_spots(')).length

/** Claims without the access check, so that all claims are made at the same moment. */
const claim = ({ id }: TeeTime, golferId: number) =>
  claimOpenSpot(app.ctx.db, {
    teeTimeId: id,
    groupId: group.id,
    golferId,
    roundMinutes: null,
    now: app.clock.now(),
  })

test.each(['known', 'unknown'])('shares a statement when the cards are %s', async (cards) => {
  const teeTimes = await Promise.all([2, 4, 4].map(post))
  if (cards === 'known') await listCards()
  const before = countClaimStatements()
  const claims = teeTimes.flatMap((teeTime) => golfers.map(({ id }) => ({ teeTime, id })))
  const returnedCards = await Promise.all(claims.map(({ teeTime, id }) => claim(teeTime, id)))
  expect(countClaimStatements() - before).toBe(1)
  const listed = await listCards()
  for (const [n, { teeTime }] of claims.entries()) {
    const current = listed.find((one) => one.id === teeTime.id)
    expect(current?.availableSpots).toBe(0)
    expect(returnedCards[n]).toEqual(current)
  }
  // In each tee time, the golfers who claimed first have the spots.
  for (const { id, maxPlayers } of teeTimes) {
    const players = listed.find((one) => one.id === id)?.participants.map((one) => one.id)
    expect(players).toEqual(golfers.slice(0, maxPlayers).map((golfer) => golfer.id))
  }
})

test('gives a golfer who claims twice at the same moment one spot', async () => {
  const teeTime = await post(4)
  const [first] = golfers
  const ids = [golfers[1], first, first, first].map((golfer) => golfer?.id ?? 0)
  await Promise.all(ids.map((id) => claim(teeTime, id)))
  const [card] = await listCards()
  expect(card?.participants.map(({ id }) => id).sort()).toEqual([ids[0], ids[1]].sort())
  expect(card?.availableSpots).toBe(2)
})

test('does not make claims wait for a tee time that is locked', async () => {
  const [first, locked, other] = await Promise.all([4, 4, 4].map(post))
  if (!first || !locked || !other) throw new Error('No tee times')
  const connection = await app.ctx.db.$client.connect()
  try {
    await connection.query('begin')
    await connection.query('select from tee_times where id = $1 for no key update', [locked.id])
    const [one, two, three] = golfers.map(({ id }) => id)
    const claims = [claim(first, one ?? 0), claim(locked, two ?? 0), claim(other, three ?? 0)]
    let isDone = false
    void claims[1]?.then(() => {
      isDone = true
    })
    expect((await claims[2])?.availableSpots).toBe(3)
    expect(isDone).toBe(false)
    await connection.query('commit')
    expect((await claims[1])?.participants.map(({ id }) => id)).toEqual([two])
  } finally {
    connection.release()
  }
})

test('does not fail claims because another one in the batch is refused', async () => {
  const [first, other] = await Promise.all([4, 4].map(post))
  if (!first || !other) throw new Error('No tee times')
  const [one, two] = golfers.map(({ id }) => id)
  const results = await Promise.allSettled([
    claim(first, one ?? 0),
    claim(other, two ?? 0),
    // Too large for a golfer's id.
    claim(other, 2 ** 31),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect((await listCards()).find(({ id }) => id === other.id)?.availableSpots).toBe(3)
})
