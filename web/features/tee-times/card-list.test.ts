import { expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { withCard, withoutCard } from './card-list.ts'

function card(id: number, version: number, startsAt = '2026-05-30T14:12:00Z'): TeeTime {
  return {
    id,
    version,
    startsAt,
    groupId: 1,
    number: 7,
    creatorId: 1,
    creator: { id: 1, name: 'Ann' },
    creatorHasLeft: false,
    course: 'Shaganappi Point',
    date: '2026-05-30',
    time: '08:12',
    cost: 0,
    notes: null,
    maxPlayers: 4,
    participants: [],
    waiting: [],
    cutOff: null,
    guests: [],
    holds: [],
    availableSpots: 4,
  }
}

test('replaces an older card with a newer one', () => {
  expect(withCard([card(1, 1)], card(1, 2))).toEqual([card(1, 2)])
})

test('keeps the same list for an outdated event', () => {
  const list = [card(1, 5)]
  expect(withCard(list, card(1, 5))).toBe(list)
  expect(withCard(list, card(1, 4))).toBe(list)
})

test('sorts a new card by tee-off and moves it when that changes', () => {
  const early = card(2, 1, '2026-05-30T13:00:00Z')
  const late = card(3, 1, '2026-05-31T13:00:00Z')
  expect(withCard([early, late], card(1, 1)).map(({ id }) => id)).toEqual([2, 1, 3])
  const moved = { ...early, version: 2, startsAt: '2026-06-01T13:00:00Z' }
  expect(withCard([early, late], moved).map(({ id }) => id)).toEqual([3, 2])
})

test('removes a cancelled card and keeps the same list when it is not there', () => {
  const list = [card(1, 1), card(2, 1)]
  expect(withoutCard(list, 1)).toEqual([card(2, 1)])
  expect(withoutCard(list, 9)).toBe(list)
})
