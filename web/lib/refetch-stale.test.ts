import { afterEach, expect, test } from 'vitest'
import { listMyInvitations } from '../../contract/invitations.ts'
import { queryClient, queryKeyOf } from './query-client.ts'
import { refetchLiveData } from './refetch-stale.ts'

afterEach(() => queryClient.clear())

test('marks the invitations as stale when live events may have been missed', async () => {
  const queryKey = queryKeyOf(listMyInvitations, {})
  queryClient.setQueryData(queryKey, [])
  refetchLiveData()
  await Promise.resolve()
  expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
