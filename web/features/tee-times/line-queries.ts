import { releaseHold } from '../../../contract/spot-holds.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { stopWaiting, waitForSpot } from '../../../contract/waiting-lists.ts'
import { useAction } from '../../shell/action.ts'
import { call } from '../../shell/api-client.ts'
import { toast } from '../../ui/toast-store.ts'
import { take, takeRefusal } from './queries.ts'

/** Joins the line of a full tee time; `takeIt` takes the spot that comes free without asking. */
export function useJoinLine(card: TeeTime, golferId: number) {
  return useAction<{ readonly takeIt: boolean }, TeeTime>({
    run: ({ takeIt }) => call(waitForSpot, { params: { id: card.id }, body: { golferId, takeIt } }),
    failure: {
      title: 'Failed to Join the Waiting List',
      fallback: 'An error occurred while joining the waiting list.',
    },
    onSuccess: (answer, { takeIt }) => {
      toast({
        title: "You're on the Waiting List",
        description: takeIt
          ? 'The next spot that is yours by turn is taken for you.'
          : 'When it is your turn, a free spot is held for you, and we ask you.',
      })
      take(answer)
    },
    onError: (error) => takeRefusal(error, card),
  })
}

export function useLeaveLine(card: TeeTime, golferId: number) {
  return useAction({
    run: () => call(stopWaiting, { params: { id: card.id }, body: { golferId } }),
    success: {
      title: 'Waiting List Left',
      description: 'You are not in line for this tee time any more.',
    },
    failure: {
      title: 'Failed to Leave the Waiting List',
      fallback: 'An error occurred while leaving the waiting list.',
    },
    onSuccess: take,
    onError: (error) => takeRefusal(error, card),
  })
}

/** Passes on the spot that is held for me: by name, or else by my place in line. */
export function usePassOn(card: TeeTime, golferId: number) {
  const hold = card.holds.find((held) => held.golferId === golferId)
  return useAction({
    run: () =>
      hold
        ? call(releaseHold, { params: { id: card.id, holdId: hold.id } })
        : call(stopWaiting, { params: { id: card.id }, body: { golferId } }),
    success: { title: 'Spot Passed On', description: 'It is not held for you any more.' },
    failure: {
      title: 'Failed to Pass',
      fallback: 'An error occurred while passing on the spot.',
    },
    onSuccess: take,
    onError: (error) => takeRefusal(error, card),
  })
}
