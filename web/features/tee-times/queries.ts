import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BodyOf } from '../../../contract/endpoint.ts'
import {
  cancelTeeTime,
  claimSpot,
  cleanUpPastTeeTimes,
  editTeeTime,
  leaveSpot,
  listTeeTimes,
  type TeeTime,
} from '../../../contract/tee-times.ts'
import { type Action, useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { keyOf, queryClient } from '../../lib/query-client.ts'
import { invalidateGroup } from '../../lib/refetch-stale.ts'
import { sessionId } from '../../lib/session.ts'
import { dropCard, putCard, putRefusedCard } from './cache.ts'
import { isOverlap } from './describe-tee-time.ts'

/** Puts the card from a response into the cache and refetches its group. */
export function applyCard(card: TeeTime): void {
  putCard(card)
  void invalidateGroup(card.groupId)
}

/** Updates the cached card from a failed request, to show what changed meanwhile. */
function applyRefusal(error: unknown, card: TeeTime): void {
  putRefusedCard(error, card)
  void invalidateGroup(card.groupId)
}

/** An action on a tee time whose response is the updated card, which goes into the cache. */
export function useCardAction<Input = void>(
  card: TeeTime,
  action: Omit<Action<Input, TeeTime>, 'onError'>,
) {
  return useAction<Input, TeeTime>({
    ...action,
    onSuccess: (answer, input) => {
      action.onSuccess?.(answer, input)
      applyCard(answer)
    },
    onError: (error) => applyRefusal(error, card),
  })
}

/** Claims a spot. Warns first if another round overlaps, unless `knowing` is set. */
export function useClaimSpot(card: TeeTime, golferId: number) {
  return useCardAction<{ knowing: boolean }>(card, {
    run: ({ knowing }) =>
      call(
        claimSpot,
        { params: { id: card.id }, body: { golferId, ...(!knowing && { warnOfOverlap: true }) } },
        { messagePrefix: 'HTTP ' },
      ),
    success: SPOT_CLAIMED,
    failure: {
      title: 'Failed to Claim Spot',
      fallback: 'An error occurred while claiming the spot.',
    },
    isQuestion: isOverlap,
  })
}

export const SPOT_CLAIMED = {
  title: 'Spot Claimed!',
  description: "You've successfully claimed a spot in this tee time.",
} as const

export function useLeaveSpot(card: TeeTime, golferId: number) {
  return useCardAction(card, {
    run: () =>
      call(leaveSpot, { params: { id: card.id }, body: { golferId } }, { messagePrefix: 'HTTP ' }),
    success: { title: 'Spot Released!', description: "You've successfully left this tee time." },
    failure: {
      title: 'Failed to Leave',
      fallback: 'An error occurred while leaving the tee time.',
    },
  })
}

export function useCancelTeeTime(card: TeeTime, requesterId: number) {
  return useAction({
    run: () => call(cancelTeeTime, { params: { id: card.id }, body: { requesterId } }),
    success: {
      title: 'Tee Time Cancelled',
      description: 'The tee time has been successfully cancelled.',
    },
    failure: {
      title: 'Failed to Cancel',
      fallback: 'An error occurred while cancelling the tee time.',
    },
    onSuccess: () => {
      dropCard(card.groupId, card.id)
      void invalidateGroup(card.groupId)
    },
    onError: (error) => applyRefusal(error, card),
  })
}

export function useEditTeeTime(card: TeeTime) {
  return useCardAction<BodyOf<typeof editTeeTime>>(card, {
    run: (body) => call(editTeeTime, { params: { id: card.id }, body }),
    success: {
      title: 'Tee Time Updated',
      description: 'The tee time has been successfully updated.',
    },
    failure: {
      title: 'Failed to Update Tee Time',
      fallback: 'An error occurred while updating the tee time.',
    },
  })
}

let cleanedUpFor: string | null = null

/**
 * Cleans up past tee times once per session, as soon as the golfer is known. Failures are
 * only logged: this is housekeeping, and golfers can't do anything about it.
 */
export function useCleanUp(slug: string, userLoaded: boolean): void {
  const { mutate } = useMutation({
    mutationFn: async () => {
      try {
        await call(cleanUpPastTeeTimes, {}, { contentTypeAlone: true })
      } catch (error) {
        // biome-ignore lint/suspicious/noConsole: the specification asks for this line.
        console.warn('Failed to cleanup past tee times', error)
        throw error
      }
    },
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: keyOf(listTeeTimes, { params: { slug } }) }),
  })
  useEffect(() => {
    const session = sessionId()
    if (!userLoaded || session === null || cleanedUpFor === session) return
    cleanedUpFor = session
    mutate()
  }, [userLoaded, mutate])
}
