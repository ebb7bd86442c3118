import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { texting } from './testing/texting.ts'

const MONDAY_NOON = '2026-06-01T18:00:00Z'

let app: TestApp
let make: ReturnType<typeof factories>
let phones: ReturnType<typeof texting>
let group: TestGroup
let ann: TestGolfer
let bob: TestGolfer
let annsNumber: string

beforeAll(async () => {
  app = await startTestApp({ at: MONDAY_NOON })
  make = factories(app.ctx)
  phones = texting(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(MONDAY_NOON)
  group = await make.group({ name: 'Stampede' })
  ann = await make.member(group, { name: 'Ann Archer' })
  bob = await make.member(group, { name: 'Bob Baker' })
  annsNumber = await phones.givePhone(ann)
})

async function text(number: string, body: string): Promise<string | undefined> {
  const answer = await phones.text(number, body)
  if (answer !== undefined) expect(segmentsOf(answer), answer).toBe(1)
  return answer
}
const postTeeTime = (plan: object = {}) =>
  make.teeTime(group, { creator: ann, cancelHours: 24, players: [ann, bob], ...plan })
async function countCallsForPlayers(): Promise<number> {
  const { rows } = await app.ctx.db.execute(
    `select from deliveries where event = 'last-call' and group_id = ${group.id}`,
  )
  return rows.length
}

test('ALERT asks the group for players, like the button in the app', async () => {
  await postTeeTime()
  expect(await text(annsNumber, 'Alert 1')).toBe(
    'We asked the group to fill 2 spots in #1: Thu 8:12 AM Shaganappi Point.',
  )
  expect(await countCallsForPlayers()).toBe(1)
  expect(await text(annsNumber, 'ALERT 1')).toBe(
    'You already alerted the group. You can do it again in 6 hours.',
  )
  expect(await countCallsForPlayers()).toBe(1)
})

test('DROP removes an open spot, until no spot is open', async () => {
  await postTeeTime()
  expect(await text(annsNumber, 'DROP 1')).toBe(
    "#1 now has 3 spots: Thu 8:12 AM Shaganappi Point. Fourball doesn't notify the course, so be sure to call.",
  )
  expect(await text(annsNumber, 'DROP #1')).toMatch(/^#1 now has 2 spots: .* so be sure to call\.$/)
  expect(await text(annsNumber, 'DROP 1')).toBe(
    '#1 has no open spot to remove: Thu 8:12 AM Shaganappi Point.',
  )
  await postTeeTime({ maxPlayers: 1, players: [] })
  expect(await text(annsNumber, 'DROP 2')).toBe(
    '#2 has only one spot: Thu 8:12 AM Shaganappi Point. Cancel the tee time online instead.',
  )
})

test('DROP removes one of the current spots if an edit is committed at the same time', async () => {
  const { id } = await postTeeTime()
  let answer: Promise<string | undefined> | undefined
  await app.ctx.db.transaction(async (tx) => {
    await tx.execute(`update tee_times set version = version + 1, edited_version = version + 1
      where id = ${id}`)
    await tx.execute(`insert into spots (tee_time_id, group_id, position)
      select ${id}, min(group_id), generate_series(count(*) + 1, 6)
      from spots where tee_time_id = ${id}`)
    answer = text(annsNumber, 'DROP 1')
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await app.ctx.db.execute(waiting)).rows).toHaveLength(1)
  })
  expect(await answer).toMatch(/^#1 now has 5 spots: .* so be sure to call\.$/)
})

test('allows ALERT and DROP only for the poster', async () => {
  await postTeeTime()
  const bobsNumber = await phones.givePhone(bob)
  for (const word of ['ALERT', 'DROP']) {
    expect(await text(bobsNumber, `${word} 1`)).toBe('Only the person who posted #1 can do that.')
    expect(await text(bobsNumber, `${word} 9`)).toMatch(/^There's no #9/)
    expect(await text(annsNumber, word)).toMatch(new RegExp(`like ${word} 7\\.$`))
  }
  expect(await countCallsForPlayers()).toBe(0)
})

test('does not guess if the poster has two tee times with the number', async () => {
  await postTeeTime()
  const other = await make.group()
  await make.member(other, { golfer: ann })
  await make.teeTime(other, { creator: ann, cancelHours: 24 })
  expect(await text(annsNumber, 'DROP 1')).toMatch(
    /^You posted more than one #1\. Choose one here: http/,
  )
  expect(await countCallsForPlayers()).toBe(0)
})

test("acts on the poster's tee time after a text about another one with the number", async () => {
  await postTeeTime()
  const other = await make.group()
  await make.member(other, { golfer: ann })
  await phones.recordAlert(annsNumber, [(await make.teeTime(other)).id])
  expect(await text(annsNumber, 'ALERT 1')).toMatch(/^We asked the group to fill 2 spots in #1/)
  expect(await text(annsNumber, 'DROP 1')).toMatch(/^#1 now has 3 spots: /)
})

test('on a phone with two accounts, acts for the poster', async () => {
  await postTeeTime()
  await phones.givePhone(bob, { number: annsNumber })
  expect(await text(annsNumber, 'DROP 1')).toMatch(/^#1 now has 3 spots: .* so be sure to call\.$/)
})

test('says why a command is refused', async () => {
  const { id } = await postTeeTime()
  await app.ctx.db.execute(
    `update groups set expiry_date = '2026-06-01T17:00:00Z' where id = ${group.id}`,
  )
  expect(await text(annsNumber, 'ALERT 1')).toMatch(/^Stampede is paused/)
  await app.ctx.db.execute(`update groups set expiry_date = null where id = ${group.id}`)
  await postTeeTime({ cancelHours: null, course: 'Inglewood' })
  expect(await text(annsNumber, 'ALERT 2')).toMatch(/^Set a cancellation cut-off first: /)
  await postTeeTime({ maxPlayers: 2, course: 'Lakeview' })
  expect(await text(annsNumber, 'ALERT 3')).toMatch(/^There are no open spots/)
  app.clock.moveTo('2026-06-04T14:12:00Z')
  expect(await text(annsNumber, 'DROP 1')).toMatch(/already teed off/)
  app.clock.moveTo(MONDAY_NOON)
  await app.phone(ann.session).delete(`/api/tee-times/${id}`)
  expect(await text(annsNumber, 'ALERT 1')).toMatch(/^#1 was cancelled/)
  expect(await countCallsForPlayers()).toBe(0)
})
