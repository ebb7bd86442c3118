import {
  createMyCalendar,
  deleteMyCalendar,
  type MyCalendar,
  type NewCalendar,
  readMyCalendar,
} from '../../../../contract/calendars.ts'
import type { AnswerOf } from '../../../../contract/endpoint.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { keyOf, queryClient } from '../../../lib/query-client.ts'

const KEY = keyOf(readMyCalendar, {})

/** Marks the address stale for the next visit to the profile: another phone may change it meanwhile. */
export function invalidateCalendar(): void {
  void queryClient.invalidateQueries({ queryKey: KEY, refetchType: 'none' })
}

function take(createdAt: MyCalendar['createdAt']): void {
  queryClient.setQueryData<MyCalendar>(KEY, { createdAt })
}

function readAgain(): void {
  void queryClient.invalidateQueries({ queryKey: KEY })
}

/** Creates an address that replaces the one the screen knows. */
export function useCreateCalendar(
  replaces: MyCalendar['createdAt'],
  then: { readonly onMade: (made: NewCalendar) => void; readonly onRefused?: () => void },
) {
  return useAction<void, NewCalendar>({
    run: () => call(createMyCalendar, { body: { replaces } }),
    success: {
      title: 'Calendar Address Made',
      description: 'Copy it, or open it in your calendar, before you leave this page.',
    },
    failure: {
      title: 'Failed to Make an Address',
      fallback: 'An error occurred while making your calendar address.',
    },
    onSuccess: (made) => {
      take(made.createdAt)
      then.onMade(made)
    },
    onError: () => {
      readAgain()
      then.onRefused?.()
    },
  })
}

export function useDeleteCalendar(onEnded: () => void) {
  return useAction<void, AnswerOf<typeof deleteMyCalendar>>({
    run: () => call(deleteMyCalendar, {}),
    success: {
      title: 'Calendar Address Ended',
      description: 'Nobody can read your rounds at it any more.',
    },
    failure: {
      title: 'Failed to End the Address',
      fallback: 'An error occurred while ending your calendar address.',
    },
    onSuccess: () => {
      take(null)
      onEnded()
    },
    onError: readAgain,
  })
}
