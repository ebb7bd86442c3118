import {
  endStandingTime,
  listStandingTimes,
  type StandingTime,
  skipStandingDate,
  unskipStandingDate,
} from '../../../../contract/standing-times.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { keyOf, queryClient } from '../../../lib/query-client.ts'

const keyFor = (groupId: number) => keyOf(listStandingTimes, { params: { id: groupId } })

function readAgain(groupId: number): void {
  void queryClient.invalidateQueries({ queryKey: keyFor(groupId) })
}

function put(groupId: number, changed: StandingTime): void {
  queryClient.setQueryData<StandingTime[]>(keyFor(groupId), (known) =>
    known?.map((one) => (one.id === changed.id ? changed : one)),
  )
}

/** Skips a date, or undoes that. */
export function useChangeDate(groupId: number, standingId: number) {
  return useAction<{ date: string; skip: boolean }, StandingTime>({
    run: ({ date, skip }) =>
      call(skip ? skipStandingDate : unskipStandingDate, {
        params: { id: groupId, standingId },
        body: { date },
      }),
    failure: {
      title: 'Failed to Change the Date',
      fallback: 'An error occurred while changing the standing tee time.',
    },
    onSuccess: (changed) => put(groupId, changed),
    onError: () => readAgain(groupId),
  })
}

export function useEndStanding(groupId: number, standingId: number, onEnded: () => void) {
  return useAction({
    run: () => call(endStandingTime, { params: { id: groupId, standingId } }),
    success: {
      title: 'Standing Tee Time Ended',
      description: 'What is posted stays; no more are posted.',
    },
    failure: {
      title: 'Failed to End the Standing Tee Time',
      fallback: 'An error occurred while ending the standing tee time.',
    },
    onSuccess: () => {
      onEnded()
      readAgain(groupId)
    },
    onError: () => readAgain(groupId),
  })
}
