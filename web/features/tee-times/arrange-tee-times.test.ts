import { expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import {
  canFold,
  chooseTopCard,
  dayName,
  directionsTo,
  hasKeptSpot,
  isMine,
  matchesFilter,
  nextRound,
} from './arrange-tee-times.ts'
import { teeTimeWith } from './testing/tee-time-with.ts'

const now = new Date('2026-05-29T12:00:00Z')
const golferId = 7
const me = { golferId, now }

const card = (changes: Partial<TeeTime> = {}) =>
  teeTimeWith({ creatorId: 2, participants: [{ id: 2, name: 'Anna Berg' }], ...changes })
const playing = { participants: [{ id: golferId, name: 'Ben Adams' }] }
const teedOff = { startsAt: '2026-05-29T11:00:00Z' }
const until = '2026-05-29T13:00:00Z'

test("counts a tee time as the golfer's if they posted it or are in it in any way", () => {
  expect(isMine(card(), golferId)).toBe(false)
  expect(isMine(card(), undefined)).toBe(false)
  const waiting = [{ id: golferId, name: 'Ben Adams', offeredUntil: null }]
  const guests = [{ id: 1, name: 'Dave', hostId: golferId, hostName: 'Ben Adams' }]
  const reservations = [{ id: 1, name: 'Ben Adams', golferId, until }]
  for (const mine of [
    playing,
    { creatorId: golferId },
    { waiting },
    { guests },
    { reservations },
  ]) {
    expect(isMine(card(mine), golferId), JSON.stringify(mine)).toBe(true)
  }
})

test('counts a tee time as open if the golfer can claim a spot', () => {
  expect(matchesFilter(card(), 'open', me)).toBe(true)
  expect(matchesFilter(card(playing), 'open', me)).toBe(false)
  expect(matchesFilter(card({ availableSpots: 0 }), 'open', me)).toBe(false)
  const reserved = {
    availableSpots: 0,
    reservations: [{ id: 1, name: 'Ben Adams', golferId, until }],
  }
  expect(matchesFilter(card(reserved), 'open', me)).toBe(true)
  expect(matchesFilter(card(teedOff), 'open', me)).toBe(false)
})

test('counts any tee time with a free spot as open for someone who can only view the group', () => {
  const viewer = { golferId: undefined, now }
  expect(matchesFilter(card(), 'open', viewer)).toBe(true)
  expect(matchesFilter(card({ availableSpots: 0 }), 'open', viewer)).toBe(false)
  expect(matchesFilter(card(teedOff), 'open', viewer)).toBe(false)
})

test('folds a full tee time that the golfer is not in, even if they posted it', () => {
  const full = { availableSpots: 0 }
  expect(canFold(card(), me)).toBe(false)
  expect(canFold(card(full), me)).toBe(true)
  expect(canFold(card(full), { golferId: undefined, now })).toBe(true)
  expect(canFold(card({ ...full, creatorId: golferId }), me)).toBe(true)
  expect(canFold(card({ ...full, ...playing }), me)).toBe(false)
  const waiting = [{ id: golferId, name: 'Ben Adams', offeredUntil: null }]
  expect(canFold(card({ ...full, waiting }), me)).toBe(false)
})

test('finds the next round that has not begun', () => {
  const [pastRound, next] = [card({ id: 2, ...playing, ...teedOff }), card({ id: 3, ...playing })]
  expect(nextRound([card(), pastRound, next, card({ id: 4, ...playing })], me)).toBe(next)
  expect(nextRound([card(), pastRound], me)).toBeUndefined()
  expect(nextRound([next], { golferId: undefined, now })).toBeUndefined()
})

test('shows a spot that is kept for the golfer first, unless their next round begins earlier', () => {
  const round = card({ id: 1, ...playing })
  const reservedCard = (until: string, changes: Partial<TeeTime> = {}) =>
    card({ id: 2, reservations: [{ id: 1, name: 'Ben Adams', golferId, until }], ...changes })
  const offeredCard = card({
    id: 3,
    availableSpots: 0,
    waiting: [{ id: golferId, name: 'Ben Adams', offeredUntil: '2026-05-29T12:30:00Z' }],
  })
  expect(hasKeptSpot(offeredCard, me)).toBe(true)
  expect(chooseTopCard([round, reservedCard(until), offeredCard], me)).toBe(offeredCard)
  const soon = reservedCard(until)
  expect(chooseTopCard([round, card(), soon], me)).toBe(soon)
  expect(chooseTopCard([card(), soon], me)).toBe(soon)
  expect(chooseTopCard([round, reservedCard('2026-05-31T13:00:00Z')], me)).toBe(round)
  for (const other of [reservedCard('2026-05-29T11:59:00Z'), reservedCard(until, playing)]) {
    expect(hasKeptSpot(other, me)).toBe(false)
    expect(chooseTopCard([round, other], me)).toBe(round)
  }
  expect(chooseTopCard([card()], me)).toBeUndefined()
})

test('names today and tomorrow, and other days by their date', () => {
  expect(dayName('2026-05-31', '2026-05-31')).toBe('Today')
  expect(dayName('2026-06-01', '2026-05-31')).toBe('Tomorrow')
  expect(dayName('2026-06-02', '2026-05-31')).toBe('Tue, Jun 2')
})

test('builds a directions URL for any course name', () => {
  expect(directionsTo('Lakeview & Sons #2')).toBe(
    'https://www.google.com/maps/dir/?api=1&destination=Lakeview+%26+Sons+%232',
  )
})
