import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { readCommand } from './read-command.ts'
import { newSid, texting } from './testing/texting.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let phones: ReturnType<typeof texting>

beforeAll(async () => {
  // Monday noon in Calgary.
  app = await startTestApp({ at: '2026-06-01T18:00:00Z' })
  make = factories(app.ctx)
  phones = texting(app)
})
afterAll(() => app.close())

async function makeMember() {
  const group = await make.group({ name: 'Stampede' })
  const golfer = await make.member(group, { name: 'Bob Baker' })
  return { group, golfer, number: await phones.givePhone(golfer) }
}

test('claims a spot for IN and gives it up for OUT', async () => {
  const { group, golfer, number } = await makeMember()
  const { id } = await make.teeTime(group, { maxPlayers: 2 })
  expect(await phones.text(number, "i'm in 1")).toBe(
    "You're in: Thu 8:12 AM Shaganappi Point, 1 spot left.",
  )
  expect(await phones.playersOf(id)).toEqual([golfer.id])
  expect(await phones.text(number, 'In #1.')).toBe(
    "You're already in: Thu 8:12 AM Shaganappi Point, 1 spot left.",
  )
  expect(await phones.text(number, 'out 1')).toBe("You're out of #1: Thu 8:12 AM Shaganappi Point.")
  expect(await phones.text(number, 'OUT 1')).toBe("You're not in #1: Thu 8:12 AM Shaganappi Point.")
  expect(await phones.playersOf(id)).toEqual([])
  expect(
    (await phones.runJobsAndListTexts(number)).filter((text) => /^You're/.test(text)),
  ).toHaveLength(4)
})

test('handles a text once if the provider delivers it repeatedly', async () => {
  const { group, golfer, number } = await makeMember()
  const { id } = await make.teeTime(group)
  const providerId = newSid()
  await Promise.all(Array.from({ length: 20 }, () => phones.text(number, 'in 1', { providerId })))
  expect(await phones.playersOf(id)).toEqual([golfer.id])
  await phones.text(number, 'out 1')
  await phones.text(number, 'in 1', { providerId })
  expect(await phones.playersOf(id)).toEqual([])
  expect(
    (await phones.runJobsAndListTexts(number)).filter((text) => /^You're in/.test(text)),
  ).toHaveLength(1)
})

test('ignores commands from abroad, because replies cannot be sent there, but obeys STOP', async () => {
  const { group, golfer } = await makeMember()
  const number = await phones.givePhone(golfer, { number: '+18765550199' })
  const { id } = await make.teeTime(group)
  for (const body of ['in 1', 'list', 'help', 'start', 'what']) {
    expect(await phones.text(number, body)).toBeUndefined()
  }
  expect(await phones.playersOf(id)).toEqual([])
  await phones.text(number, 'stop')
  expect(await phones.runJobsAndListTexts(number)).toEqual([])
  const { rowCount } = await app.ctx.db.$client.query(
    'select from text_numbers where number = $1 and stopped_at is not null',
    [number],
  )
  expect(rowCount).toBe(1)
})

test('accepts texts with any content', async () => {
  const { number } = await makeMember()
  for (const body of ['\0', 'in\0 9', '\ud800', '\u202eni', 'x'.repeat(10_000), '🏌️'.repeat(700)]) {
    expect(await phones.text(number, body)).toBeDefined()
  }
})

test('records the reply in the delivery log of the golfer who has the phone', async () => {
  const { golfer, number } = await makeMember()
  const providerId = newSid()
  await phones.text(number, 'list', { providerId })
  const { rows } = await app.ctx.db.$client.query(
    'select golfer_id, recipient from deliveries where key = $1',
    [`reply:${providerId}`],
  )
  expect(rows).toEqual([{ golfer_id: golfer.id, recipient: number }])
})

test('changes spots only for commands, and fits every reply in one segment', {
  tags: 'thorough',
}, async () => {
  const { group, number } = await makeMember()
  const cards: TeeTime[] = []
  for (let n = 0; n < 4; n += 1) cards.push(await make.teeTime(group, { maxPlayers: 1 + n }))
  const readPlayers = async () =>
    JSON.stringify(await Promise.all(cards.map(({ id }) => phones.playersOf(id))))
  const words = [
    'in',
    'IN',
    'out',
    "i'm",
    'of',
    '#',
    '1',
    '2',
    '4',
    '9',
    'list',
    'yes',
    'the',
    'bar',
    '👍',
    '.',
  ]
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  let changes = 0
  for (let n = 0; n < 120; n += 1) {
    app.clock.moveBy(200_000)
    const some = Array.from({ length: 1 + random(3) }, () => words[random(words.length)])
    // Every second text may choose from a list, because a list is valid only for the next text.
    const digit = `${['', 'in ', 'out '][random(3)]}${1 + random(4)}`
    const body = n % 2 === 0 ? some.join(' ') : digit
    const before = await readPlayers()
    const answer = await phones.text(number, body)
    expect(segmentsOf(answer ?? ''), answer).toBeLessThanOrEqual(1)
    if ((await readPlayers()) === before) continue
    changes += 1
    expect(readCommand(body).kind, body).toMatch(/^(in|out|choice)$/)
    expect(answer, body).toMatch(/^You're (in|out)\b/)
  }
  expect(changes).toBeGreaterThan(5)
})
