import { useState } from 'react'
import { delayMorning, type LATE_MINUTES, runLate } from '../../../../contract/delays.ts'
import { type TeeTime, teeTime } from '../../../../contract/tee-times.ts'
import { useAction } from '../../../lib/action.ts'
import { ApiError, call } from '../../../lib/api-client.ts'
import { refetchLiveData } from '../../../lib/read-anew.ts'

export function useDelayMorning(card: TeeTime, requesterId: number, onDone: () => void) {
  // Not `card.version`: live updates change it. If an answer is lost, a retry must not delay twice.
  const [seen, setSeen] = useState(card.version)
  return useAction({
    run: (minutes: number) =>
      call(delayMorning, {
        params: { id: card.id },
        body: { minutes, version: seen, requesterId },
      }),
    success: { title: 'Tee Times Delayed', description: 'Their players are told the new times.' },
    failure: {
      title: 'Failed to Delay',
      fallback: 'An error occurred while delaying the tee times.',
    },
    onSuccess: () => {
      refetchLiveData()
      onDone()
    },
    onError: (error) => {
      refetchLiveData()
      const now = teeTime.safeParse(error instanceof ApiError ? error.body['teeTime'] : null)
      if (now.success) setSeen(now.data.version)
    },
  })
}

export function useRunLate(card: TeeTime, golferId: number, onDone: () => void) {
  return useAction({
    run: (minutes: (typeof LATE_MINUTES)[number]) =>
      call(runLate, { params: { id: card.id }, body: { minutes, golferId } }),
    success: {
      title: 'The Others Are Told',
      description: "Those who play with you know that you're running late.",
    },
    failure: {
      title: 'Failed to Tell the Others',
      fallback: 'An error occurred while telling the others.',
    },
    onSuccess: onDone,
    onError: refetchLiveData,
  })
}
