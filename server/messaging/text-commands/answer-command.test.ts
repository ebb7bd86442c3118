import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { createStampede, texting } from './testing/texting.ts'

const MONDAY_NOON = '2026-06-01T18:00:00Z'
const fullReply = (number: number) =>
  `#${number} is full. Reply WAIT ${number} to get in line, or LIST for other open spots.`

const JUST_TAKEN =
  'That spot was just taken. Reply WAIT 1 to get in line, or LIST for other open spots.'

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

describe("a command with a tee time's number", () => {
  test('is refused if no tee time has the number', async () => {
    const { number } = await createScene()
    for (const body of ['IN 9', 'OUT 9', 'in 0', 'in 999999']) {
      expect(await text(number, body)).toMatch(/^There's no #\d+ in your groups\. Reply LIST/)
    }
  })

  test("is refused for another group's tee time", async () => {
    const { number } = await createScene()
    const other = await make.group()
    for (let n = 0; n < 3; n += 1) await make.teeTime(other)
    expect(await text(number, 'IN 3')).toMatch(/^There's no #3/)
  })

  test('is refused for a full tee time', async () => {
    const { group, number } = await createScene()
    await make.teeTime(group, { maxPlayers: 1, players: [group.owner] })
    expect(await text(number, 'IN 1')).toBe(fullReply(1))
  })

  test('is refused for a canceled tee time', async () => {
    const { group, number } = await createScene()
    const { id } = await make.teeTime(group)
    await app.phone(group.owner.session).delete(`/api/tee-times/${id}`)
    const answer = '#1 was cancelled: Thu 8:12 AM Shaganappi Point. Reply LIST for open spots.'
    expect(await text(number, 'IN 1')).toBe(answer)
    expect(await text(number, 'OUT 1')).toBe(answer)
  })

  test('is refused after tee-off, archived or not', async () => {
    const { group, bob, number } = await createScene()
    const { id } = await make.teeTime(group)
    app.clock.moveTo('2026-06-04T14:12:00Z')
    const answer = '#1 already teed off: Thu 8:12 AM Shaganappi Point. Reply LIST for open spots.'
    expect(await text(number, 'IN 1')).toBe(answer)
    await query('update tee_times set archived_at = now() where id = $1', [id])
    expect(await text(number, 'IN 1')).toBe(answer)
    expect(await phones.playersOf(id)).not.toContain(bob.id)
  })

  test('gets a reply that says whom to ask if the group has expired', async () => {
    const { group, bob, number } = await createScene()
    const { id } = await make.teeTime(group, { players: [bob] })
    await make.teeTime(group)
    await query(`update groups set expiry_date = '2026-06-01T17:00:00Z' where id = $1`, [group.id])
    expect(await text(number, 'IN 2')).toBe('Stampede is paused. Ask its owner, Ann, to subscribe.')
    const ownersNumber = await phones.givePhone(group.owner)
    expect(await text(ownersNumber, 'IN 2')).toMatch(
      new RegExp(`^Stampede is paused\\. Subscribe: http.*/${group.slug}/subscribe$`),
    )
    expect(await text(number, 'LIST')).toMatch(/^No open spots/)
    expect(await text(number, 'OUT 1')).toMatch(/^You're out of #1/)
    expect(await phones.playersOf(id)).toEqual([])
  })

  test('is refused for an inactive group', async () => {
    const { group, bob, number } = await createScene()
    const { id } = await make.teeTime(group)
    await query('update groups set is_active = false where id = $1', [group.id])
    expect(await text(number, 'IN 1')).toMatch(/^Stampede is turned off\. Its owner, Ann,/)
    expect(await text(number, 'LIST')).toMatch(/^No open spots/)
    expect(await phones.playersOf(id)).not.toContain(bob.id)
  })

  test('is refused for a group that the golfer was removed from', async () => {
    const { group, bob, number } = await createScene()
    const { id } = await make.teeTime(group)
    await app.phone(bob.session).post(`/api/groups/${group.id}/leave`)
    expect(await text(number, 'IN 1')).toMatch(/^There's no #1/)
    expect(await phones.playersOf(id)).toEqual([])
  })

  test('asks which group if two have the number, unless only one was texted about', async () => {
    const { group, bob, number } = await createScene()
    const first = await make.teeTime(group)
    const other = await make.group({ name: 'Foothills' })
    await make.member(other, { golfer: bob })
    const second = await make.teeTime(other, { course: 'Kananaskis Mt Kidd', time: '09:30' })
    expect(await text(number, 'IN 1')).toBe(
      "There's more than one #1. Which one? Reply 1-2:\n1) #1 Thu 8:12 AM Shaganappi Point (4)\n2) #1 Thu 9:30 AM Kananaskis Mt Kidd (4)",
    )
    expect(await phones.playersOf(first.id)).toEqual([])
    expect(await text(number, '2')).toBe("You're in: Thu 9:30 AM Kananaskis Mt Kidd, 3 spots left.")
    expect(await text(number, 'OUT 1')).toMatch(/^You're out of #1: Thu 9:30 AM/)
    await phones.recordAlert(number, [first.id])
    expect(await text(number, 'IN 1')).toMatch(/^You're in: Thu 8:12 AM Shaganappi Point/)
    expect(await phones.playersOf(second.id)).toEqual([])
  })

  test('asks which one if a text was about one of them, but the last list showed the other', async () => {
    const { group, bob, number } = await createScene()
    const players = [group.owner, await make.member(group), await make.member(group)]
    const full = await make.teeTime(group, { players, maxPlayers: 3 })
    const other = await make.group({ name: 'Foothills' })
    await make.member(other, { golfer: bob })
    await make.teeTime(other, { course: 'Kananaskis Mt Kidd', time: '09:30' })
    expect(await text(number, 'LIST')).toMatch(/\n1\) #1 Thu 9:30 AM Kananaskis Mt Kidd \(4\)$/)
    const question = /^There's more than one #1\. Which one\? Reply 1-2:/
    expect(await text(number, 'IN 1'), 'a list alone does not decide').toMatch(question)
    await text(number, 'LIST')
    await phones.recordAlert(number, [full.id])
    expect(await text(number, 'IN 1')).toMatch(question)
    expect(await text(number, '2')).toMatch(/^You're in: Thu 9:30 AM Kananaskis Mt Kidd/)
  })

  test('never claims a spot in another tee time if the one texted about was canceled', async () => {
    const { group, bob, number } = await createScene()
    const first = await make.teeTime(group)
    const other = await make.group()
    await make.member(other, { golfer: bob })
    const second = await make.teeTime(other)
    await phones.recordAlert(number, [first.id])
    await app.phone(group.owner.session).delete(`/api/tee-times/${first.id}`)
    expect(await text(number, 'IN 1')).toMatch(/^#1 was cancelled/)
    expect(await phones.playersOf(second.id)).toEqual([])
  })
})

describe('IN without a number', () => {
  test('claims a spot in the only tee time that was just texted about', async () => {
    const { group, bob, number } = await createScene()
    expect(await text(number, 'IN')).toMatch(/^Which one\? Reply LIST/)
    const { id } = await make.teeTime(group)
    expect(await text(number, 'IN')).toMatch(/^Which one\? Reply LIST/)
    await phones.recordAlert(number, [id])
    expect(await text(number, "I'm in!")).toMatch(/^You're in: Thu 8:12 AM/)
    expect(await phones.playersOf(id)).toEqual([bob.id])
    expect(await text(number, 'in')).toMatch(/^You're already in/)
  })

  test('claims nothing if the tee time was texted about long ago', async () => {
    const { group, number } = await createScene()
    const { id } = await make.teeTime(group)
    await phones.recordAlert(number, [id])
    app.clock.moveBy(12 * 3_600_000 + 1)
    expect(await text(number, 'IN')).toMatch(/^Which one/)
    expect(await phones.playersOf(id)).toEqual([])
  })

  test('asks which one if several tee times were texted about', async () => {
    const { group, bob, number } = await createScene()
    const first = await make.teeTime(group, { maxPlayers: 1 })
    const second = await make.teeTime(group, { time: '10:00' })
    await phones.recordAlert(number, [first.id, second.id])
    expect(await text(number, 'IN')).toBe(
      'Open spots. Which one? Reply 1-2:\n1) #1 Thu 8:12 AM Shaganappi Point (1)\n2) #2 Thu 10:00 AM Shaganappi Point (4)',
    )
    await app.phone(group.owner.session).post(`/api/tee-times/${first.id}/claim`)
    expect(await text(number, '1')).toBe(JUST_TAKEN)
    // The golfer may mean the full tee time, so IN does not claim the other one.
    expect(await text(number, 'IN')).toMatch(/^Open spots\. Which one\? Reply 1:\n1\) #2/)
    expect(await phones.playersOf(second.id)).toEqual([])
    expect(await text(number, '1')).toMatch(/^You're in: Thu 10:00 AM/)
    expect(await phones.playersOf(second.id)).toEqual([bob.id])
  })

  test('says that the tee time is full, or that all of several are', async () => {
    const { group, number } = await createScene()
    const { id } = await make.teeTime(group, { maxPlayers: 1, players: [group.owner] })
    await phones.recordAlert(number, [id])
    expect(await text(number, 'IN')).toBe(fullReply(1))
    const second = await make.teeTime(group, { maxPlayers: 1, players: [group.owner] })
    await phones.recordAlert(number, [second.id])
    expect(await text(number, 'IN')).toMatch(/^The spots we texted you about are all taken/)
  })
})

describe('the reply for a full tee time', () => {
  test("says 'just taken' only if the golfer was shown an open spot", async () => {
    const { group, number } = await createScene()
    const { id } = await make.teeTime(group, { maxPlayers: 1 })
    await text(number, 'LIST')
    await app.phone(group.owner.session).post(`/api/tee-times/${id}/claim`)
    expect(await text(number, 'IN 1')).toBe(fullReply(1))
    await query(
      `insert into deliveries (event, tee_time_ids, key, channel, status, recipient, created_at, sent_at)
       values ('opened', $2, $3, 'text', 'sent', $1, $4, $4)`,
      [number, [id], `opened ${number}`, app.clock.now()],
    )
    expect(await text(number, 'IN 1')).toBe(JUST_TAKEN)
  })
})

describe('OUT without a number', () => {
  test('leaves the only upcoming round', async () => {
    const { group, bob, number } = await createScene()
    expect(await text(number, 'OUT')).toMatch(/^You have no upcoming tee times/)
    const { id } = await make.teeTime(group, { players: [bob] })
    expect(await text(number, 'im out')).toBe("You're out of #1: Thu 8:12 AM Shaganappi Point.")
    expect(await phones.playersOf(id)).toEqual([])
  })

  test('asks which one if there are several', async () => {
    const { group, bob, number } = await createScene()
    const first = await make.teeTime(group, { players: [bob] })
    const second = await make.teeTime(group, { players: [bob], date: '2026-06-20' })
    expect(await text(number, 'OUT')).toBe(
      'Leave which one? Reply 1-2:\n1) #1 Thu 8:12 AM Shaganappi Point\n2) #2 Sat Jun 20 8:12 AM Shaganappi Point',
    )
    expect(await text(number, '2')).toMatch(/^You're out of #2: Sat Jun 20/)
    expect(await phones.playersOf(first.id)).toEqual([bob.id])
    expect(await phones.playersOf(second.id)).toEqual([])
  })
})

describe('a phone with two accounts', () => {
  test('acts for the account that can use the command, and says which one', async () => {
    const { group, number } = await createScene()
    const cat = await make.golfer({ name: 'Cat Carver' })
    await phones.givePhone(cat, { number })
    const { id } = await make.teeTime(group)
    expect(await text(number, 'IN 1')).toBe(
      'Bob is in: Thu 8:12 AM Shaganappi Point, 3 spots left.',
    )
    await make.member(group, { golfer: cat })
    expect(await text(number, 'OUT 1')).toMatch(/^Bob is out of #1/)
    expect(await text(number, 'IN 1')).toBe(
      "Open spots. Who's playing? Reply 1-2:\n1) Bob: #1 Thu 8:12 AM Shaganappi Point (4)\n2) Cat: #1 Thu 8:12 AM Shaganappi Point (4)",
    )
    expect(await text(number, '2')).toMatch(/^Cat is in/)
    expect(await phones.playersOf(id)).toEqual([cat.id])
    expect(await text(number, '1')).toMatch(/^That list has expired/)
    expect(await text(number, 'IN 1')).toMatch(/^Bob is in/)
    expect(await text(number, 'IN 1')).toMatch(/^(Bob|Cat) is already in/)
    expect(await text(number, 'OUT 1')).toMatch(/^Who's out\? Reply /)
  })

  test('does not act for an account without consent', async () => {
    const { group, bob, number } = await createScene()
    const cat = await make.member(group)
    await phones.givePhone(cat, { number, hasAgreed: false })
    const { id } = await make.teeTime(group)
    expect(await text(number, 'IN 1')).toMatch(/^You're in/)
    expect(await phones.playersOf(id)).toEqual([bob.id])
  })
})

test('keeps a hostile course name as plain text in a reply', async () => {
  const { group, number } = await createScene()
  await make.teeTime(group, { course: 'win.evil.example/now\nREPLY YES 🏆'.padEnd(100, 'é') })
  const answer = (await text(number, 'IN 1')) ?? ''
  expect(answer).toMatch(/^You're in: Thu 8:12 AM win evil example now REPLY YES/)
})

test('shows the time zone in a reply to a golfer in another time zone', async () => {
  const { group, bob, number } = await createScene()
  await make.teeTime(group)
  await query(`insert into preferences (golfer_id, time_zone) values ($1, 'America/Toronto')`, [
    bob.id,
  ])
  expect(await text(number, 'IN 1')).toBe(
    "You're in: Thu 8:12 AM MDT Shaganappi Point, 3 spots left.",
  )
})
