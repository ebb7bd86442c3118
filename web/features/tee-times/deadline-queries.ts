import { callForPlayers } from '../../../contract/deadlines.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { take, takeRefusal } from './queries.ts'

export function useCallForPlayers(card: TeeTime, requesterId: number) {
  return useAction({
    run: () => call(callForPlayers, { params: { id: card.id }, body: { requesterId } }),
    success: {
      title: 'Group Alerted',
      description: 'Everybody without a spot is asked to take one.',
    },
    failure: {
      title: 'Failed to Alert the Group',
      fallback: 'An error occurred while alerting the group.',
    },
    onSuccess: take,
    onError: (error) => takeRefusal(error, card),
  })
}
