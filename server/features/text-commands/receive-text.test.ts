import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { newSid, texting } from './testing/texting.ts'

let it: TestApp
let make: ReturnType<typeof factories>
let phones: ReturnType<typeof texting>

beforeAll(async () => {
  // A Monday noon in Calgary.
  it = await startTestApp({ at: '2026-06-01T18:00:00Z' })
  make = factories(it.ctx)
  phones = texting(it)
})
afterAll(() => it.close())

async function member() {
  const group = await make.group({ name: 'Stampede' })
  const golfer = await make.member(group, { name: 'Bob Baker' })
  return { group, golfer, number: await phones.givePhone(golfer) }
}

test('IN 7 takes a spot, OUT 7 gives it back', async () => {
  const { group, golfer, number } = await member()
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
  expect((await phones.textsTo(number)).filter((text) => /^You're/.test(text))).toHaveLength(4)
})

test('a text that the provider delivers twice is worked once', async () => {
  const { group, golfer, number } = await member()
  const { id } = await make.teeTime(group)
  const providerId = newSid()
  await Promise.all(Array.from({ length: 20 }, () => phones.text(number, 'in 1', { providerId })))
  expect(await phones.playersOf(id)).toEqual([golfer.id])
  await phones.text(number, 'out 1')
  await phones.text(number, 'in 1', { providerId })
  expect(await phones.playersOf(id)).toEqual([])
  expect((await phones.textsTo(number)).filter((text) => /^You're in/.test(text))).toHaveLength(1)
})

test('whatever is in a text, it is taken', async () => {
  const { number } = await member()
  for (const body of ['\0', 'in\0 9', '\ud800', '\u202eni', 'x'.repeat(10_000), '🏌️'.repeat(700)]) {
    expect(await phones.text(number, body)).toBeDefined()
  }
})

test('an answer is of the golfer whose phone it is', async () => {
  const { golfer, number } = await member()
  const providerId = newSid()
  await phones.text(number, 'list', { providerId })
  const { rows } = await it.ctx.db.$client.query(
    'select golfer_id, recipient from deliveries where key = $1',
    [`reply:${providerId}`],
  )
  expect(rows).toEqual([{ golfer_id: golfer.id, recipient: number }])
})
