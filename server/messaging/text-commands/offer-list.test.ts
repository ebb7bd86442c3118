import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { createStampede, texting } from './testing/texting.ts'

const MONDAY_NOON = '2026-06-01T18:00:00Z'

let app: TestApp
let make: ReturnType<typeof factories>
let phones: ReturnType<typeof texting>

beforeAll(async () => {
  app = await startTestApp({ at: MONDAY_NOON })
  make = factories(app.ctx)
  phones = texting(app)
})
afterAll(() => app.close())
beforeEach(() => app.clock.moveTo(MONDAY_NOON))

const createScene = () => createStampede(make, phones)
const text = (number: string, body: string) => phones.textForOneSegment(number, body)
const query = (statement: string, values: unknown[]) => app.ctx.db.$client.query(statement, values)

test("LIST shows open tee times of all groups in the next 7 days, by each group's clock", async () => {
  const { group, bob, number } = await createScene()
  const other = await make.group({ timeZone: 'Pacific/Auckland' })
  await make.member(other, { golfer: bob })
  await make.teeTime(group, { date: '2026-06-07', time: '07:04' })
  await make.teeTime(group, { date: '2026-06-08', time: '06:00' })
  await make.teeTime(group, { date: '2026-06-03', players: [bob] })
  await make.teeTime(group, { date: '2026-06-03', maxPlayers: 1, players: [group.owner] })
  await make.teeTime(group, { date: '2026-06-01', time: '12:30', maxPlayers: 2 })
  // In Auckland, it is already Tuesday, so the seventh day is a Monday.
  await make.teeTime(other, { date: '2026-06-08', course: 'Titirangi' })
  await make.teeTime(other, { date: '2026-06-09', course: 'Titirangi' })
  expect(await text(number, 'list?')).toBe(
    'Open spots. To claim one, reply 1-3:\n1) #5 Mon 12:30 PM Shaganappi Point (2)\n2) #1 Sun 7:04 AM Shaganappi Point (4)\n3) #1 Mon 8:12 AM Titirangi (4)',
  )
  expect(await text(number, '3')).toBe("You're in: Mon 8:12 AM Titirangi, 3 spots left.")
  await text(number, 'LIST')
  expect(await text(number, '4')).toMatch(/^Reply 1-2 to pick from the last list, or IN 4 /)
  expect(await text(number, '1.')).toMatch(/^You're in: Mon 12:30 PM/)
})

test('LIST shortens the heading rather than leaving out a tee time', async () => {
  const { group, number } = await createScene()
  for (const time of ['07:00', '08:00', '09:00', '10:00']) {
    await make.teeTime(group, { course: 'Lakeview', time })
  }
  expect(await text(number, 'LIST')).toBe(
    'To claim, reply 1-4:\n1) #1 Thu 7:00 AM Lakeview (4)\n2) #2 Thu 8:00 AM Lakeview (4)\n3) #3 Thu 9:00 AM Lakeview (4)\n4) #4 Thu 10:00 AM Lakeview (4)',
  )
})

test('LIST fits in one segment, however many tee times are open', async () => {
  const { group, number } = await createScene()
  for (let n = 0; n < 8; n += 1) {
    await make.teeTime(group, {
      course: `Kananaskis Country Golf Course, Mount Lorette, Łódź ⛳ ${n}`,
      time: `1${n % 3}:4${n}`,
      maxPlayers: 8,
    })
  }
  const answer = (await text(number, 'LIST')) ?? ''
  const lines = answer.split('\n')
  expect(lines.length).toBeGreaterThan(3)
  const shownCount = lines.filter((line) => /^\d\) /.test(line)).length
  expect(lines.at(-1)).toMatch(new RegExp(`^${8 - shownCount} more: http\\S+/dashboard$`))
})

test('a list checks access again when the golfer chooses an entry', async () => {
  const { group, bob, number } = await createScene()
  const { id } = await make.teeTime(group)
  expect(await text(number, '1')).toMatch(/^Reply LIST for open spots, or IN 1/)
  await text(number, 'LIST')
  await query('update groups set expiry_date = $2 where id = $1', [group.id, MONDAY_NOON])
  expect(await text(number, '1')).toMatch(/^Stampede is paused/)
  await query('update groups set expiry_date = null where id = $1', [group.id])
  await text(number, 'LIST')
  await app.phone(bob.session).post(`/api/groups/${group.id}/leave`)
  expect(await text(number, '1')).toBe(
    "That tee time isn't in your groups anymore. Reply LIST for open spots.",
  )
  expect(await phones.playersOf(id)).toEqual([])
})

test('a list is valid for one choice, for ten minutes, and until another text', async () => {
  const { group, bob, number } = await createScene()
  const ids: number[] = []
  for (const time of ['8:00', '9:00', '10:00']) {
    const plan = { players: [bob], time: time.padStart(5, '0') }
    ids.push((await make.teeTime(group, plan)).id)
  }
  const countRounds = async () => (await Promise.all(ids.map(phones.playersOf))).flat().length
  const EXPIRED = 'That list has expired. Reply OUT for a new one.'

  await text(number, 'OUT')
  expect(await text(number, '4')).toMatch(/^Reply 1-3 to pick from the last list/)
  expect(await text(number, '1')).toMatch(/^You're out of #1/)
  expect(await text(number, '1')).toBe(EXPIRED)
  expect(await text(number, '2')).toBe(EXPIRED)
  expect(await countRounds()).toBe(2)

  await text(number, 'OUT')
  app.clock.moveBy(10 * 60_000)
  expect(await text(number, '1')).toBe(EXPIRED)

  for (const other of ['HELP', 'IN 99', 'see you in the bar']) {
    await text(number, 'OUT')
    await text(number, other)
    expect(await text(number, '1')).toBe(EXPIRED)
  }
  expect(await countRounds()).toBe(2)

  await text(number, 'LIST')
  await text(number, 'HELP')
  expect(await text(number, '1')).toBe('That list has expired. Reply LIST for a new one.')
})

test('a list is valid only for the phone that it was sent to', async () => {
  const { group, number } = await createScene()
  await make.teeTime(group)
  const other = await phones.givePhone(await make.member(group))
  await text(number, 'LIST')
  expect(await text(other, '1')).toMatch(/^Reply LIST/)
})
