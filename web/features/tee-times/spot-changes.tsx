import { useSyncExternalStore } from 'react'
import {
  joinWaitingList,
  leaveWaitingList,
  listMyWaitingEntries,
  releaseReservation,
  type WaitingEntry,
} from '../../../contract/spots.ts'
import {
  canClaim,
  claimSpot,
  isPlaying,
  leaveSpot,
  type TeeTime,
} from '../../../contract/tee-times.ts'
import type { FailureToast } from '../../lib/action.ts'
import { ApiError, call, RefusedError } from '../../lib/api-client.ts'
import { putResponse, queryClient, refetch } from '../../lib/query-client.ts'
import type { ToastContent } from '../../lib/toast-store.ts'
import { ToastButton } from '../../ui/Button.tsx'
import { overlapOf } from './describe-tee-time.ts'
import { cachedCard, putCardFromError, useCardAction } from './queries.ts'

/** A change to the golfer's spot or place in line, and its toasts. */
interface SpotChange {
  readonly run: () => Promise<TeeTime>
  readonly success: (changedCard: TeeTime) => ToastContent
  readonly failure: FailureToast
  readonly onSuccess?: () => void
}

type SpotChangeKind = 'claim' | 'take' | 'leave' | 'join' | 'step-out' | 'pass'

/** Returns one action for all changes, because a golfer makes only one change at a time. */
export function useSpotChange(card: TeeTime) {
  return useCardAction<SpotChange & { readonly kind: SpotChangeKind }>(card, {
    run: (change) => change.run(),
    success: (changedCard, change) => change.success(changedCard),
    failure: (change) => change.failure,
    onSuccess: (_changedCard, change) => change.onSuccess?.(),
    needsNoToast: (error) => overlapOf(error) !== undefined,
  })
}

const HTTP_PREFIX = { messagePrefix: 'HTTP ' }

export const CLAIM_TOASTS = {
  success: () => ({
    title: 'Spot Claimed!',
    description: "You've successfully claimed a spot in this tee time.",
  }),
  failure: {
    title: 'Failed to Claim Spot',
    fallback: 'An error occurred while claiming the spot.',
  },
}

export function spotChangesOf(
  card: TeeTime,
  golferId: number,
  { warnOfOverlap, isUnpaid }: { warnOfOverlap: boolean; isUnpaid: boolean },
): Record<SpotChangeKind, SpotChange> {
  const params = { id: card.id }
  const input = { params, body: { golferId } }
  const claim = {
    run: () => call(claimSpot, { params, body: { golferId, warnOfOverlap } }, HTTP_PREFIX),
    ...CLAIM_TOASTS,
  }
  const reservationId = card.reservations.find((one) => one.golferId === golferId)?.id
  // Undo doesn't restore guests, and nobody can claim a spot in an unpaid group.
  const canUndoLeaving = !isUnpaid && !card.guests.some(({ hostId }) => hostId === golferId)
  /** Returns another toast if the golfer got a spot in the meantime: they keep that spot. */
  const unlessPlaying = (success: ToastContent) => (changedCard: TeeTime) =>
    isPlaying(changedCard, golferId)
      ? {
          title: 'You Have a Spot',
          description: "You already got a spot in this tee time. Leave it if you can't play.",
        }
      : success
  return {
    claim,
    take: claim,
    leave: {
      run: () => call(leaveSpot, input, HTTP_PREFIX),
      success: (leftCard) => ({
        title: 'Spot Released!',
        description: "You've successfully left this tee time.",
        action: canUndoLeaving && <UndoLeaving leftCard={leftCard} golferId={golferId} />,
      }),
      failure: {
        title: 'Failed to Leave',
        fallback: 'An error occurred while leaving the tee time.',
      },
    },
    join: {
      run: () => call(joinWaitingList, input),
      success: () => ({
        title: "You're on the Waiting List",
        description: "When it's your turn, we'll offer you a spot.",
      }),
      failure: { title: 'Failed to Join the Waiting List', doing: 'joining the waiting list' },
      onSuccess: () => refetch(listMyWaitingEntries, {}),
    },
    'step-out': {
      run: () => call(leaveWaitingList, input),
      success: unlessPlaying({
        title: 'Left the Waiting List',
        description: "You're no longer in line for this tee time.",
      }),
      failure: { title: 'Failed to Leave the Waiting List', doing: 'leaving the waiting list' },
      onSuccess: () => putWaitingEntry(card),
    },
    pass: {
      run: () =>
        reservationId === undefined
          ? call(leaveWaitingList, input)
          : call(releaseReservation, { params: { ...params, reservationId } }),
      success: unlessPlaying({
        title: 'You Passed on This Spot',
        description:
          reservationId === undefined
            ? "You're off the waiting list for this tee time."
            : 'The spot is no longer reserved for you.',
      }),
      failure: { title: 'Failed to Pass on This Spot', doing: 'passing on this spot' },
    },
  }
}

/** Replaces the golfer's entry on the card's waiting list; removes it if `entry` is undefined. */
export function putWaitingEntry(card: TeeTime, entry?: WaitingEntry): void {
  putResponse(listMyWaitingEntries, {}, (entries) => {
    const others = entries?.filter(({ teeTimeId }) => teeTimeId !== card.id)
    return entry && others ? [...others, entry] : others
  })
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
    ...CLAIM_TOASTS,
    run: async () => {
      const input = { params: { id: card.id }, body: { golferId } }
      try {
        return await call(claimSpot, input, HTTP_PREFIX)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'FULL') throw error
        putCardFromError(error, card)
        throw new RefusedError('Someone else just took your spot. You can join the waiting list.')
      }
    },
  })
  if (!undo.isPending && !canClaim(card, golferId, new Date())) return null
  return (
    <ToastButton pending={undo.isPending} onClick={() => undo.mutate()}>
      {undo.isPending ? 'Claiming...' : 'Undo'}
    </ToastButton>
  )
}
