// @module-tag thorough
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TeeTime, teeTime as teeTimeSchema } from '../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'
import { readCard } from './cards/store.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let creator: TestGolfer
let card: TeeTime

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

beforeEach(async () => {
  group = await make.group()
  creator = await make.member(group)
  card = await make.teeTime(group, { creator, date: '2026-06-06' })
})

const as = (golfer: TestGolfer) => app.phone(golfer.session)
const edit = (change: object) =>
  as(creator).put(`/api/tee-times/${card.id}`, { version: card.version, ...change })

describe('a race between an edit and', () => {
  test('claims: there are never more players than spots, and every response is correct', async () => {
    const buddies = await Promise.all(Array.from({ length: 8 }, () => make.member(group)))
    for (let round = 0; round < 10; round += 1) {
      card = await make.teeTime(group, { creator, maxPlayers: 8 })
      const claims = buddies.map((buddy) => as(buddy).post(`/api/tee-times/${card.id}/claim`, {}))
      const [editAnswer, ...claimed] = await Promise.all([edit({ maxPlayers: 3 }), ...claims])
      const { maxPlayers, participants } = teeTimeSchema.parse(
        (
          (await as(creator).get(`/api/groups/slug/${group.slug}/tee-times`)).body as TeeTime[]
        ).find(({ id }) => id === card.id),
      )
      expect(participants.length).toBeLessThanOrEqual(maxPlayers)
      expect(claimed.filter(({ status }) => status === 200)).toHaveLength(participants.length)
      for (const { status } of claimed) expect([200, 409]).toContain(status)
      if (editAnswer.status === 200) expect(participants).toHaveLength(3)
      else expect(editAnswer).toMatchObject({ status: 409, body: { code: 'SPOTS_TAKEN' } })
    }
  })

  test('leaving, removing, canceling and a new time zone: no 5xx and one consistent result', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [one, two] = [await make.member(group), await make.member(group)]
      card = await make.teeTime(group, { creator, players: [one, two] })
      const zone = round % 2 === 0 ? 'America/Toronto' : 'America/Edmonton'
      const answers = await Promise.all([
        edit({ date: '2026-06-09', time: '07:00' }),
        as(one).post(`/api/tee-times/${card.id}/unclaim`, {}),
        as(group.owner).delete(`/api/groups/${group.id}/members/${two.id}`, {}),
        as(group.owner).patch(`/api/groups/${group.id}/name`, { name: 'Moved', timeZone: zone }),
        ...(round > 3 ? [as(creator).delete(`/api/tee-times/${card.id}`)] : []),
      ])
      for (const { status } of answers) expect([200, 404]).toContain(status)
      const { rows } = await app.ctx.db.$client.query(
        `select (t.date || ' ' || t.time)::timestamp at time zone g.time_zone = t.starts_at as "inZone"
         from tee_times t join groups g on g.id = t.group_id where t.id = $1 and t.cancelled_at is null`,
        [card.id],
      )
      expect(rows).toEqual(rows.map(() => ({ inZone: true })))
    }
  })

  test('the end of an offer and a reservation: each ends once, and no spot goes to two golfers', async () => {
    for (let round = 0; round < 5; round += 1) {
      app.clock.moveTo('2026-06-01T16:00:00Z')
      const [player, firstInLine, secondInLine, latecomer] = await Promise.all(
        [1, 2, 3, 4].map(() => make.member(group)),
      )
      if (!player || !firstInLine || !secondInLine || !latecomer)
        throw new Error('Expected four golfers')
      card = await make.teeTime(group, { creator, maxPlayers: 3, players: [creator, player] })
      const tap = (golfer: TestGolfer, what: string, body: object = {}) =>
        as(golfer).post(`/api/tee-times/${card.id}/${what}`, body)
      await tap(creator, 'holds', { name: 'Dave', date: '2026-06-01', time: '12:00' })
      for (const one of [firstInLine, secondInLine]) await tap(one, 'wait')
      await tap(player, 'unclaim')
      await app.runJobs()
      app.clock.moveTo('2026-06-01T18:00:00Z')
      await app.ctx.db.execute(`select graphile_worker.add_job('settle_waiting_lists')`)
      const answers = await Promise.all([
        edit({ maxPlayers: 2 }),
        edit({ notes: 'Walk' }),
        tap(secondInLine, 'claim'),
        tap(latecomer, 'claim'),
        as(group.owner).delete(`/api/groups/${group.id}/members/${firstInLine.id}`, {}),
        app.runJobs(),
      ])
      for (const answer of answers.slice(0, 5)) expect([200, 409]).toContain(answer?.status)
      await app.runJobs()
      const { rows } = await app.ctx.db.$client.query(
        `select count(*)::int as expired from waiting_events
          where tee_time_id = $1 and event = 'expired'`,
        [card.id],
      )
      const shown = teeTimeSchema.parse(await readCard(app.ctx.db, card.id))
      const { participants, reservations, waiting, maxPlayers } = shown
      const offered = waiting.filter(({ offeredUntil }) => offeredUntil !== null)
      expect(reservations).toEqual([])
      expect(rows[0].expired).toBeLessThanOrEqual(1)
      expect(waiting.map(({ id }) => id)).not.toContain(firstInLine.id)
      const plays = ({ id }: TestGolfer) => participants.some((one) => one.id === id)
      // If the edit left all three spots, the latecomer plays only if the second golfer in line plays too.
      if (plays(latecomer) && maxPlayers === 3) expect(plays(secondInLine)).toBe(true)
      expect(participants.length + offered.length).toBeLessThanOrEqual(maxPlayers)
    }
  })

  test('a new time zone: the edited time is in the new zone', async () => {
    const zoneChange = app.ctx.db.transaction(async (tx) => {
      await tx.execute(`update groups set time_zone = 'Europe/Vienna' where id = ${group.id}`)
      const answer = edit({ time: '09:00' })
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await app.ctx.db.execute(waiting)).rows).toHaveLength(1)
      return { answer }
    })
    expect(await (await zoneChange).answer).toMatchObject({
      status: 200,
      body: { startsAt: '2026-06-06T07:00:00Z' },
    })
  })
})
