// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPlans } from '../../admin/testing/read-plans.ts'
import { factories } from '../../system-tests/testing/factories.ts'
import type { Phone } from '../../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

const GOLFER_COUNT = 20_000
const GROUP_COUNT = 250
const TEE_TIME_COUNT = 25_000
const LONG_TABLES = ['golfers', 'tee_times', 'spots', 'group_members']

let app: TestApp
let phone: Phone
let slug: string
let groupId: number

/** Inserts tee times over three years, with four players each (a hundred thousand in all) and some guests. */
async function fillRounds(ownerId: number): Promise<void> {
  const client = await app.ctx.db.$client.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(
      `insert into golfers (name, email)
       select 'Golfer ' || n, 'golfer.' || n || '@club.example' from generate_series(1, $1::int) n`,
      [GOLFER_COUNT],
    )
    await client.query(
      `insert into groups (name, slug, owner_id)
       select 'Group ' || n, 'group-' || n, $2 from generate_series(1, $1::int) n`,
      [GROUP_COUNT, ownerId],
    )
    await client.query(
      `insert into group_members (group_id, golfer_id)
       select (select min(id) from groups) + n % $1::int, (select min(id) from golfers) + n % $2::int
       from generate_series(1, 20000) n on conflict do nothing`,
      [GROUP_COUNT, GOLFER_COUNT],
    )
    await client.query(
      `insert into tee_times (group_id, number, creator_id, course, date, time, starts_at, archived_at)
       select (select min(id) from groups) + n % $2::int, n,
         (select min(id) from golfers) + n % $3::int, 'Course ' || n % 40,
         day::date, '08:12', day + interval '14 hours', day + interval '1 day'
       from generate_series(1, $1::int) n
       cross join lateral (select timestamptz '2023-06-01' + n % 1000 * interval '1 day') days (day)`,
      [TEE_TIME_COUNT, GROUP_COUNT, GOLFER_COUNT],
    )
    await client.query(
      `insert into spots (tee_time_id, group_id, position, status, golfer_id, claim_id, claimed_at)
       select t.id, t.group_id, seat, 'player', (select min(id) from golfers) + (t.id * 7 + seat * 131) % $1::int,
         nextval('spot_claims'), now()
       from tee_times t cross join generate_series(1, 4) seat`,
      [GOLFER_COUNT],
    )
    await client.query(
      `insert into spots (tee_time_id, group_id, position, status, host_id, name, claim_id, claimed_at)
       select tee_time_id, group_id, 5, 'guest', golfer_id, 'Dave', nextval('spot_claims'), now()
       from spots where position = 4 and tee_time_id % 5 < 2`,
    )
    await client.query('commit')
    for (const table of LONG_TABLES) await client.query(`vacuum (freeze, analyze) ${table}`)
  } finally {
    client.release()
  }
}

beforeAll(async () => {
  app = await startTestApp()
  const make = factories(app.ctx)
  const group = await make.group()
  await fillRounds(group.owner.id)
  const { rows } = await app.ctx.db.$client.query<{
    golferId: number
    groupId: number
    slug: string
  }>(
    `select p.golfer_id as "golferId", g.id as "groupId", g.slug from spots p
     join tee_times t on t.id = p.tee_time_id join groups g on g.id = t.group_id
     join group_members m on m.group_id = g.id and m.golfer_id = p.golfer_id limit 1`,
  )
  slug = rows[0]?.slug ?? ''
  groupId = rows[0]?.groupId ?? 0
  phone = app.phone(await make.signIn(rows[0]?.golferId ?? 0))
})
afterAll(() => app.close())

test("never scans a whole table for a season or a golfer's rounds", async () => {
  const tableScans: string[] = []
  for (const address of [
    `/api/groups/slug/${slug}/season`,
    `/api/groups/slug/${slug}/season?year=2024`,
    `/api/groups/slug/${slug}/season.csv`,
    '/api/my-rounds',
    '/api/my-rounds?year=2024&page=2&limit=5',
    '/api/my-rounds/summary',
    '/api/my-rounds.csv',
    `/api/groups/${groupId}/courses`,
  ]) {
    const nodes = await readPlans(app, async () => {
      const { status, text } = await phone.get(address)
      expect(status, text).toBe(200)
    })
    expect(nodes.filter(({ table }) => table === 'tee_times').length, address).toBeGreaterThan(0)
    for (const { type, table = '' } of nodes) {
      if (type === 'Seq Scan' && LONG_TABLES.includes(table))
        tableScans.push(`${table} for ${address}`)
    }
  }
  expect(tableScans).toEqual([])
})
