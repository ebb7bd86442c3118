import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TeeTime } from '../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from './testing/factories.ts'
import { type ServerProcess, startServer } from './testing/server-process.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

const GOLFERS = 30
const STEPS = 500
const CONNECTIONS = 16
const TEE_TIMES = 4
const SPOTS = 4

/** Makes the rows; the calls go to server processes of their own. */
let it: TestApp
let make: ReturnType<typeof factories>
let servers: ServerProcess[]
let group: TestGroup
const golfers: TestGolfer[] = []
const cards: TeeTime[] = []

beforeAll(async () => {
  it = await startTestApp({ at: new Date().toISOString() })
  make = factories(it.ctx)
  const env = { DATABASE_URL: it.databaseUrl, RATE_LIMIT: 'off' }
  servers = await Promise.all([startServer(env), startServer(env)])
  group = await make.group()
  for (let n = 0; n < GOLFERS; n += 1) golfers.push(await make.member(group))
  for (let n = 0; n < TEE_TIMES; n += 1) {
    const players = golfers.slice(n * SPOTS, (n + 1) * SPOTS)
    cards.push(await make.teeTime(group, { maxPlayers: SPOTS, players }))
  }
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await it.close()
})

const pick = <T>(items: readonly T[]): T => {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from')
  return item
}

/** One step of one golfer, on whichever server; what a killed one would have answered is not known. */
async function step(): Promise<number | undefined> {
  const golfer = pick(golfers)
  const { id } = pick(cards)
  const phone = pick(servers).phone(golfer.session)
  const chance = Math.random()
  if (chance < 0.12) return lapse(id)
  if (chance < 0.16) return changeSpots(id)
  const verb = chance < 0.5 ? 'wait' : chance < 0.7 ? 'claim' : chance < 0.88 ? 'unclaim' : 'unwait'
  const body = verb === 'wait' ? { takeIt: Math.random() < 0.2 } : {}
  return phone.post(`/api/tee-times/${id}/${verb}`, body).then(
    ({ status }) => status,
    () => undefined,
  )
}

/** The hold of the first who is asked is over: as if its minutes had passed. */
async function lapse(id: number): Promise<undefined> {
  await it.ctx.db.execute(`
    with locked as materialized (select id from tee_times where id = ${id} for no key update)
    update waiting_golfers set offered_until = now() - interval '1 second'
    where id = (select min(w.id) from waiting_golfers w, locked
      where w.tee_time_id = locked.id and w.offered_until is not null)`)
  await it.ctx.db.execute(`select graphile_worker.add_job('settle_lines')`)
}

async function changeSpots(id: number): Promise<number | undefined> {
  const phone = pick(servers).phone(group.owner.session)
  return phone
    .get(`/api/groups/slug/${group.slug}/tee-times`)
    .then(({ body }) => {
      const version = (body as TeeTime[]).find((card) => card.id === id)?.version
      return phone.put(`/api/tee-times/${id}`, { version, maxPlayers: SPOTS + pick([0, 1, 2]) })
    })
    .then(
      ({ status }) => status,
      () => undefined,
    )
}

interface Entry extends Record<string, unknown> {
  golfer_id: number
  event: string
}

/** What the log of a line says that must never happen, and how the line stands at its end. */
function replay(entries: readonly Entry[]) {
  const line: { golferId: number; isOffered: boolean }[] = []
  const wrongs: string[] = []
  for (const { golfer_id: golferId, event } of entries) {
    const at = line.findIndex((one) => one.golferId === golferId)
    const one = line[at]
    const wrong = (what: string) => wrongs.push(`${event} of ${golferId}: ${what}`)
    if (event === 'waited') {
      if (one !== undefined) wrong('in line already')
      line.push({ golferId, isOffered: false })
      continue
    }
    if (one === undefined) {
      wrong('not in line')
      continue
    }
    const isPassedOver = line.slice(0, at).some(({ isOffered }) => !isOffered)
    if (event === 'offered' || event === 'seated') {
      if (one.isOffered) wrong('offered already')
      if (isPassedOver) wrong('somebody is before')
    }
    if (event === 'offered') {
      one.isOffered = true
      continue
    }
    if (
      (event === 'declined' || event === 'lapsed') !== one.isOffered &&
      event !== 'accepted' &&
      event !== 'seated'
    ) {
      wrong(one.isOffered ? 'was offered' : 'was never offered')
    }
    line.splice(at, 1)
  }
  return { line, wrongs }
}

test(`${STEPS} steps of ${GOLFERS} golfers on two nodes, one of them killed: order kept, nothing oversold, lost or doubled`, {
  timeout: 120_000,
}, async () => {
  const answers: (number | undefined)[] = []
  let left = STEPS
  const walk = async () => {
    while (left > 0) {
      left -= 1
      const isHalfway = left === STEPS / 2
      answers.push(await step())
      if (isHalfway) {
        await servers[0]?.kill()
        servers[0] = await startServer({ DATABASE_URL: it.databaseUrl, RATE_LIMIT: 'off' })
      }
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, walk))
  expect(answers.filter((status) => status !== undefined && status >= 500)).toEqual([])

  await settled()
  const { rows: teeTimes } = await it.ctx.db.execute<{
    id: number
    max_players: number
    waiting: number
    taken: number
  }>(`select id, max_players, waiting, (select count(*)::int from tee_time_participants p
      where p.tee_time_id = t.id) as taken from tee_times t where group_id = ${group.id}`)
  for (const { id, max_players: most, waiting, taken } of teeTimes) {
    expect(taken, 'players').toBeLessThanOrEqual(most)
    const { rows: log } = await it.ctx.db.execute<Entry>(
      `select golfer_id, event from waiting_events where tee_time_id = ${id} order by id`,
    )
    const { rows: stands } = await it.ctx.db.execute<Record<string, unknown>>(
      `select golfer_id as "golferId", offered_until is not null as "isOffered"
        from waiting_golfers where tee_time_id = ${id} order by id`,
    )
    const { line, wrongs } = replay(log)
    expect(wrongs).toEqual([])
    expect(line, 'the line that the log tells').toEqual(stands)
    expect(waiting).toBe(stands.length)
    // Every free spot is offered to somebody, as long as somebody waits; none is offered twice.
    const offered = stands.filter(({ isOffered }) => isOffered).length
    expect(offered).toBe(Math.min(most - taken, waiting))
    // Each offer was told once.
    const { rows: told } = await it.ctx.db.execute<{ key: string }>(
      `select key from deliveries where event = 'offer' and tee_time_ids = array[${id}]`,
    )
    expect(told.length).toBe(log.filter(({ event }) => event === 'offered').length)
  }
  const { rows } = await it.ctx.db.execute<{ offers: number }>(
    `select count(*)::int as offers from waiting_events where event in ('offered', 'seated')`,
  )
  expect(rows[0]?.offers, 'offers in all: the walk went somewhere').toBeGreaterThan(20)
})

/** Until all that the walk caused is done, by whichever node. */
async function settled(): Promise<void> {
  await it.ctx.db.execute(`select graphile_worker.add_job('settle_lines')`)
  for (let tries = 0; tries < 300; tries += 1) {
    const { rows } = await it.ctx.db.execute<{ left: number }>(
      // One that was being worked when its like was added gives way to that, and is never tried again.
      `select count(*)::int as left from graphile_worker.jobs
        where task_identifier in ('offer_spots', 'settle_lines') and run_at <= now()
          and attempts < max_attempts`,
    )
    if (rows[0]?.left === 0) return
    await sleep(100)
  }
  throw new Error('The jobs do not end')
}
