import { expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import {
  type MyTeeTimes,
  withCard,
  withMyCard,
  withoutCard,
  withoutMyCard,
} from './my-tee-times.ts'

const NOW = new Date('2026-05-29T12:00:00Z')
const ME = 7
const me = { id: ME, name: 'Ann' }
const ben = { id: 8, name: 'Ben' }

function card(id: number, change: Partial<TeeTime> = {}): TeeTime {
  const { participants = [], maxPlayers = 2, ...rest } = change
  return {
    id,
    version: 1,
    groupId: 1,
    number: 7,
    startsAt: `2026-05-30T14:${10 + id}:00Z`,
    creatorId: 1,
    creator: { id: 1, name: 'Cleo' },
    creatorHasLeft: false,
    course: 'Shaganappi Point',
    date: '2026-05-30',
    time: '08:12',
    cost: 0,
    notes: null,
    maxPlayers,
    participants,
    waiting: [],
    cutOff: null,
    guests: [],
    holds: [],
    availableSpots: maxPlayers - participants.length,
    ...rest,
  }
}

const inGroup = (teeTime: TeeTime) => ({
  teeTime,
  group: { id: 1, name: 'Fairway Friends', slug: 'fairway-friends' },
  isToday: false,
})
const mine: MyTeeTimes = {
  rounds: [inGroup(card(1, { participants: [me] })), inGroup(card(4, { participants: [me] }))],
  openSpots: [inGroup(card(2)), inGroup(card(3))],
}

const ids = ({ rounds, openSpots }: MyTeeTimes) => [
  rounds.map(({ teeTime }) => teeTime.id),
  openSpots.map(({ teeTime }) => teeTime.id),
]
const after = (changed: TeeTime, golferId: number | undefined = ME) =>
  withMyCard(mine, changed, golferId, NOW)

test('a spot that I claimed becomes a round, in its order', () => {
  expect(ids(after(card(3, { version: 2, participants: [me] })))).toEqual([[1, 3, 4], [2]])
})

test("somebody else's claim changes the card in its place, and takes a full one away", () => {
  const claimed = after(card(2, { version: 2, participants: [ben] }))
  expect(ids(claimed)).toEqual(ids(mine))
  expect(claimed.openSpots[0]?.teeTime.availableSpots).toBe(1)
  expect(ids(after(card(2, { version: 2, participants: [ben, { ...ben, id: 9 }] })))).toEqual([
    [1, 4],
    [3],
  ])
})

test('the last spot stays mine to take while it is held for me', () => {
  const until = '2026-05-29T12:30:00Z'
  const holds = [{ id: 1, name: 'Ann', golferId: ME, until }]
  const held = card(2, { version: 2, participants: [ben], holds, availableSpots: 0 })
  expect(ids(after(held))).toEqual(ids(mine))
  const past = [{ id: 1, name: 'Ann', golferId: ME, until: '2026-05-29T12:00:00Z' }]
  expect(ids(after({ ...held, holds: past }))).toEqual([[1, 4], [3]])
})

test('a round that I left on another phone goes', () => {
  expect(ids(after(card(1, { version: 2 })))).toEqual([[4], [2, 3]])
})

test('old news, and cards that stand in neither list, change nothing', () => {
  expect(after(card(2, { version: 1, participants: [me] }))).toBe(mine)
  expect(after(card(9, { version: 5 }))).toBe(mine)
})

test('a cancelled one goes from wherever it stands', () => {
  expect(ids(withoutMyCard(mine, 1))).toEqual([[4], [2, 3]])
  expect(ids(withoutMyCard(mine, 3))).toEqual([[1, 4], [2]])
})

const versioned = (id: number, version: number, startsAt = '2026-05-30T14:12:00Z') =>
  card(id, { version, startsAt })

test('a newer card replaces the older one', () => {
  expect(withCard([versioned(1, 1)], versioned(1, 2))).toEqual([versioned(1, 2)])
})

test('old news changes nothing, not even the list itself', () => {
  const list = [versioned(1, 5)]
  expect(withCard(list, versioned(1, 5))).toBe(list)
  expect(withCard(list, versioned(1, 4))).toBe(list)
})

test('a new card stands where its tee-off puts it, and moves when that changes', () => {
  const early = versioned(2, 1, '2026-05-30T13:00:00Z')
  const late = versioned(3, 1, '2026-05-31T13:00:00Z')
  expect(withCard([early, late], versioned(1, 1)).map(({ id }) => id)).toEqual([2, 1, 3])
  const moved = { ...early, version: 2, startsAt: '2026-06-01T13:00:00Z' }
  expect(withCard([early, late], moved).map(({ id }) => id)).toEqual([3, 2])
})

test('a cancelled card goes; a list without it stays the same list', () => {
  const list = [versioned(1, 1), versioned(2, 1)]
  expect(withoutCard(list, 1)).toEqual([versioned(2, 1)])
  expect(withoutCard(list, 9)).toBe(list)
})
