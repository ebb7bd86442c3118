import { describe, expect, test } from 'vitest'
import {
  canCallForPlayers,
  isBeforeCutOff,
  needsCutOffAction,
  nextCallAt,
  owesSpotOnLeaving,
  spotsFilled,
} from './cut-offs.ts'
import type { TeeTime } from './tee-times.ts'

const ANN = 1
const BOB = 2
const golfer = (id: number) => ({ id, name: `Golfer ${id}` })

function card(overrides: Partial<TeeTime> = {}): TeeTime {
  return {
    id: 7,
    groupId: 3,
    number: 4,
    creatorId: ANN,
    creator: golfer(ANN),
    creatorHasLeft: false,
    course: 'Lakeview',
    date: '2026-06-04',
    time: '12:00',
    startsAt: '2026-06-04T18:00:00Z',
    cost: 0,
    notes: null,
    maxPlayers: 4,
    participants: [golfer(ANN)],
    guests: [],
    reservations: [],
    cutOff: { hoursBefore: 24, at: '2026-06-03T18:00:00Z', calledAt: null, owedSpots: [] },
    availableSpots: 3,
    waiting: [],
    version: 1,
    ...overrides,
  }
}
const guest = { id: 1, name: 'Dave', hostId: ANN, hostName: 'Golfer 1' }
const full = { maxPlayers: 2, guests: [guest], availableSpots: 0 }
const reservation = { id: 1, name: 'Eve', golferId: null, until: '2026-06-03T12:00:00Z' }
const allReserved = { maxPlayers: 2, reservations: [reservation], availableSpots: 0 }

test('counts players and guests as filled spots, but not reservations', () => {
  expect(spotsFilled(card({ guests: [guest], reservations: [reservation] }))).toBe(2)
})

test.each([
  ['2026-06-03T17:59:59.999Z', true],
  ['2026-06-03T18:00:00Z', false],
])('at %s, a golfer can leave without owing the spot: %j', (now, isBefore) => {
  expect(isBeforeCutOff(card(), new Date(now))).toBe(isBefore)
  expect(owesSpotOnLeaving(card(), new Date(now))).toBe(!isBefore)
  expect(isBeforeCutOff(card({ cutOff: null }), new Date(now))).toBeUndefined()
  expect(owesSpotOnLeaving(card({ cutOff: null }), new Date(now))).toBe(false)
})

describe('whether the card shows the cut-off actions', () => {
  test.each<[string, Partial<TeeTime>, number | undefined, string, boolean]>([
    ['to the creator, a day before the cut-off', {}, ANN, '2026-06-02T18:00:00Z', true],
    ['to the creator, more than a day before the cut-off', {}, ANN, '2026-06-02T17:59:59Z', false],
    ['to the creator, after the cut-off', {}, ANN, '2026-06-03T19:00:00Z', true],
    ['to the creator, after tee-off', {}, ANN, '2026-06-04T18:00:00Z', false],
    ['to someone else', {}, BOB, '2026-06-03T12:00:00Z', false],
    ['to a visitor who is not signed in', {}, undefined, '2026-06-03T12:00:00Z', false],
    ['for a full tee time', full, ANN, '2026-06-03T12:00:00Z', false],
    [
      'for a tee time whose unfilled spots are all reserved',
      allReserved,
      ANN,
      '2026-06-03T12:00:00Z',
      true,
    ],
    ['for reserved spots after the cut-off', allReserved, ANN, '2026-06-03T19:00:00Z', false],
    ['for a tee time without a cut-off', { cutOff: null }, ANN, '2026-06-03T12:00:00Z', false],
  ])('%s', (_what, overrides, golferId, now, shown) => {
    expect(needsCutOffAction(card(overrides), golferId, new Date(now))).toBe(shown)
  })
})

test('lets only the creator call for players, every six hours while spots are open', () => {
  const lastCalled = card({
    cutOff: {
      hoursBefore: 24,
      at: '2026-06-03T18:00:00Z',
      calledAt: '2026-06-03T12:00:00.000Z',
      owedSpots: [],
    },
  })
  const canCallAt = (now: string, teeTime = lastCalled, golferId = ANN) =>
    canCallForPlayers(teeTime, golferId, new Date(now))
  expect(new Date(nextCallAt(lastCalled)).toISOString()).toBe('2026-06-03T18:00:00.000Z')
  expect(canCallAt('2026-06-03T17:59:59Z')).toBe(false)
  expect(canCallAt('2026-06-03T18:00:00Z')).toBe(true)
  expect(canCallAt('2026-06-03T12:00:00Z', card())).toBe(true)
  expect(canCallAt('2026-06-03T12:00:00Z', card(), BOB)).toBe(false)
  expect(canCallAt('2026-06-03T12:00:00Z', card(full))).toBe(false)
})
