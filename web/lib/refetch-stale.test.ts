import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { listMyGroups, readGroup } from '../../contract/groups.ts'
import { listMyInvitations } from '../../contract/invitations.ts'
import { listJoinRequests } from '../../contract/invites.ts'
import { listMyWaitingEntries } from '../../contract/spots.ts'
import { listMyTeeTimes, listUsedCourses } from '../../contract/tee-times.ts'
import { readWeather } from '../../contract/weather.ts'
import { ApiError } from './api-client.ts'
import { queryClient, queryKeyOf } from './query-client.ts'
import {
  invalidateGroup,
  invalidateRoundsAndStats,
  refetchLiveData,
  refreshMyGroups,
} from './refetch-stale.ts'

afterEach(() => queryClient.clear())

test.each([
  ['invitations', listMyInvitations],
  ['waiting lists', listMyWaitingEntries],
])('marks the %s as stale when live events may have been missed', async (_, endpoint) => {
  const queryKey = queryKeyOf(endpoint, {})
  queryClient.setQueryData(queryKey, [])
  refetchLiveData()
  await Promise.resolve()
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test.each([
  { invalidate: invalidateRoundsAndStats, invalidatesCourses: false },
  { invalidate: invalidateGroup, invalidatesCourses: true },
])('$invalidate.name marks the stats and, for a whole group, its lists as stale', async (given) => {
  const groupKey = queryKeyOf(readGroup, { params: { slug: 'fairway-friends' } })
  const roundsKey = queryKeyOf(listMyTeeTimes, {})
  const coursesKey = queryKeyOf(listUsedCourses, { params: { id: 1 } })
  const otherCoursesKey = queryKeyOf(listUsedCourses, { params: { id: 12 } })
  queryClient.setQueryData(groupKey, { id: 1 })
  for (const queryKey of [roundsKey, coursesKey, otherCoursesKey])
    queryClient.setQueryData(queryKey, [])
  await given.invalidate(1)
  const isStale = (queryKey: [string]) => queryClient.getQueryState(queryKey)?.isInvalidated
  expect([groupKey, roundsKey, coursesKey, otherCoursesKey].map(isStale)).toEqual([
    true,
    true,
    given.invalidatesCourses,
    false,
  ])
})

test.each([
  queryKeyOf(readGroup, { params: { slug: 'fairway-friends' } }),
  queryKeyOf(listJoinRequests, { params: { id: 1 } }),
  queryKeyOf(listMyGroups, {}),
])('reads %s again if the group changes during the first load', async (address) => {
  const firstLoad = Promise.withResolvers<object>()
  const read = vi.fn().mockReturnValueOnce(firstLoad.promise).mockResolvedValue({ isNew: true })
  const observer = new QueryObserver(queryClient, { queryKey: [address], queryFn: read })
  const unsubscribe = observer.subscribe(() => undefined)
  void invalidateGroup(1)
  refreshMyGroups()
  firstLoad.resolve({ id: 1 })
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ isNew: true }))
  unsubscribe()
})

test('loads a failed forecast on the screen again, but not one that is still loading', async () => {
  const query = { date: '2026-05-30', location: 'Lakeview' }
  const error = new ApiError(404, '{"code":"WEATHER_UNAVAILABLE"}')
  const firstLoad = Promise.withResolvers<never>()
  const read = vi.fn().mockReturnValueOnce(firstLoad.promise).mockResolvedValue({ temperature: 9 })
  const observer = new QueryObserver(queryClient, {
    queryKey: queryKeyOf(readWeather, { query }),
    queryFn: read,
  })
  const unsubscribe = observer.subscribe(() => undefined)
  refetchLiveData()
  firstLoad.reject(error)
  await vi.waitFor(() => expect(observer.getCurrentResult().error).toBe(error))
  expect(read).toHaveBeenCalledOnce()
  refetchLiveData()
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ temperature: 9 }))
  unsubscribe()
})
