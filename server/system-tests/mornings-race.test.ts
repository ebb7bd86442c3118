// @module-tag thorough
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCards } from '../tee-times/cards/store.ts'
import { cloneDatabase, type TestDatabase, withLongTimeout } from './testing/database.ts'
import { factories, type TestGolfer, type TestGroup } from './testing/factories.ts'
import type { ApiResponse, Phone } from './testing/phone.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

/** How many random steps to take. For a longer run, set `MORNING_STEPS=9000`. */
const STEPS = Number(process.env['MORNING_STEPS'] ?? 400)
const CONNECTIONS = 24
/** 7:00 in the group's time zone. */
const START = '2026-06-01T13:00:00Z'
const TODAY = '2026-06-01'
const COURSE = 'Shaganappi Point'

let database: TestDatabase
let nodes: [TestApp, TestApp]
let make: ReturnType<typeof factories>
let group: TestGroup
let admin: TestGolfer
let superAdmin: TestGolfer
const golfers: TestGolfer[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  const plan = { at: START, databaseUrl: withLongTimeout(database.url) }
  const one = await startTestApp(plan)
  nodes = [one, await startTestApp(plan)]
  make = factories(one.ctx)
  group = await make.group()
  superAdmin = await make.golfer({ isSuperAdmin: true })
  admin = await make.member(group, { isAdmin: true })
  for (let n = 0; n < 12; n += 1) golfers.push(await make.member(group))
  for (let n = 0; n < 5; n += 1) {
    const players = golfers.slice(n, n + 2)
    const creator = pickRandom([admin, ...golfers.slice(0, 2)])
    await make.teeTime(group, { creator, players, date: TODAY, time: `09:1${n}`, maxPlayers: 3 })
  }
})
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close()
  await database.drop()
})

function pickRandom<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from')
  return item
}

interface TeeTimeRow extends Record<string, unknown> {
  id: number
  version: number
  creator_id: number
}

/** Makes one random call on a random node, as a golfer, a creator, the admin, the owner or a super admin. */
async function step(): Promise<ApiResponse> {
  const { rows } = await nodes[0].ctx.db.execute<TeeTimeRow>(
    `select id, version, creator_id from tee_times
      where group_id = ${group.id} and cancelled_at is null order by id desc limit 8`,
  )
  const plan = { course: COURSE, time: '10:30', maxPlayers: 2, joinAsPlayer: true }
  const newTeeTime = { ...plan, groupId: group.id, date: TODAY, cost: 0 }
  const node = pickRandom(nodes)
  if (rows.length === 0) return node.phone(group.owner.session).post('/api/tee-times', newTeeTime)
  const { id, version, creator_id } = pickRandom(rows)
  const golfer = pickRandom(golfers)
  const phoneOf = ({ session }: TestGolfer) => node.phone(session)
  const [golferPhone, ownerPhone] = [phoneOf(golfer), phoneOf(group.owner)]
  const creatorPhone = phoneOf(
    [...golfers, admin].find((one) => one.id === creator_id) ?? group.owner,
  )
  const [groupPath, teeTimePath] = [`/api/groups/${group.id}`, `/api/tee-times/${id}`]
  const steps: readonly (readonly [weight: number, step: () => Promise<ApiResponse>])[] = [
    [10, () => golferPhone.post(`${teeTimePath}/claim`, {})],
    [8, () => golferPhone.post(`${teeTimePath}/unclaim`, {})],
    [12, () => golferPhone.post(`${teeTimePath}/wait`, { autoAccept: Math.random() < 0.3 })],
    [4, () => golferPhone.post(`${teeTimePath}/unwait`, {})],
    [5, () => golferPhone.post(`${teeTimePath}/guests`, { name: 'Dave' })],
    [
      3,
      () => creatorPhone.post(`${teeTimePath}/holds`, { name: 'Dave', date: TODAY, time: '08:00' }),
    ],
    [
      6,
      () =>
        creatorPhone.put(teeTimePath, { version, time: pickRandom(['09:05', '10:10', '13:00']) }),
    ],
    [4, () => creatorPhone.put(teeTimePath, { version, maxPlayers: pickRandom([2, 3, 4]) })],
    [8, () => phoneOf(admin).post(`${teeTimePath}/delay`, { minutes: 15, version })],
    [3, () => golferPhone.post(`${teeTimePath}/late`, { minutes: 10 })],
    [2, () => creatorPhone.delete(teeTimePath)],
    [4, () => golferPhone.post('/api/tee-times', newTeeTime)],
    [
      2,
      () =>
        golferPhone.post(`${groupPath}/standing-times`, { ...plan, ...WEEKLY, date: '2026-06-02' }),
    ],
    [2, () => golferPhone.post(`${groupPath}/my-wishes`, { days: [pickRandom([1, 2, 3])] })],
    [1, () => ownerPhone.patch(`${groupPath}/name`, { name: 'Gang', timeZone: pickRandom(ZONES) })],
    [2, () => ownerPhone.delete(`${groupPath}/members/${golfer.id}`)],
    [7, () => rejoin(golfer, golferPhone)],
    [0.4, () => deleteAccount(golfer)],
  ]
  let chance = Math.random() * steps.reduce((sum, [weight]) => sum + weight, 0)
  const chosen = steps.find(([weight]) => {
    chance -= weight
    return chance <= 0
  })
  return (chosen ?? pickRandom(steps))[1]()
}

async function rejoin(golfer: TestGolfer, phone: Phone): Promise<ApiResponse> {
  await make.member(group, { golfer }).catch(() => {
    // If another step is deleting the account, it does not matter whether this fails.
  })
  return phone.get('/api/auth/me')
}

const WEEKLY = { everyWeeks: 1, daysAhead: 7 }
const ZONES = ['America/Edmonton', 'America/Denver', 'America/Winnipeg']

async function deleteAccount(golfer: TestGolfer): Promise<ApiResponse> {
  const path = `/api/super-admin/users/${golfer.id}`
  const answer = await pickRandom(nodes).phone(superAdmin.session).delete(path)
  const index = golfers.indexOf(golfer)
  if (answer.status === 200 && index >= 0) golfers[index] = await make.member(group)
  return answer
}

test(`has no 5xx, failed job or oversold spot in ${STEPS} steps around one morning on two nodes`, {
  timeout: 600_000,
}, async () => {
  const answers: ApiResponse[] = []
  let remaining = STEPS
  const walk = async () => {
    while (remaining > 0) {
      remaining -= 1
      answers.push(await step())
    }
  }
  let isOver = false
  const work = async (node: TestApp) => {
    while (!isOver) {
      await node.ctx.db.execute(`select graphile_worker.add_job(task) from unnest(
        array['settle_waiting_lists', 'post_recurring_tee_times', 'remind_players']) as task`)
      await node.runJobs()
      await sleep(50)
    }
  }
  const working = nodes.map(work)
  await Promise.all(Array.from({ length: CONNECTIONS }, walk)).finally(() => {
    isOver = true
  })
  await Promise.all(working)
  expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([])
  const { rows: wrong } = await nodes[0].ctx.db.execute(`
    select * from (select t.id, count(*) as size, max(s.position) as last,
      count(*) filter (where s.status = 'open') as open,
      count(*) filter (where s.status = 'guest' and not exists (select from spots p
        where p.tee_time_id = t.id and p.status = 'player' and p.golfer_id = s.host_id)) as strays,
      count(*) filter (where w.id is null and s.status = 'offer') as unasked,
      count(*) filter (where w.id is not null and s.status <> 'offer') as waiting_with_a_spot,
      (select count(*) from waiting_list u where u.tee_time_id = t.id and not exists (
        select from spots o where o.tee_time_id = t.id and o.golfer_id = u.golfer_id)) as unserved
      from tee_times t join spots s on s.tee_time_id = t.id
      left join waiting_list w on w.tee_time_id = t.id and w.golfer_id = s.golfer_id
      where t.cancelled_at is null group by t.id) counted
    where size <> last or strays > 0 or unasked > 0 or waiting_with_a_spot > 0
      or (open > 0 and unserved > 0)`)
  expect(wrong).toEqual([])
  // Both nodes must return the cards as stored, even cards that a node had cached.
  const { rows } = await nodes[0].ctx.db.execute<{ id: number }>(
    'select id from tee_times where cancelled_at is null order by starts_at, id',
  )
  const stored = await readCards(
    nodes[0].ctx.db,
    rows.map(({ id }) => id),
  )
  expect(stored).toHaveLength(rows.length)
  for (const node of nodes) {
    const path = `/api/groups/slug/${group.slug}/tee-times`
    expect((await node.phone(group.owner.session).get(path)).body).toEqual(stored)
  }
})
