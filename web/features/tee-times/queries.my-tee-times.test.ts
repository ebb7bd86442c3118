import { expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import {
  type MyTeeTimes,
  removeFromMyTeeTimes,
  updateMyTeeTimes,
  withCard,
  withoutCard,
} from './queries.ts'
import { teeTimeWith } from './testing/tee-time-with.ts'

const NOW = new Date('2026-05-29T12:00:00Z')
const ME = 7
const me = { id: ME, name: 'Ann' }
const ben = { id: 8, name: 'Ben' }

const card = (id: number, changes: Partial<TeeTime> = {}) =>
  teeTimeWith({ id, startsAt: `2026-05-30T14:${10 + id}:00Z`, maxPlayers: 2, ...changes })

const inGroup = (teeTime: TeeTime) => ({
  teeTime,
  group: { id: 1, name: 'Fairway Friends', slug: 'fairway-friends' },
  isToday: false,
})
const myTeeTimes: MyTeeTimes = {
  rounds: [inGroup(card(1, { participants: [me] })), inGroup(card(4, { participants: [me] }))],
  openSpots: [inGroup(card(2)), inGroup(card(3))],
}

const ids = ({ rounds, openSpots }: MyTeeTimes) => [
  rounds.map(({ teeTime }) => teeTime.id),
  openSpots.map(({ teeTime }) => teeTime.id),
]
const listsAfter = (changed: TeeTime, golferId: number | undefined = ME) =>
  updateMyTeeTimes(myTeeTimes, changed, golferId, NOW)

test('moves a tee time to the rounds, in order, after the golfer claims a spot', () => {
  expect(ids(listsAfter(card(3, { version: 2, participants: [me] })))).toEqual([[1, 3, 4], [2]])
})

test("updates a card in place after someone else's claim and removes a full one", () => {
  const afterClaim = listsAfter(card(2, { version: 2, participants: [ben] }))
  expect(ids(afterClaim)).toEqual(ids(myTeeTimes))
  expect(afterClaim.openSpots[0]?.teeTime.availableSpots).toBe(1)
  expect(ids(listsAfter(card(2, { version: 2, participants: [ben, { ...ben, id: 9 }] })))).toEqual([
    [1, 4],
    [3],
  ])
})

test('keeps a tee time among the open spots while its last spot is reserved for the golfer', () => {
  const until = '2026-05-29T12:30:00Z'
  const reservations = [{ id: 1, name: 'Ann', golferId: ME, until }]
  const reservedCard = card(2, { version: 2, participants: [ben], reservations, availableSpots: 0 })
  expect(ids(listsAfter(reservedCard))).toEqual(ids(myTeeTimes))
  const expiredReservations = [{ id: 1, name: 'Ann', golferId: ME, until: '2026-05-29T12:00:00Z' }]
  expect(ids(listsAfter({ ...reservedCard, reservations: expiredReservations }))).toEqual([
    [1, 4],
    [3],
  ])
})

test('removes a tee time in three weeks when its spot is no longer reserved for the golfer', () => {
  const reservations = [{ id: 1, name: 'Ann', golferId: ME, until: '2026-05-29T12:30:00Z' }]
  const far = card(2, { startsAt: '2026-06-19T14:12:00Z', reservations })
  const before = { ...myTeeTimes, openSpots: [inGroup(far)] }
  const idsAfter = (changes: Partial<TeeTime>) =>
    ids(updateMyTeeTimes(before, { ...far, version: 2, ...changes }, ME, NOW))
  expect(idsAfter({ participants: [ben] })).toEqual([[1, 4], [2]])
  expect(idsAfter({ reservations: [] })).toEqual([[1, 4], []])
})

test('removes a round that the golfer left on another phone', () => {
  expect(ids(listsAfter(card(1, { version: 2 })))).toEqual([[4], [2, 3]])
})

test('ignores outdated events, and cards that are in neither list', () => {
  expect(listsAfter(card(2, { version: 1, participants: [me] }))).toBe(myTeeTimes)
  expect(listsAfter(card(9, { version: 5 }))).toBe(myTeeTimes)
})

test('removes a canceled tee time from either list', () => {
  expect(ids(removeFromMyTeeTimes(myTeeTimes, 1))).toEqual([[4], [2, 3]])
  expect(ids(removeFromMyTeeTimes(myTeeTimes, 3))).toEqual([[1, 4], [2]])
})

const cardWithVersion = (id: number, version: number, startsAt = '2026-05-30T14:12:00Z') =>
  card(id, { version, startsAt })

test('replaces an older card with a newer one', () => {
  expect(withCard([cardWithVersion(1, 1)], cardWithVersion(1, 2))).toEqual([cardWithVersion(1, 2)])
})

test('returns the same list for an outdated event', () => {
  const list = [cardWithVersion(1, 5)]
  expect(withCard(list, cardWithVersion(1, 5))).toBe(list)
  expect(withCard(list, cardWithVersion(1, 4))).toBe(list)
})

test('sorts a new card by tee-off, and moves a card when its tee-off changes', () => {
  const earlyCard = cardWithVersion(2, 1, '2026-05-30T13:00:00Z')
  const lateCard = cardWithVersion(3, 1, '2026-05-31T13:00:00Z')
  expect(withCard([earlyCard, lateCard], cardWithVersion(1, 1)).map(({ id }) => id)).toEqual([
    2, 1, 3,
  ])
  const movedCard = { ...earlyCard, version: 2, startsAt: '2026-06-01T13:00:00Z' }
  expect(withCard([earlyCard, lateCard], movedCard).map(({ id }) => id)).toEqual([3, 2])
})

test('removes a canceled card, and returns the same list if it does not contain the card', () => {
  const list = [cardWithVersion(1, 1), cardWithVersion(2, 1)]
  expect(withoutCard(list, 1)).toEqual([cardWithVersion(2, 1)])
  expect(withoutCard(list, 9)).toBe(list)
})
