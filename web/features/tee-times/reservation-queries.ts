import type { BodyOf } from '../../../contract/endpoint.ts'
import {
  bringGuest,
  releaseReservation,
  removeGuest,
  reserveSpot,
} from '../../../contract/spots.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { applyCard, applyRefusal } from './queries.ts'

// Mutations for guests and reserved spots.

export function useBringGuest(card: TeeTime, onBrought: () => void) {
  return useAction<BodyOf<typeof bringGuest>, TeeTime>({
    run: (body) => call(bringGuest, { params: { id: card.id }, body }),
    success: { title: 'Guest Added', description: 'Your guest has a spot in this tee time.' },
    failure: {
      title: 'Failed to Add Guest',
      fallback: 'An error occurred while adding the guest.',
    },
    onSuccess: (answer) => {
      applyCard(answer)
      onBrought()
    },
    onError: (error) => applyRefusal(error, card),
  })
}

export function useRemoveGuest(card: TeeTime, guestId: number) {
  return useAction({
    run: () => call(removeGuest, { params: { id: card.id, guestId } }),
    success: { title: 'Guest Removed', description: 'The spot is free again.' },
    failure: {
      title: 'Failed to Remove Guest',
      fallback: 'An error occurred while removing the guest.',
    },
    onSuccess: applyCard,
    onError: (error) => applyRefusal(error, card),
  })
}

export function useReserveSpot(card: TeeTime, onHeld: () => void) {
  return useAction<BodyOf<typeof reserveSpot>, TeeTime>({
    run: (body) => call(reserveSpot, { params: { id: card.id }, body }),
    success: { title: 'Spot Held', description: 'It opens by itself when the time is over.' },
    failure: {
      title: 'Failed to Hold Spot',
      fallback: 'An error occurred while holding the spot.',
    },
    onSuccess: (answer) => {
      applyCard(answer)
      onHeld()
    },
    onError: (error) => applyRefusal(error, card),
  })
}

export function useReleaseReservation(card: TeeTime, reservationId: number) {
  return useAction({
    run: () => call(releaseReservation, { params: { id: card.id, reservationId } }),
    success: { title: 'Spot Opened', description: 'The spot is not held any more.' },
    failure: {
      title: 'Failed to Open Spot',
      fallback: 'An error occurred while opening the spot.',
    },
    onSuccess: applyCard,
    onError: (error) => applyRefusal(error, card),
  })
}
