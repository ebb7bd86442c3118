import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { connect } from '../../platform/database/database.ts'
import { cloneDatabase } from '../../system-tests/testing/database.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startServer } from '../../system-tests/testing/server-process.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { adoptZoneRules, recomputeInstants } from './recompute-instants.ts'

const OLDER_VERSION = '2000a'
const NEWER_VERSION = '2000b'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let ann: TestGolfer

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

beforeEach(async () => {
  app.clock.moveTo('2026-06-01T16:00:00Z')
  await app.ctx.db.execute(`delete from time_zone_data; update tee_times set archived_at = now()`)
  await adoptZoneRules(app.ctx, OLDER_VERSION)
  group = await make.group()
  ann = await make.member(group)
})

/** Moves the group to a zone whose clocks still change twice a year. */
const moveGroupToDenver = () =>
  app.ctx.db.execute(`update groups set time_zone = 'America/Denver' where id = ${group.id}`)
/** Shifts the group's tee times by an hour, as if older rules had computed their instants. */
const shiftTeeOffs = (hours = 1) =>
  app.ctx.db.execute(
    `update tee_times set starts_at = starts_at + interval '${hours} hours' where group_id = ${group.id}`,
  )
const readZoneData = async () => {
  const { rows } = await app.ctx.db.execute<{ version: string }>(
    `select version, recomputed_at is not null as done from time_zone_data`,
  )
  return rows
}
const listCards = async () => {
  const { body } = await app.phone(ann.session).get(`/api/groups/slug/${group.slug}/tee-times`)
  return body as TeeTime[]
}
const readStarts = async () => (await listCards()).map(({ startsAt }) => startsAt)
const listGolfersNotified = async () => {
  await app.runJobs()
  const { rows } = await app.ctx.db.execute<{ golferId: number }>(
    `select golfer_id as "golferId" from deliveries
     where event = 'changed' and group_id = ${group.id} order by golfer_id`,
  )
  return rows.map(({ golferId }) => golferId)
}

test('recomputes instants under newer rules, and notifies nobody if the local times stay', async () => {
  const card = await make.teeTime(group, { date: '2026-06-06', players: [ann] })
  const cancelled = await make.teeTime(group, { date: '2026-06-06' })
  await app.phone(group.owner.session).delete(`/api/tee-times/${cancelled.id}`)
  await shiftTeeOffs()
  await adoptZoneRules(app.ctx, NEWER_VERSION)
  expect(await listCards()).toEqual([{ ...card, version: card.version + 1 }])
  expect(await listGolfersNotified()).toEqual([])
  expect(await readZoneData()).toEqual([{ version: NEWER_VERSION, done: true }])
})

test('changes nothing at startup if the rules are already in use', async () => {
  const card = await make.teeTime(group, { date: '2026-06-06' })
  await shiftTeeOffs()
  await adoptZoneRules(app.ctx, OLDER_VERSION)
  expect(await readStarts()).not.toEqual([card.startsAt])
})

test('ignores older rules while newer ones are in use, and corrects instants in the daily job', async () => {
  const card = await make.teeTime(group, { date: '2026-06-06' })
  await adoptZoneRules(app.ctx, NEWER_VERSION)
  await shiftTeeOffs()
  const shifted = await readStarts()
  await adoptZoneRules(app.ctx, OLDER_VERSION)
  await recomputeInstants(app.ctx, OLDER_VERSION)
  expect(await readStarts()).toEqual(shifted)
  expect(await readZoneData()).toEqual([{ version: NEWER_VERSION, done: true }])
  await recomputeInstants(app.ctx, NEWER_VERSION)
  expect(await readStarts()).toEqual([card.startsAt])
})

test('reads no tee times in the daily check once the rules have been in use for a week', async () => {
  await make.teeTime(group, { date: '2026-06-06' })
  await adoptZoneRules(app.ctx, NEWER_VERSION)
  const readsTeeTimes = async () => {
    const before = app.statements.length
    await recomputeInstants(app.ctx, NEWER_VERSION)
    return app.statements.slice(before).some((statement) => statement.includes('tee_times'))
  }
  app.clock.moveBy(7 * 86_400_000 - 1)
  expect(await readsTeeTimes()).toBe(true)
  app.clock.moveBy(1)
  expect(await readsTeeTimes()).toBe(false)
})

test('recomputes once when two nodes start, and again after a node died midway', async () => {
  const card = await make.teeTime(group, { date: '2026-06-06' })
  await shiftTeeOffs()
  await Promise.all([
    adoptZoneRules(app.ctx, NEWER_VERSION),
    adoptZoneRules(app.ctx, NEWER_VERSION),
  ])
  expect(await listCards()).toEqual([{ ...card, version: card.version + 1 }])
  await app.ctx.db.execute(`update time_zone_data set recomputed_at = null`)
  await shiftTeeOffs(-2)
  await adoptZoneRules(app.ctx, NEWER_VERSION)
  expect(await readStarts()).toEqual([card.startsAt])
})

test('moves a tee time that the clocks now skip, and notifies its players', async () => {
  await moveGroupToDenver()
  await make.teeTime(group, { date: '2027-03-14', time: '03:30', players: [ann] })
  // Under the older rules, the clocks did not change that night.
  await app.ctx.db.execute(
    `update tee_times set time = '02:30', starts_at = '2027-03-14T08:30:00Z' where group_id = ${group.id}`,
  )
  await adoptZoneRules(app.ctx, NEWER_VERSION)
  expect(await listCards()).toMatchObject([
    { date: '2027-03-14', time: '03:00', startsAt: '2027-03-14T09:00:00Z' },
  ])
  expect(await listGolfersNotified()).toEqual([ann.id])
  await recomputeInstants(app.ctx, NEWER_VERSION)
  expect(await listGolfersNotified()).toEqual([ann.id])
})

test('keeps the second occurrence of a time that occurs twice', async () => {
  await moveGroupToDenver()
  const { id } = await make.teeTime(group, { date: '2026-11-01', time: '01:30' })
  await app.ctx.db.execute(
    `update tee_times set starts_at = '2026-11-01T08:30:00Z' where id = ${id}`,
  )
  await adoptZoneRules(app.ctx, NEWER_VERSION)
  expect(await readStarts()).toEqual(['2026-11-01T08:30:00Z'])
})

test('updates cut-offs, owed spots and reservations when an instant changes', async () => {
  const card = await make.teeTime(group, {
    date: '2026-06-06',
    cancelHours: 24,
    players: [ann],
    creator: ann,
  })
  await app.phone(ann.session).post(`/api/tee-times/${card.id}/holds`, {
    name: 'Dave',
    date: '2026-06-06',
    time: '08:12',
  })
  await shiftTeeOffs(-1)
  await app.ctx.db.execute(
    `update spots set until = until - interval '1 hour' where tee_time_id = ${card.id}`,
  )
  // Under the older rules the cut-off has passed; under the newer ones it has not.
  app.clock.moveTo('2026-06-05T13:30:00Z')
  const answer = await app.phone(ann.session).post(`/api/tee-times/${card.id}/unclaim`, {})
  expect((answer.body as TeeTime).cutOff?.owedSpots).toHaveLength(1)
  await adoptZoneRules(app.ctx, NEWER_VERSION)
  await app.runJobs()
  expect(await listCards()).toMatchObject([
    {
      startsAt: '2026-06-06T14:12:00Z',
      cutOff: { at: '2026-06-05T14:12:00Z', owedSpots: [] },
      reservations: [{ name: 'Dave', until: '2026-06-06T14:12:00.000Z' }],
    },
  ])
})

test('makes a server ready only after it has recomputed a database with older rules', {
  tags: 'thorough',
}, async () => {
  const database = await cloneDatabase()
  const db = connect({ url: database.url })
  try {
    const makeThere = factories({ db, clock: app.clock })
    const { id, startsAt } = await makeThere.teeTime(await makeThere.group(), {
      date: '2027-06-06',
    })
    await db.execute(`delete from time_zone_data`)
    await db.execute(
      `insert into time_zone_data (version, adopted_at) values ('${OLDER_VERSION}', now())`,
    )
    await db.execute(`update tee_times set starts_at = starts_at + interval '1 hour'`)
    const server = await startServer({ DATABASE_URL: database.url, DEMO: '0' })
    try {
      const { rows } = await db.execute<{ at: string; version: string }>(
        `select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, data.version
         from tee_times, time_zone_data data where tee_times.id = ${id}`,
      )
      expect(rows).toEqual([{ at: startsAt, version: expect.stringMatching(/^20[2-9]\d[a-z]$/) }])
    } finally {
      expect(await server.stop()).toBe(0)
    }
  } finally {
    await db.$client.end()
    await database.drop()
  }
})
