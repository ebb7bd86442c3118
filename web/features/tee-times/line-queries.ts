import { useEffect, useRef } from 'react'
import { releaseHold } from '../../../contract/spot-holds.ts'
import { canLeave, type TeeTime } from '../../../contract/tee-times.ts'
import {
  listMyLines,
  type MyLine,
  stopWaiting,
  waitForSpot,
} from '../../../contract/waiting-lists.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { keyOf, queryClient, useAnswer } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast-store.ts'
import { take, takeRefusal } from './queries.ts'

const LINES = keyOf(listMyLines, {})

function changeLines(change: (lines: readonly MyLine[]) => readonly MyLine[]): void {
  queryClient.setQueryData<readonly MyLine[]>(LINES, (lines) => lines && change(lines))
}

const without = (lines: readonly MyLine[], card: TeeTime) =>
  lines.filter(({ teeTimeId }) => teeTimeId !== card.id)

function readLinesAgain(): void {
  void queryClient.invalidateQueries({ queryKey: LINES }, { cancelRefetch: false })
}

/** Marks the choices stale for the next visit: a text or another phone may change them meanwhile. */
function readLinesNextTime(): void {
  void queryClient.invalidateQueries({ queryKey: LINES, refetchType: 'none' })
}

/** Returns the golfer's choice on this card's waiting list. `takeIt` is undefined while unknown. */
export function useMyLine(card: TeeTime): { takeIt: boolean | undefined; isFailed: boolean } {
  const { data, isFetching } = useAnswer(listMyLines, {})
  const takeIt = data?.find(({ teeTimeId }) => teeTimeId === card.id)?.takeIt
  const isOld = data !== undefined && takeIt === undefined && !isFetching
  const hasAsked = useRef(false)
  useEffect(() => {
    if (!isOld || hasAsked.current) return
    hasAsked.current = true
    readLinesAgain()
  }, [isOld])
  useEffect(() => readLinesNextTime, [])
  return { takeIt, isFailed: data === undefined && !isFetching }
}

/** Joins the waiting list of a full tee time. */
export function useJoinLine(card: TeeTime, golferId: number) {
  return useAction({
    run: () => call(waitForSpot, { params: { id: card.id }, body: { golferId } }),
    success: {
      title: "You're on the Waiting List",
      description: 'When it is your turn, a free spot is held for you, and we ask you.',
    },
    failure: {
      title: 'Failed to Join the Waiting List',
      fallback: 'An error occurred while joining the waiting list.',
    },
    onSuccess: (answer) => {
      readLinesAgain()
      take(answer)
    },
    onError: (error) => takeRefusal(error, card),
  })
}

/** Sets whether a golfer on the waiting list gets a free spot automatically or is asked first. */
export function useTakeIt(card: TeeTime, golferId: number) {
  return useAction<boolean, TeeTime>({
    run: (takeIt) => call(waitForSpot, { params: { id: card.id }, body: { golferId, takeIt } }),
    failure: {
      title: 'Failed to Save Your Choice',
      fallback: 'An error occurred while saving your choice.',
    },
    onSuccess: (answer, takeIt) => {
      changeLines((lines) => [...without(lines, card), { teeTimeId: card.id, takeIt }])
      // A spot was on offer at that moment, and the golfer got it.
      if (canLeave(answer, golferId)) {
        toast({
          title: 'Spot Claimed!',
          description: "You've successfully claimed a spot in this tee time.",
        })
      }
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
    onSuccess: (answer) => {
      changeLines((lines) => without(lines, card))
      take(answer)
    },
    onError: (error) => takeRefusal(error, card),
  })
}

/** Gives up the golfer's reserved spot, or else the one offered from the waiting list. */
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
