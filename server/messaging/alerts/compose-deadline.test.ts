import { describe, expect, test } from 'vitest'
import { segmentsOf } from '../../providers/texts/embedded.ts'
import { cutOffOf } from './address-reader.ts'
import { describeDeadline, describeLastCall, describeOffTheHook } from './compose-deadline.ts'
import { expectHarmless } from './testing/expect-harmless.ts'
import { ANN, BOB, CY, HOSTILE, readerOf, roundOf } from './testing/rounds.ts'

const round = roundOf({ cancelHours: 12 })
// The evening before, at 20:12.
const cutOff = when()
const toAnn = readerOf({ golferId: ANN.id })

function when(given: Parameters<typeof roundOf>[0] = {}) {
  const found = cutOffOf(roundOf({ cancelHours: 12, ...given }))
  if (found === undefined) throw new Error('It has no cut-off')
  return found
}

test('a cut-off is so many hours that pass before tee-off, by the clock of the course', () => {
  expect(cutOff).toMatchObject({ date: '2026-05-29', time: '20:12' })
  // London's clocks went forward during the night before that Sunday.
  expect(
    when({ date: '2026-03-29', time: '08:12', zone: 'Europe/London', cancelHours: 24 }),
  ).toMatchObject({ date: '2026-03-28', time: '07:12' })
  expect(cutOffOf(roundOf())).toBeUndefined()
})

describe('to who posted it', () => {
  test('how full it is, until when, and what can be done', () => {
    const said = describeDeadline(round, toAnn, cutOff)
    expect(said.text).toBe(
      'Fourball: #7 Sat May 30 8:12 AM Shaganappi Point: 2 of 4 filled. Cut-off Fri May 29 8:12 PM. Reply ALERT 7 or DROP 7. https://golf.example/stampede?t=7',
    )
    expect(said.mail.subject).toBe(
      '2 of 4 filled, and the cut-off is near: Shaganappi Point, Sat, May 30, 8:12 AM',
    )
    expect(said.mail.body).toContain(
      'The course takes a cancellation until Fri, May 29 at 8:12 PM.',
    )
  })

  test('guests fill it, too', () => {
    expect(describeDeadline({ ...round, guests: 1, openSpots: 1 }, toAnn, cutOff).text).toMatch(
      /3 of 4 filled/,
    )
  })
})

test('to who may fill it: how many spots, before when, or that it is past', () => {
  expect(describeLastCall(round, readerOf(), cutOff).text).toBe(
    'Fourball: Ann asks: 2 spots to fill before Fri May 29 8:12 PM: #7 Sat May 30 8:12 AM Shaganappi Point. Reply IN 7. https://golf.example/stampede?t=7',
  )
  const late = readerOf({ now: new Date('2026-05-30T02:12:00Z') })
  const said = describeLastCall(round, late, cutOff)
  expect(said.text).toBe(
    'Fourball: Ann asks: 2 spots to fill: #7 Sat May 30 8:12 AM Shaganappi Point. Reply IN 7. https://golf.example/stampede?t=7',
  )
  expect(said.mail.body).toContain('The course takes no cancellation any more')
})

test('to who is off the hook: who took the spot, or that it need not be filled', () => {
  expect(describeOffTheHook(round, readerOf(), BOB.name).text).toBe(
    "Fourball: You're off the hook for #7 Sat May 30 8:12 AM Shaganappi Point: Bob took your spot. https://golf.example/stampede?t=7",
  )
  expect(describeOffTheHook(round, readerOf(), undefined).mail.body).toContain(
    "You're off the hook: that spot need not be filled any more.",
  )
})

const SAYING = [
  ['deadline', describeDeadline],
  ['last call', describeLastCall],
] as const

describe.each(SAYING)('%s', (_name, say) => {
  test('one part, however long the names and the zones are', () => {
    const long = roundOf({
      course: 'Kananaskis Country Golf Course, Mount Lorette Championship Nine',
      creatorName: 'Maximiliana Featherstonehaugh-Cholmondeley',
      cancelHours: 12,
      slug: 'the-honourable-company-of-early'.slice(0, 30),
      number: 123,
    })
    const said = say(long, readerOf({ timeZone: 'America/Toronto' }), cutOff)
    expect(segmentsOf(said.text), said.text).toBe(1)
  })

  test.each(HOSTILE)('%j as a course, a group and a name stays text', (hostile) => {
    const typed = { ...round, course: hostile, groupName: hostile, creatorName: hostile }
    const plain = { ...round, course: 'Kananaskis', creatorName: 'Ann' }
    expectHarmless(say(typed, readerOf(), cutOff), say(plain, readerOf(), cutOff))
  })
})

test.each(HOSTILE)('%j took the spot', (hostile) => {
  expectHarmless(
    describeOffTheHook(roundOf({ course: hostile }), readerOf(), hostile),
    describeOffTheHook(roundOf({ course: 'Kananaskis' }), readerOf(), CY.name),
  )
})
