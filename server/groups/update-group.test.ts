import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

const OWNER_ONLY_MESSAGE = 'Only the group owner can modify group settings.'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

beforeEach(async () => {
  app.clock.moveTo('2026-06-01T16:00:00Z')
  group = await make.group({ name: 'Before' })
})

const as = (golfer: TestGolfer) => app.phone(golfer.session)
const updateGroup = (body: object, golfer = group.owner) =>
  as(golfer).patch(`/api/groups/${group.id}/name`, body)
const readGroup = async () =>
  (await as(group.owner).get(`/api/groups/slug/${group.slug}`)).body as Record<string, unknown>
const readAuditLog = async () =>
  (
    await app.ctx.db.execute<{ detail: string; group_name: string }>(
      `select detail, group_name from audit_entries where group_id = ${group.id} order by id`,
    )
  ).rows

async function waitUntilBlocked(): Promise<void> {
  const selectBlocked = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await app.ctx.db.execute(selectBlocked)).rows).toHaveLength(1)
}

describe('changing the settings', () => {
  // Intl accepts the last three as zones, but calendar apps do not.
  test.each(['Nowhere/At_All', '+06:00', 'IST', 'act'])(
    'rejects the time zone %s',
    async (timeZone) => {
      expect(await updateGroup({ name: 'Before', timeZone })).toMatchObject({
        status: 400,
        body: { fields: { timeZone: 'Pick a time zone from the list' } },
      })
    },
  )

  test('changes only the name when only the name is sent', async () => {
    await updateGroup({ name: 'First', description: 'Early ones', homePlace: 'Banff, Alberta' })
    const answer = await updateGroup({ name: ' After ', requesterId: group.owner.id })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      message: 'The settings have been saved.',
      group: {
        id: group.id,
        slug: group.slug,
        name: 'After',
        description: 'Early ones',
        timeZone: 'America/Edmonton',
        homePlace: 'Banff, Alberta',
        units: 'metric',
        guestsPerPlayer: 1,
        version: 3,
      },
    })
    expect(await readGroup()).toMatchObject({ name: 'After', version: 3 })
    expect(await readAuditLog()).toEqual([
      {
        group_name: 'Before',
        detail:
          'name: from "Before" to "First"; description: from none to "Early ones"; weather location: from none to "Banff, Alberta"',
      },
      { group_name: 'First', detail: 'name: from "First" to "After"' },
    ])
  })

  test('clears fields sent empty or null', async () => {
    await updateGroup({ name: 'Before', description: 'Early ones', homePlace: 'Banff' })
    await updateGroup({ name: 'Before', description: null, homePlace: '  ' })
    expect(await readGroup()).toMatchObject({ description: null, homePlace: null })
  })

  test('sets how many guests each player may bring', async () => {
    await updateGroup({ name: 'Before', guestsPerPlayer: 3 })
    await updateGroup({ name: 'Before', homePlace: 'Banff' })
    expect(await readGroup()).toMatchObject({ guestsPerPlayer: 3 })
    await updateGroup({ name: 'Before', guestsPerPlayer: 0 })
    expect((await readAuditLog()).map(({ detail }) => detail)).toEqual([
      'guests per player: from 1 to 3',
      'weather location: from none to "Banff"',
      'guests per player: from 3 to 0',
    ])
  })

  test('sets the units of the weather', async () => {
    await updateGroup({ name: 'Before', units: 'imperial' })
    await updateGroup({ name: 'Before', timeZone: 'America/Regina' })
    expect(await readGroup()).toMatchObject({ units: 'imperial' })
    expect((await readAuditLog())[0]?.detail).toBe('units: from "metric" to "imperial"')
  })

  test('leaves slug, owner and expiry date alone', async () => {
    await updateGroup({
      name: 'After',
      slug: 'other',
      ownerId: 1,
      expiryDate: null,
      isActive: false,
    })
    expect(await readGroup()).toMatchObject({ slug: group.slug, ownerId: group.owner.id })
  })

  test.each([
    ['name', { name: '' }, 'Group name is required'],
    ['name', { name: '   ' }, 'Group name is required'],
    ['name', { name: 'x' }, 'Group name must be at least 2 characters'],
    ['description', { description: 'x'.repeat(201) }, 'Use at most 200 characters'],
    ['homePlace', { homePlace: 'x'.repeat(101) }, 'Use at most 100 characters'],
    ['guestsPerPlayer', { guestsPerPlayer: 4 }, 'Enter at most 3 guests'],
    ['timeZone', { timeZone: 'Nowhere' }, 'Pick a time zone from the list'],
  ])('refuses an invalid %s: %j', async (field, wrong, message) => {
    const answer = await updateGroup({ name: 'Fine', ...wrong })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ fields: { [field]: message } })
  })

  test('is allowed only for the owner', async () => {
    const [admin, member] = [await make.member(group, { isAdmin: true }), await make.member(group)]
    for (const golfer of [admin, member]) {
      const answer = await updateGroup({ name: 'Mine' }, golfer)
      expect(answer.status).toBe(403)
      expect(answer.body).toEqual({ code: 'FORBIDDEN', message: OWNER_ONLY_MESSAGE })
    }
    expect((await updateGroup({ name: 'Mine' }, await make.golfer())).status).toBe(404)
    expect((await updateGroup({ name: 'Mine', requesterId: admin.id })).body).toMatchObject({
      code: 'IDENTITY_MISMATCH',
    })
  })

  test('is refused with the newer settings when someone else saved first', async () => {
    await updateGroup({ name: 'Faster', version: 1 })
    const answer = await updateGroup({ name: 'Slower', version: 1 })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      code: 'OUT_OF_DATE',
      message: 'These settings have changed. Check them, then save again.',
      group: { name: 'Faster', version: 2 },
    })
  })

  test('applies the same change once when it is sent twice', async () => {
    const [first, second] = await Promise.all([
      updateGroup({ name: 'After', version: 1 }),
      updateGroup({ name: 'After', version: 1 }),
    ])
    expect([first.status, second.status]).toEqual([200, 200])
    expect(await readGroup()).toMatchObject({ name: 'After', version: 2 })
    expect(await readAuditLog()).toHaveLength(1)
  })

  test('applies one of many simultaneous changes to the same version', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => updateGroup({ name: `Name ${index}`, version: 1 })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  })

  test('updates the phones of members', async () => {
    const live = await as(await make.member(group)).live()
    await updateGroup({ name: 'After' })
    await live.next((event) => event.type === 'group-changed')
    live.close()
  })
})

describe('changing the time zone', () => {
  test('keeps the booked local times', async () => {
    const card = await make.teeTime(group, { date: '2026-06-06', time: '08:12' })
    expect(card.startsAt).toBe('2026-06-06T14:12:00Z')
    const cancelled = await make.teeTime(group, { date: '2026-06-06', time: '09:00' })
    await as(group.owner).delete(`/api/tee-times/${cancelled.id}`)
    await updateGroup({ name: 'Before', timeZone: 'America/Toronto' })
    const { body } = await as(group.owner).get(`/api/groups/slug/${group.slug}/tee-times`)
    expect(body).toEqual([{ ...card, startsAt: '2026-06-06T12:12:00Z', version: 2 }])
  })

  test('moves a skipped local time to the end of the gap', async () => {
    const card = await make.teeTime(group, { date: '2026-10-04', time: '02:10' })
    const otherTeeTime = await make.teeTime(group, { date: '2026-10-04', time: '03:30' })
    await updateGroup({ name: 'Before', timeZone: 'Australia/Sydney' })
    const { body } = await as(group.owner).get(`/api/groups/slug/${group.slug}/tee-times`)
    expect(body).toMatchObject([
      { id: card.id, date: '2026-10-04', time: '02:10', startsAt: '2026-10-03T16:00:00Z' },
      { id: otherTeeTime.id, startsAt: '2026-10-03T16:30:00Z' },
    ])
  })

  test('refuses a tee time that is being posted in the old time zone', async () => {
    const posted = app.ctx.db.transaction(async (tx) => {
      await tx.execute(`update groups set time_zone = 'Europe/Vienna' where id = ${group.id}`)
      const plan = { course: 'Lakeview', date: '2026-06-06', time: '08:12', groupId: group.id }
      const answer = as(group.owner).post('/api/tee-times', plan)
      await waitUntilBlocked()
      return { answer }
    })
    const { status, body } = await (await posted).answer
    expect([status, body]).toMatchObject([409, { code: 'OUT_OF_DATE' }])
  })

  test("returns no 5xx when it races the group's deletion and other changes", async () => {
    const superAdmin = await make.golfer({ isSuperAdmin: true })
    for (let round = 0; round < 6; round += 1) {
      group = await make.group()
      const member = await make.member(group)
      const card = await make.teeTime(group)
      const answers = await Promise.all([
        updateGroup({ name: 'Moved', timeZone: 'Europe/Vienna' }),
        as(member).post('/api/tee-times', {
          course: 'Shaganappi Point',
          date: '2026-06-06',
          time: '08:12',
          groupId: group.id,
        }),
        as(superAdmin).delete(`/api/super-admin/groups/${group.id}`),
        as(member).post(`/api/tee-times/${card.id}/claim`, {}),
        as(group.owner).post(`/api/groups/${group.id}/transfer-ownership`, {
          newOwnerId: member.id,
        }),
      ])
      expect(answers[2]?.status).toBe(200)
      for (const { status } of answers) expect([200, 201, 403, 404, 409]).toContain(status)
    }
  })

  test('succeeds while spots are claimed and members join and leave', async () => {
    const golfers = await Promise.all(Array.from({ length: 4 }, () => make.member(group)))
    const cards = await Promise.all(
      ['08:00', '08:10', '08:20'].map((time) => make.teeTime(group, { time })),
    )
    const zones = ['America/Toronto', 'Europe/Vienna', 'America/Edmonton', 'Asia/Tokyo']
    const answers = await Promise.all([
      ...zones.map(async (timeZone) => {
        const answer = await updateGroup({ name: 'Before', timeZone })
        // The server refuses this request if another one changes the zone in the meantime.
        return answer.status === 409 ? updateGroup({ name: 'Before', timeZone }) : answer
      }),
      ...golfers.flatMap((golfer) =>
        cards.map((card) => as(golfer).post(`/api/tee-times/${card.id}/claim`, {})),
      ),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { timeZone } = await readGroup()
    const { rows } = await app.ctx.db.execute<{ isCorrect: boolean }>(
      `select starts_at = (date || ' ' || time)::timestamp at time zone '${timeZone}' as "isCorrect"
       from tee_times where group_id = ${group.id}`,
    )
    expect(rows).toEqual([{ isCorrect: true }, { isCorrect: true }, { isCorrect: true }])
  })
})

test('refuses a change by the old owner if the group is transferred at the same time', async () => {
  const newOwner = await make.member(group)
  const transfer = await app.ctx.db.$client.connect()
  await transfer.query('begin')
  await transfer.query(`update groups set owner_id = ${newOwner.id} where id = ${group.id}`)
  // The access check still finds the old owner and allows the change. Then the change waits for the group's
  // lock.
  const change = updateGroup({ name: 'Too Late' })
  await waitUntilBlocked()
  await transfer.query('commit')
  transfer.release()
  expect(await change).toMatchObject({ status: 403, body: { message: OWNER_ONLY_MESSAGE } })
  expect(await as(newOwner).get(`/api/groups/slug/${group.slug}`)).toMatchObject({
    body: { name: 'Before' },
  })
})
