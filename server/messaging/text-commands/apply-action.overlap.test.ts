import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { texting } from './testing/texting.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let phones: ReturnType<typeof texting>
let group: TestGroup
let bob: TestGolfer
let number: string

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
  phones = texting(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo('2026-06-01T18:00:00Z')
  group = await make.group()
  bob = await make.member(group, { name: 'Bob Baker' })
  number = await phones.givePhone(bob)
})

async function text(body: string): Promise<string | undefined> {
  const answer = await phones.text(number, body)
  if (answer !== undefined) expect(segmentsOf(answer), answer).toBe(1)
  return answer
}

test('IN claims the spot and mentions the overlapping round in its reply', async () => {
  const other = await make.group()
  await make.member(other, { golfer: bob })
  await make.teeTime(other, { time: '09:00', course: 'Priddis Greens', players: [bob] })
  // This tee time takes number 1 in the group, so that the two overlapping rounds have different numbers.
  await make.teeTime(group, { date: '2026-06-30' })
  const card = await make.teeTime(group)
  expect(await text(`IN ${card.number}`)).toBe(
    "You're in: Thu 8:12 AM Shaganappi Point, 3 spots left. Overlaps your 9:00 AM round at Priddis Greens.",
  )
  expect(await text(`IN ${card.number}`)).toContain('already in')
})

test('fits the reply in one segment, whatever the courses are called', async () => {
  const course = (name: string) => name.repeat(10).slice(0, 100)
  await make.teeTime(group, { time: '10:30', course: course('Paskapoo Slopes '), players: [bob] })
  const card = await make.teeTime(group, { course: course('Shaganappi Point ') })
  expect(await text(`IN ${card.number}`)).toMatch(/^You're in: .+ Overlaps your 10:30 AM round/)
})

test('mentions no overlap if there is none', async () => {
  await make.teeTime(group, { time: '12:42', players: [bob] })
  const card = await make.teeTime(group)
  expect(await text(`IN ${card.number}`)).toBe(
    "You're in: Thu 8:12 AM Shaganappi Point, 3 spots left.",
  )
})
