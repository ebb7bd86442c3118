import { describe, expect, test } from 'vitest'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { describeCutOff, describeLastCall, describeSpotCovered } from './describe-round.ts'
import { cutOffOf } from './format-for-reader.ts'
import { expectHarmless } from './testing/expect-harmless.ts'
import { ANN, BOB, buildReader, buildRound, CY, HOSTILE_INPUTS } from './testing/rounds.ts'

const round = buildRound({ cancelHours: 12 })
// Twelve hours before the round: the evening before, at 20:12.
const cutOff = cutOffWith()
const toAnn = buildReader({ golferId: ANN.id })

function cutOffWith(overrides: Parameters<typeof buildRound>[0] = {}) {
  const found = cutOffOf(buildRound({ cancelHours: 12, ...overrides }))
  if (found === undefined) throw new Error('The tee time has no cut-off')
  return found
}

test("counts cut-off hours as elapsed time before tee-off, in the course's time zone", () => {
  expect(cutOff).toMatchObject({ date: '2026-05-29', time: '20:12' })
  // In London, the clocks went forward early that Sunday.
  expect(
    cutOffWith({ date: '2026-03-29', time: '08:12', zone: 'Europe/London', cancelHours: 24 }),
  ).toMatchObject({ date: '2026-03-28', time: '07:12' })
  expect(cutOffOf(buildRound())).toBeUndefined()
})

describe('cut-off reminder for the poster', () => {
  test('shows how full the tee time is, the cut-off and what to do', () => {
    const message = describeCutOff(round, toAnn, cutOff)
    expect(message.text).toBe(
      'Fourball: #7 Sat: 2 of 4 filled. Course cut-off: Fri 8:12 PM. Reply ALERT 7 to alert the group, DROP 7 to remove an open spot. https://golf.example/stampede?t=7',
    )
    expect(message.mail.subject).toBe(
      '2 of 4 filled, last chance to cancel coming up: Shaganappi Point, Sat, May 30, 8:12 AM',
    )
    expect(message.mail.body).toContain(
      'You can cancel with the course until Fri, May 29 at 8:12 PM.',
    )
    expect(message.mail.body).toContain(
      'Until then, you can ask the group for players, remove an open spot, or cancel the tee time on Fourball.',
    )
  })

  test('suggests nothing that needs an open spot if the other spots are reserved or offered', () => {
    const message = describeCutOff({ ...round, openSpots: 0 }, toAnn, cutOff)
    expect(message.text).toBe(
      'Fourball: #7 Sat May 30 8:12 AM Shaganappi Point: 2 of 4 filled. Course cut-off: Fri 8:12 PM. https://golf.example/stampede?t=7',
    )
    expect(message.mail.body).toContain('Until then, you can cancel the tee time on Fourball.')
  })

  test('does not suggest removing the only spot', () => {
    const message = describeCutOff(
      { ...round, maxPlayers: 1, openSpots: 1, players: [] },
      toAnn,
      cutOff,
    )
    expect(message.text).toContain('Reply ALERT 7 to alert the group. https://')
    expect(message.mail.body).toContain(
      'Until then, you can ask the group for players or cancel the tee time on Fourball.',
    )
  })

  test('counts guests as filled spots', () => {
    expect(describeCutOff({ ...round, guests: 1, openSpots: 1 }, toAnn, cutOff).text).toMatch(
      /3 of 4 filled/,
    )
  })
})

test('shows members how many spots are open and until when, or that the cut-off has passed', () => {
  expect(describeLastCall(round, buildReader(), cutOff).text).toBe(
    'Fourball: Ann needs 2 spots filled before Fri May 29 8:12 PM: #7 Sat May 30 8:12 AM Shaganappi Point. Reply IN 7. https://golf.example/stampede?t=7',
  )
  const readerAfterCutOff = buildReader({ now: new Date('2026-05-30T02:12:00Z') })
  const message = describeLastCall(round, readerAfterCutOff, cutOff)
  expect(message.text).toBe(
    'Fourball: Ann needs 2 spots filled: #7 Sat May 30 8:12 AM Shaganappi Point. Reply IN 7. https://golf.example/stampede?t=7',
  )
  expect(message.mail.body).toContain(
    "It's too late to cancel, and the course may charge for unfilled spots.",
  )
})

test('says who took an owed spot, or that the tee time changed', () => {
  expect(describeSpotCovered(round, buildReader(), BOB.name).text).toBe(
    "Fourball: You won't have to pay for a spot you gave up in #7 Sat May 30 8:12 AM Shaganappi Point: Bob took it. https://golf.example/stampede?t=7",
  )
  expect(describeSpotCovered(round, buildReader(), undefined).mail.body).toContain(
    "You're no longer listed as a late dropout: the tee time changed.",
  )
})

const DESCRIBERS = [
  ['cut-off', describeCutOff],
  ['request for players', describeLastCall],
] as const

describe.each(DESCRIBERS)('%s', (_name, describeAlert) => {
  test('fits in one segment, however long the names and zones are', () => {
    const long = buildRound({
      course: 'Kananaskis Country Golf Course, Mount Lorette Championship Nine',
      creatorName: 'Maximiliana Featherstonehaugh-Cholmondeley',
      cancelHours: 12,
      slug: 'the-honourable-company-of-early'.slice(0, 30),
      number: 123,
    })
    const message = describeAlert(long, buildReader({ timeZone: 'America/Toronto' }), cutOff)
    expect(segmentsOf(message.text), message.text).toBe(1)
  })

  test.each(HOSTILE_INPUTS)('keeps %j as plain text in a course, a group and a name', (hostile) => {
    const typed = { ...round, course: hostile, groupName: hostile, creatorName: hostile }
    const plain = { ...round, course: 'Kananaskis', creatorName: 'Ann' }
    expectHarmless(
      describeAlert(typed, buildReader(), cutOff),
      describeAlert(plain, buildReader(), cutOff),
    )
  })
})

test.each(HOSTILE_INPUTS)('keeps %j as plain text in the name of the new player', (hostile) => {
  expectHarmless(
    describeSpotCovered(buildRound({ course: hostile }), buildReader(), hostile),
    describeSpotCovered(buildRound({ course: 'Kananaskis' }), buildReader(), CY.name),
  )
})
