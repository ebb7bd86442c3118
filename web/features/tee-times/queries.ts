import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod/mini'
import type { GroupDetail } from '../../../contract/groups.ts'
import { TEE_TIME_COST } from '../../../contract/limits.ts'
import {
  createRecurringTeeTime,
  type recurringTeeTimeForm,
} from '../../../contract/recurring-tee-times.ts'
import {
  cancelTeeTime,
  claimSpot,
  cleanUpPastTeeTimes,
  editTeeTime,
  leaveSpot,
  listTeeTimes,
  postTeeTime,
  type postTeeTimeForm,
  type TeeTime,
  teeTime,
} from '../../../contract/tee-times.ts'
import { useAction } from '../../lib/action.ts'
import { ApiError, call } from '../../lib/api-client.ts'
import { keyOf, queryClient, useEndpoint } from '../../lib/query-client.ts'
import { invalidateGroup } from '../../lib/refetch-stale.ts'
import { sessionId } from '../../lib/session.ts'
import { dropCard, putCard, putRefusedCard } from './cache.ts'
import { isOverlap } from './describe-tee-time.ts'
import type { Details } from './tee-time-form.ts'

export function useTeeTimes(slug: string) {
  return useEndpoint(listTeeTimes, { params: { slug } })
}

/** Puts the card from a response into the cache and refetches its group. */
export function applyCard(card: TeeTime): void {
  putCard(card)
  void invalidateGroup(card.groupId)
}

/** Updates the cached card from a failed request, to show what changed meanwhile. */
export function applyRefusal(error: unknown, card: TeeTime): void {
  putRefusedCard(error, card)
  void invalidateGroup(card.groupId)
}

/** Claims a spot. Warns first if another round overlaps, unless `knowing` is set. */
export function useClaimSpot(card: TeeTime, golferId: number) {
  return useAction<{ knowing: boolean }, TeeTime>({
    run: ({ knowing }) =>
      call(
        claimSpot,
        { params: { id: card.id }, body: { golferId, ...(!knowing && { warnOfOverlap: true }) } },
        { messagePrefix: 'HTTP ' },
      ),
    success: {
      title: 'Spot Claimed!',
      description: "You've successfully claimed a spot in this tee time.",
    },
    failure: {
      title: 'Failed to Claim Spot',
      fallback: 'An error occurred while claiming the spot.',
    },
    onSuccess: applyCard,
    onError: (error) => applyRefusal(error, card),
    isQuestion: isOverlap,
  })
}

export function useLeaveSpot(card: TeeTime, golferId: number) {
  return useAction({
    run: () =>
      call(leaveSpot, { params: { id: card.id }, body: { golferId } }, { messagePrefix: 'HTTP ' }),
    success: {
      title: 'Spot Released!',
      description: "You've successfully left this tee time.",
    },
    failure: {
      title: 'Failed to Leave',
      fallback: 'An error occurred while leaving the tee time.',
    },
    onSuccess: applyCard,
    onError: (error) => applyRefusal(error, card),
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

interface Edit {
  /** All values in the form. */
  readonly typed: Details
  readonly changes: Partial<Details>
  /** Version of the card that the changes are based on. */
  readonly version: number
  readonly requesterId: number
}

interface Editing {
  readonly onSaved: () => void
  /** Called with the current card and the typed values if it was edited elsewhere. */
  readonly onOutOfDate: (now: TeeTime, typed: Details) => void
}

export function useEditTeeTime(card: TeeTime, { onSaved, onOutOfDate }: Editing) {
  return useAction<Edit, TeeTime>({
    run: ({ changes, version, requesterId }) =>
      call(editTeeTime, { params: { id: card.id }, body: { ...changes, version, requesterId } }),
    success: {
      title: 'Tee Time Updated',
      description: 'The tee time has been successfully updated.',
    },
    failure: {
      title: 'Failed to Update Tee Time',
      fallback: 'An error occurred while updating the tee time.',
    },
    onSuccess: (saved) => {
      applyCard(saved)
      onSaved()
    },
    onError: (error, { typed }) => {
      applyRefusal(error, card)
      if (!(error instanceof ApiError) || error.code !== 'OUT_OF_DATE') return
      const now = teeTime.safeParse(error.body['teeTime'])
      if (now.success) onOutOfDate(now.data, typed)
    },
  })
}

type PostedForm = z.output<typeof postTeeTimeForm>

export function usePostTeeTime(group: GroupDetail, onPosted: () => void) {
  return useAction<PostedForm & { creatorId: number; warnOfOverlap: boolean }, TeeTime>({
    run: (form) =>
      call(
        postTeeTime,
        { body: { ...form, groupId: group.id, cost: TEE_TIME_COST } },
        { messagePrefix: 'HTTP ' },
      ),
    success: {
      title: 'Tee Time Posted!',
      description: 'Your tee time has been successfully posted to the group.',
    },
    failure: {
      title: 'Failed to Post Tee Time',
      fallback: 'An error occurred while posting the tee time.',
    },
    onSuccess: (card) => {
      applyCard(card)
      onPosted()
    },
    // The group may have been deleted or paused, or the golfer removed from it.
    onError: () => void invalidateGroup(group.id),
    isQuestion: isOverlap,
  })
}

type RepeatedForm = z.output<typeof recurringTeeTimeForm> & { warnOfOverlap: boolean }

/** Posts a recurring tee time, which the server then repeats automatically. */
export function usePostRecurring(group: GroupDetail, onPosted: () => void) {
  return useAction<RepeatedForm, TeeTime>({
    run: async (form) => {
      const input = { params: { id: group.id }, body: form }
      return (await call(createRecurringTeeTime, input, { messagePrefix: 'HTTP ' })).teeTime
    },
    success: {
      title: 'Tee Time Posted!',
      description: 'The next ones are posted by themselves. See them below the tee times.',
    },
    failure: {
      title: 'Failed to Post Tee Time',
      fallback: 'An error occurred while posting the tee time.',
    },
    onSuccess: (card) => {
      applyCard(card)
      onPosted()
    },
    onError: () => void invalidateGroup(group.id),
    isQuestion: isOverlap,
  })
}

let cleanedUpFor: string | null = null

/**
 * Cleans up past tee times once per session, as soon as the golfer is known. Failures aren't shown:
 * this is housekeeping, and golfers can't do anything about it.
 */
export function useCleanUp(slug: string, userLoaded: boolean): void {
  const { mutate } = useMutation({
    mutationFn: async () => {
      try {
        await call(cleanUpPastTeeTimes, {}, { contentTypeAlone: true })
      } catch (cause) {
        throw new Error('Failed to cleanup past tee times', { cause })
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
