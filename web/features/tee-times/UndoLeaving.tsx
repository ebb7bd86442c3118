import { useSyncExternalStore } from 'react'
import { canClaim, claimSpot, leaveSpot, type TeeTime } from '../../../contract/tee-times.ts'
import { ApiError, call, RefusedError } from '../../lib/api-client.ts'
import { queryClient } from '../../lib/query-client.ts'
import { ToastButton } from '../../ui/Button.tsx'
import {
  CLAIM_TOASTS,
  cachedCard,
  putRefusedCard,
  type SpotChange,
  useCardAction,
} from './queries.ts'

/**
 * Offers Undo, unless the golfer's guests left too, because Undo doesn't restore guests, or the group is
 * paused, because nobody can claim a spot in it.
 */
export function leaving(card: TeeTime, golferId: number, isPaused: boolean): SpotChange {
  const hasGuests = card.guests.some(({ hostId }) => hostId === golferId)
  return {
    kind: 'leave',
    run: () =>
      call(leaveSpot, { params: { id: card.id }, body: { golferId } }, { messagePrefix: 'HTTP ' }),
    failure: {
      title: 'Failed to Leave',
      fallback: 'An error occurred while leaving the tee time.',
    },
    success: (leftCard) => ({
      title: 'Spot Released!',
      description: "You've successfully left this tee time.",
      action: !hasGuests && !isPaused && <UndoLeaving leftCard={leftCard} golferId={golferId} />,
    }),
  }
}

/**
 * A button that claims a spot again, shown while a spot is open.
 * @param leftCard the card right after the golfer left
 */
function UndoLeaving({ leftCard, golferId }: { leftCard: TeeTime; golferId: number }) {
  const cached = useSyncExternalStore(
    (listener) => queryClient.getQueryCache().subscribe(listener),
    () => cachedCard(leftCard.groupId, leftCard.id),
  )
  const card = cached && cached.version > leftCard.version ? cached : leftCard
  const undo = useCardAction(card, {
    run: async () => {
      const input = { params: { id: card.id }, body: { golferId } }
      try {
        return await call(claimSpot, input, { messagePrefix: 'HTTP ' })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'FULL') throw error
        putRefusedCard(error, card)
        throw new RefusedError('Someone else just took your spot. You can join the waiting list.')
      }
    },
    ...CLAIM_TOASTS,
  })
  if (!undo.isPending && !canClaim(card, golferId, new Date())) return null
  return (
    <ToastButton pending={undo.isPending} onClick={() => undo.mutate()}>
      {undo.isPending ? 'Claiming...' : 'Undo'}
    </ToastButton>
  )
}
