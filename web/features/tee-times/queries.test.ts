import { afterEach, expect, test } from 'vitest'
import { type GroupDetail, readGroup } from '../../../contract/groups.ts'
import { readCurrentUser } from '../../../contract/sessions.ts'
import { listMyWaitingEntries } from '../../../contract/spots.ts'
import { listTeeTimes, type TeeTime } from '../../../contract/tee-times.ts'
import { ApiError } from '../../lib/api-client.ts'
import { queryClient, queryKeyOf } from '../../lib/query-client.ts'
import { readLatestToast } from '../../lib/toast-store.ts'
import { applyTeeTimeEvent, cachedCard, dropCard, putCard, putCardFromError } from './queries.ts'
import { teeTimeWith } from './testing/tee-time-with.ts'

const myListKey = queryKeyOf(listTeeTimes, { params: { slug: 'fairway-friends' } })
const otherListKey = queryKeyOf(listTeeTimes, { params: { slug: 'other-group' } })

const card = (id: number, version: number, groupId = 1) => teeTimeWith({ id, version, groupId })

function cacheGroups(): void {
  const detail = (id: number) => ({ id }) as GroupDetail
  queryClient.setQueryData(
    queryKeyOf(readGroup, { params: { slug: 'fairway-friends' } }),
    detail(1),
  )
  queryClient.setQueryData(queryKeyOf(readGroup, { params: { slug: 'other-group' } }), detail(2))
}

afterEach(() => queryClient.clear())

test('adds a card only to the list of its group, even if that list is empty', () => {
  cacheGroups()
  queryClient.setQueryData(myListKey, [])
  queryClient.setQueryData(otherListKey, [])
  putCard(card(1, 1))
  expect(queryClient.getQueryData(myListKey)).toEqual([card(1, 1)])
  expect(queryClient.getQueryData(otherListKey)).toEqual([])
})

test("recognizes a list's group by its cards if the group is not cached", () => {
  queryClient.setQueryData(myListKey, [card(1, 1)])
  queryClient.setQueryData(otherListKey, [card(2, 1, 2)])
  putCard(card(3, 1))
  expect(queryClient.getQueryData<TeeTime[]>(myListKey)?.map(({ id }) => id)).toEqual([1, 3])
  expect(queryClient.getQueryData<TeeTime[]>(otherListKey)?.map(({ id }) => id)).toEqual([2])
})

test('ignores a live event with an old version', () => {
  queryClient.setQueryData(myListKey, [card(1, 5)])
  const before = queryClient.getQueryData(myListKey)
  applyTeeTimeEvent({ type: 'tee-time', groupId: 1, teeTime: card(1, 4) })
  expect(queryClient.getQueryData(myListKey)).toBe(before)
})

test('knows which live events change only the stats of a group', () => {
  queryClient.setQueryData(myListKey, [card(1, 5)])
  const changesOnlyStats = (teeTime: TeeTime) =>
    applyTeeTimeEvent({ type: 'tee-time', groupId: 1, teeTime })
  expect(changesOnlyStats(card(1, 6))).toBe(true)
  expect(changesOnlyStats({ ...card(1, 7), course: 'Cedar Hollow Links' })).toBe(false)
  expect(changesOnlyStats(card(2, 1))).toBe(false)
  expect(applyTeeTimeEvent({ type: 'tee-time-gone', groupId: 1, teeTimeId: 1 })).toBe(false)
  expect(applyTeeTimeEvent({ type: 'group-changed', groupId: 1 })).toBe(false)
})

test("refetches the golfer's choices on waiting lists when one of these tee times changes", () => {
  const queryKey = queryKeyOf(listMyWaitingEntries, {})
  queryClient.setQueryData(queryKeyOf(readCurrentUser, {}), { id: 2 })
  queryClient.setQueryData(queryKey, [{ teeTimeId: 6, autoAccept: false }])
  applyTeeTimeEvent({ type: 'tee-time', groupId: 1, teeTime: card(5, 2) })
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false)
  const waiting = [{ id: 2, name: 'Bob', offeredUntil: null }]
  applyTeeTimeEvent({ type: 'tee-time', groupId: 1, teeTime: { ...card(6, 2), waiting } })
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test("says that a tee time was cancelled if it was the golfer's and had not begun", () => {
  queryClient.setQueryData(queryKeyOf(readCurrentUser, {}), { id: 2 })
  const players = [{ id: 2, name: 'Bob' }]
  const startsAt = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  queryClient.setQueryData(myListKey, [
    { ...card(90, 1), participants: players, startsAt: startsAt(-60) },
    { ...card(91, 1), startsAt: startsAt(60) },
    { ...card(92, 1), participants: players, startsAt: startsAt(60) },
  ])
  const removeAndReadToast = (teeTimeId: number) => {
    applyTeeTimeEvent({ type: 'tee-time-gone', groupId: 1, teeTimeId })
    return readLatestToast()?.title
  }
  expect(removeAndReadToast(90)).toBeUndefined()
  expect(removeAndReadToast(91)).toBeUndefined()
  expect(removeAndReadToast(92)).toBe('Tee Time Cancelled')
})

test('does not restore a canceled card from a late response', () => {
  queryClient.setQueryData(myListKey, [card(10, 1), card(11, 1)])
  dropCard(1, 10)
  putCard(card(10, 2))
  expect(queryClient.getQueryData(myListKey)).toEqual([card(11, 1)])
})

test('shows the current card to a golfer who was too slow', () => {
  queryClient.setQueryData(myListKey, [card(20, 1)])
  const full = { ...card(20, 2), availableSpots: 0 }
  const body = { message: 'Full.', code: 'FULL', teeTime: full }
  putCardFromError(new ApiError(409, JSON.stringify(body)), card(20, 1))
  expect(queryClient.getQueryData(myListKey)).toEqual([full])
})

test('removes a tee time that the server no longer has', () => {
  queryClient.setQueryData(myListKey, [card(30, 1), card(31, 1)])
  putCardFromError(new ApiError(404, '{"message":"Gone.","code":"NOT_FOUND"}'), card(30, 1))
  expect(queryClient.getQueryData(myListKey)).toEqual([card(31, 1)])
})

test('fetches and shows a tee time again for a golfer who has rejoined the group', () => {
  cacheGroups()
  queryClient.setQueryData(myListKey, [card(32, 1)])
  putCardFromError(new ApiError(404, '{"message":"Gone.","code":"NOT_FOUND"}'), card(32, 1))
  expect(queryClient.getQueryState(myListKey)?.isInvalidated).toBe(true)
  putCard(card(32, 2))
  expect(queryClient.getQueryData(myListKey)).toEqual([card(32, 2)])
})

test('keeps the list after a lost connection or a server error', () => {
  queryClient.setQueryData(myListKey, [card(40, 1)])
  putCardFromError(new ApiError(500, 'Internal Server Error'), card(40, 1))
  putCardFromError(new TypeError('Failed to fetch'), card(40, 1))
  expect(queryClient.getQueryData(myListKey)).toEqual([card(40, 1)])
})

test("finds a card in its group's list", () => {
  cacheGroups()
  queryClient.setQueryData(myListKey, [card(1, 1)])
  queryClient.setQueryData(otherListKey, [card(2, 3, 2)])
  expect(cachedCard(2, 2)?.version).toBe(3)
  expect(cachedCard(1, 2)).toBeUndefined()
})
