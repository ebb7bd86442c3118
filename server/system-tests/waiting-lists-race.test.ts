// @module-tag thorough
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TeeTime } from '../../contract/tee-times.ts'
import { readCards, readCard as readStoredCard } from '../tee-times/cards/store.ts'
import { withLongTimeout } from './testing/database.ts'
import { factories, type TestGolfer, type TestGroup } from './testing/factories.ts'
import { type ServerProcess, startServer } from './testing/server-process.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

const GOLFERS = 30
const STEPS = 500
/** After STEPS steps, a random walk goes on until it has caused this many offers or taken MAX_STEPS steps. */
const MIN_OFFERS = 20
const MAX_STEPS = 20 * STEPS
/** How many walks to run. For a longer run, set `WAITING_ROUNDS=20`. */
const ROUNDS = Number(process.env['WAITING_ROUNDS'] ?? 1)
const CONNECTIONS = 16
const TEE_TIMES = 4
const SPOTS = 4

/** The app in this process gives access to the database. All API calls go to other processes. */
let app: TestApp
let make: ReturnType<typeof factories>
let servers: ServerProcess[]
let group: TestGroup
const golfers: TestGolfer[] = []
const cards: TeeTime[] = []

beforeAll(async () => {
  app = await startTestApp({ at: new Date().toISOString() })
  make = factories(app.ctx)
  const env = { DATABASE_URL: withLongTimeout(app.databaseUrl), RATE_LIMIT: 'off' }
  servers = await Promise.all([startServer(env), startServer(env)])
  group = await make.group()
  for (let n = 0; n < GOLFERS; n += 1) golfers.push(await make.member(group))
  for (let n = 0; n < TEE_TIMES; n += 1) {
    const players = golfers.slice(n * SPOTS, (n + 1) * SPOTS)
    const card = await make.teeTime(group, { maxPlayers: SPOTS + 2, players, cancelHours: 96 })
    cards.push(card)
    // The cut-off has passed, so everyone who leaves owes the spot. At first, one of the last two spots is a
    // guest's and the other is reserved. The walk may change that.
    const tap = (golfer: TestGolfer, what: string, body: object) =>
      servers[0]?.phone(golfer.session).post(`/api/tee-times/${card.id}/${what}`, body)
    const until = { date: card.date, time: '00:30' }
    await tap(pick(players), 'guests', { name: 'Guest' })
    await tap(group.owner, 'holds', { forGolferId: pick(golfers.slice(-10)).id, ...until })
    expect((await readCard(card.id))?.availableSpots).toBe(0)
  }
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await app.close()
})

const pickIfAny = <T>(items: readonly T[]): T | undefined =>
  items[Math.floor(Math.random() * items.length)]
const pick = <T>(items: readonly T[]): T => {
  const item = pickIfAny(items)
  if (item === undefined) throw new Error('There is nothing to pick from')
  return item
}

async function step(): Promise<number | undefined> {
  const { id } = pick(cards)
  const chance = Math.random()
  if (chance < 0.1) return expireOffer(id)
  if (chance < 0.14) return changeSpots(id)
  if (chance < 0.2) return bringOrRemoveGuest(id)
  if (chance < 0.26) return reserveOrRelease(id)
  const verb =
    chance < 0.55 ? 'wait' : chance < 0.73 ? 'claim' : chance < 0.9 ? 'unclaim' : 'unwait'
  const body = verb === 'wait' ? { autoAccept: Math.random() < 0.2 } : {}
  const phone = pick(servers).phone((await pickGolferFor(verb, id)).session)
  return checkAnswer(phone.post(`/api/tee-times/${id}/${verb}`, body))
}

/** Returns a random golfer, usually one for whom the action makes sense. */
async function pickGolferFor(verb: 'wait' | 'claim' | 'unclaim' | 'unwait', id: number) {
  const anybody = pick(golfers)
  if (Math.random() < 0.3) return anybody
  const { participants = [], waiting = [] } = (await readCard(id)) ?? {}
  const offered = waiting.filter(({ offeredUntil }) => offeredUntil !== null)
  const busyIds = new Set([...participants, ...waiting].map((golfer) => golfer.id))
  const candidates = {
    wait: golfers.filter((golfer) => !busyIds.has(golfer.id)),
    claim: offered,
    unclaim: participants,
    unwait: waiting,
  }[verb]
  const candidate = pickIfAny<{ id: number }>(candidates)
  return golfers.find((golfer) => golfer.id === candidate?.id) ?? anybody
}

async function bringOrRemoveGuest(id: number): Promise<number | undefined> {
  const card = await readCard(id)
  const guest = Math.random() < 0.5 ? undefined : pickIfAny(card?.guests ?? [])
  const hostId = guest?.hostId ?? pickIfAny(card?.participants ?? [])?.id
  const host = golfers.find((golfer) => golfer.id === hostId)
  if (host === undefined) return undefined
  const phone = pick(servers).phone(host.session)
  const path = `/api/tee-times/${id}/guests`
  return checkAnswer(
    guest === undefined ? phone.post(path, { name: 'Guest' }) : phone.delete(`${path}/${guest.id}`),
  )
}

async function reserveOrRelease(id: number): Promise<number | undefined> {
  const phone = pick(servers).phone(group.owner.session)
  const path = `/api/tee-times/${id}/holds`
  const chance = Math.random()
  if (chance < 0.2) {
    await app.ctx.db.execute(`
      with locked as materialized (select id from tee_times where id = ${id} for no key update)
      update spots set until = now() - interval '1 second'
      where claim_id = (select min(s.claim_id) from spots s, locked
        where s.tee_time_id = locked.id and s.status = 'reservation')`)
    await app.ctx.db.execute(`select graphile_worker.add_job('settle_waiting_lists')`)
    return undefined
  }
  const card = await readCard(id)
  const reservation = card?.reservations[0]
  if (reservation !== undefined && chance < 0.6)
    return checkAnswer(phone.delete(`${path}/${reservation.id}`))
  const whom = chance < 0.8 ? { forGolferId: pick(golfers).id } : { name: 'Dave' }
  return checkAnswer(phone.post(path, { ...whom, date: card?.date, time: '00:30' }))
}

const readCard = (id: number) => readStoredCard(app.ctx.db, id)

/** Cards that had more players, guests and reservations than spots. */
const oversoldCards: TeeTime[] = []
/** Cards with more owed spots than unfilled ones. A spot is filled if it has a player or guest. */
const overOwedCards: TeeTime[] = []

/**
 * Adds the card in a response to `oversoldCards` or `overOwedCards` if it is wrong. Returns the status;
 * undefined if the server did not respond.
 */
const checkAnswer = (
  answer: Promise<{ status: number; body: unknown }>,
): Promise<number | undefined> =>
  answer.then(
    ({ status, body }) => {
      if (status < 300) {
        const card = body as TeeTime
        const taken = card.participants.length + card.guests.length + card.reservations.length
        if (taken > card.maxPlayers) oversoldCards.push(card)
        const unfilled = card.maxPlayers - card.participants.length - card.guests.length
        if ((card.cutOff?.owedSpots.length ?? 0) > unfilled) overOwedCards.push(card)
      }
      return status
    },
    () => undefined,
  )

async function expireOffer(id: number): Promise<undefined> {
  await app.ctx.db.execute(`
    with locked as materialized (select id from tee_times where id = ${id} for no key update)
    update spots set until = now() - interval '1 second'
    where claim_id = (select min(s.claim_id) from spots s, locked
      where s.tee_time_id = locked.id and s.status = 'offer')`)
  await app.ctx.db.execute(`select graphile_worker.add_job('settle_waiting_lists')`)
}

async function changeSpots(id: number): Promise<number | undefined> {
  const phone = pick(servers).phone(group.owner.session)
  const version = (await readCard(id))?.version
  const maxPlayers = SPOTS + pick([0, 1, 2])
  return checkAnswer(phone.put(`/api/tee-times/${id}`, { version, maxPlayers }))
}

interface WaitingEvent extends Record<string, unknown> {
  golfer_id: number
  event: string
}

/** Replays a waiting list's events. Returns the final list, and violations of the list's rules. */
function replay(events: readonly WaitingEvent[]) {
  const waitingList: { golferId: number; isOffered: boolean }[] = []
  const violations: string[] = []
  for (const { golfer_id: golferId, event } of events) {
    const index = waitingList.findIndex((one) => one.golferId === golferId)
    const entry = waitingList[index]
    const addViolation = (what: string) => violations.push(`${event} of ${golferId}: ${what}`)
    if (event === 'waited') {
      if (entry !== undefined) addViolation('in line already')
      waitingList.push({ golferId, isOffered: false })
      continue
    }
    if (entry === undefined) {
      addViolation('not in line')
      continue
    }
    const isPassedOver = waitingList.slice(0, index).some(({ isOffered }) => !isOffered)
    if (event === 'offered' || event === 'joined') {
      if (entry.isOffered) addViolation('offered already')
      if (isPassedOver) addViolation('somebody is before')
    }
    if (event === 'offered') {
      entry.isOffered = true
      continue
    }
    if (
      (event === 'declined' || event === 'expired') !== entry.isOffered &&
      event !== 'accepted' &&
      event !== 'joined'
    ) {
      addViolation(entry.isOffered ? 'was offered' : 'was never offered')
    }
    waitingList.splice(index, 1)
  }
  return { waitingList, violations }
}

test.for(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
  `%i: keeps waiting lists correct in ${STEPS} steps of ${GOLFERS} golfers while a node is killed`,
  {
    timeout: 900_000,
  },
  async () => {
    const statuses: (number | undefined)[] = []
    const offersBefore = await countOffers()
    let stepCount = 0
    let hasEnoughOffers = false
    const walk = async () => {
      while (stepCount < STEPS || (!hasEnoughOffers && stepCount < MAX_STEPS)) {
        stepCount += 1
        const isHalfway = stepCount === STEPS / 2
        if (stepCount % 50 === 0)
          hasEnoughOffers = (await countOffers()) - offersBefore >= MIN_OFFERS
        statuses.push(await step())
        if (isHalfway) {
          await servers[0]?.kill()
          servers[0] = await startServer({
            DATABASE_URL: withLongTimeout(app.databaseUrl),
            RATE_LIMIT: 'off',
          })
        }
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, walk))
    expect(statuses.filter((status) => status !== undefined && status >= 500)).toEqual([])
    expect(oversoldCards, 'cards on the way').toEqual([])
    expect(overOwedCards, 'golfers who owe spots that are taken').toEqual([])
    const { rows: settled } = await app.ctx.db.execute<{ alerts: number }>(
      `select count(*)::int as alerts from deliveries where event = 'spot-filled'`,
    )
    expect(settled[0]?.alerts, 'golfers who owed a spot').toBeGreaterThan(0)

    await untilJobsAreDone()
    const { rows: teeTimes } = await app.ctx.db.execute<{
      id: number
      spots: number
      last: number
      open: number
      offered: number
      guestsWithoutHost: number
    }>(`select tee_time_id as id, count(*)::int as spots, max(position) as last,
        (count(*) filter (where status = 'open'))::int as open,
        (count(*) filter (where status = 'offer'))::int as offered,
        (count(*) filter (where status = 'guest' and not exists (
          select from spots p where p.tee_time_id = s.tee_time_id and p.status = 'player'
            and p.golfer_id = s.host_id)))::int as "guestsWithoutHost"
      from spots s join tee_times t on t.id = s.tee_time_id where t.group_id = ${group.id}
      group by tee_time_id`)
    expect(teeTimes).toHaveLength(TEE_TIMES)
    // Each node must return the cards as stored, even cards that the node had cached.
    const stored = await readCards(
      app.ctx.db,
      cards.map(({ id }) => id),
    )
    const path = `/api/groups/slug/${group.slug}/tee-times`
    for (const server of servers) {
      const listed = await server.phone(group.owner.session).get(path)
      expect(listed.body).toEqual(expect.arrayContaining(stored))
    }
    for (const { id, spots, last, open, offered: offeredSpots, guestsWithoutHost } of teeTimes) {
      const waiting = stored.find((card) => card.id === id)?.waiting.length
      expect(last, 'positions without gaps').toBe(spots)
      expect(guestsWithoutHost, 'guests without their hosts').toBe(0)
      const { rows: log } = await app.ctx.db.execute<WaitingEvent>(
        `select golfer_id, event from waiting_events where tee_time_id = ${id} order by id`,
      )
      const { rows: storedList } = await app.ctx.db.execute<Record<string, unknown>>(
        `select golfer_id as "golferId", exists (select from spots s where s.status = 'offer'
          and s.tee_time_id = w.tee_time_id and s.golfer_id = w.golfer_id) as "isOffered"
        from waiting_list w where tee_time_id = ${id} order by id`,
      )
      const { waitingList, violations } = replay(log)
      expect(violations).toEqual([])
      expect(waitingList, 'the line that the log tells').toEqual(storedList)
      expect(waiting).toBe(storedList.length)
      // While anyone waits, every free spot is offered to somebody, and no spot is offered twice.
      const offered = storedList.filter(({ isOffered }) => isOffered).length
      expect(offeredSpots, 'offers to golfers on the list').toBe(offered)
      expect(offered).toBe(Math.min(open + offered, storedList.length))
      // Each offer was announced exactly once.
      const { rows: notified } = await app.ctx.db.execute<{ key: string }>(
        `select key from deliveries where event = 'offer' and tee_time_ids = array[${id}]`,
      )
      expect(notified.length).toBe(log.filter(({ event }) => event === 'offered').length)
    }
    expect((await countOffers()) - offersBefore, 'offers on the way').toBeGreaterThanOrEqual(
      MIN_OFFERS,
    )
  },
)

async function countOffers(): Promise<number> {
  const { rows } = await app.ctx.db.execute<{ offers: number }>(
    `select count(*)::int as offers from waiting_events where event in ('offered', 'joined')`,
  )
  return rows[0]?.offers ?? 0
}

async function untilJobsAreDone(): Promise<void> {
  await app.ctx.db.execute(`select graphile_worker.add_job('settle_waiting_lists')`)
  for (let tries = 0; tries < 600; tries += 1) {
    const { rows } = await app.ctx.db.execute<{ left: number }>(
      // Ignore running jobs that a new job has replaced. They have no attempts left.
      `select count(*)::int as left from graphile_worker.jobs
        where task_identifier = 'settle_waiting_lists' and run_at <= now()
          and attempts < max_attempts`,
    )
    if (rows[0]?.left === 0) return
    await sleep(100)
  }
  throw new Error('The jobs did not finish')
}
