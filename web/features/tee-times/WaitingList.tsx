import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useRef } from 'react'
import { capitalized } from '../../../contract/names.ts'
import { releaseReservation } from '../../../contract/reservations.ts'
import { canLeave, type TeeTime, waitingPosition } from '../../../contract/tee-times.ts'
import {
  listMyWaitingEntries,
  stopWaiting,
  type WaitingEntry,
  waitForSpot,
} from '../../../contract/waiting-lists.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { describeUntil } from '../../lib/dates.ts'
import { keyOf, queryClient, useEndpoint } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast-store.ts'
import { applyCard, applyRefusal } from './queries.ts'

interface WaitingLineProps {
  readonly card: TeeTime
  readonly golferId: number | undefined
  /** The group's; undefined while loading. */
  readonly timeZone: string | undefined
  readonly now: Date
}

/** The waiting list: how many golfers wait, and on a tap their names in order. */
export function WaitingList({ card, golferId, timeZone, now }: WaitingLineProps) {
  const { waiting } = card
  if (waiting.length === 0) return null
  const place = waitingPosition(card, golferId)
  const isAsked = waiting.some(({ id, offeredUntil }) => id === golferId && offeredUntil !== null)
  return (
    <details className="group -my-2 text-sm">
      <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-1.5 text-muted [&::-webkit-details-marker]:hidden">
        {waiting.length} waiting
        <ChevronDown
          aria-hidden
          size={16}
          className="shrink-0 transition-transform group-open:rotate-180"
        />
        {place !== undefined && !isAsked && (
          <span className="ml-auto font-semibold text-ink">
            You are {describePlace(place)} in line
          </span>
        )}
      </summary>
      <ol aria-label="Waiting list" className="space-y-1 pb-2">
        {waiting.map(({ id, name, offeredUntil }) => (
          <li key={id} className="flex gap-2">
            <span className="min-w-5 text-right text-muted">{waitingPosition(card, id)}.</span>
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{capitalized(name)}</span>
              {id === golferId && ' (you)'}
              {offeredUntil !== null && Date.parse(offeredUntil) > now.getTime() && (
                <span className="text-muted">
                  {' '}
                  · offered until {describeUntil(offeredUntil, timeZone, now)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })

/** Formats a place as an ordinal: 2 as '2nd'. */
export function describePlace(place: number): string {
  return `${place}${ENDINGS[ordinals.select(place)] ?? 'th'}`
}

const ENTRIES_KEY = keyOf(listMyWaitingEntries, {})

function updateEntries(change: (lines: readonly WaitingEntry[]) => readonly WaitingEntry[]): void {
  queryClient.setQueryData<readonly WaitingEntry[]>(ENTRIES_KEY, (lines) => lines && change(lines))
}

const without = (lines: readonly WaitingEntry[], card: TeeTime) =>
  lines.filter(({ teeTimeId }) => teeTimeId !== card.id)

function refetchEntries(): void {
  void queryClient.invalidateQueries({ queryKey: ENTRIES_KEY }, { cancelRefetch: false })
}

/** Marks the choices stale for the next visit: a text or another phone may change them meanwhile. */
function invalidateEntries(): void {
  void queryClient.invalidateQueries({ queryKey: ENTRIES_KEY, refetchType: 'none' })
}

/** Returns the golfer's choice on this card's waiting list. `autoAccept` is undefined while unknown. */
export function useWaitingEntry(card: TeeTime): {
  autoAccept: boolean | undefined
  isFailed: boolean
} {
  const { data, isFetching } = useEndpoint(listMyWaitingEntries, {})
  const autoAccept = data?.find(({ teeTimeId }) => teeTimeId === card.id)?.autoAccept
  const isOld = data !== undefined && autoAccept === undefined && !isFetching
  const hasAsked = useRef(false)
  useEffect(() => {
    if (!isOld || hasAsked.current) return
    hasAsked.current = true
    refetchEntries()
  }, [isOld])
  useEffect(() => invalidateEntries, [])
  return { autoAccept, isFailed: data === undefined && !isFetching }
}

/** Joins the waiting list of a full tee time. */
export function useJoinWaitingList(card: TeeTime, golferId: number) {
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
      refetchEntries()
      applyCard(answer)
    },
    onError: (error) => applyRefusal(error, card),
  })
}

/** Sets whether a golfer on the waiting list gets a free spot automatically or is asked first. */
export function useAutoAccept(card: TeeTime, golferId: number) {
  return useAction<boolean, TeeTime>({
    run: (autoAccept) =>
      call(waitForSpot, { params: { id: card.id }, body: { golferId, autoAccept } }),
    failure: {
      title: 'Failed to Save Your Choice',
      fallback: 'An error occurred while saving your choice.',
    },
    onSuccess: (answer, autoAccept) => {
      updateEntries((lines) => [...without(lines, card), { teeTimeId: card.id, autoAccept }])
      // A spot was on offer at that moment, and the golfer got it.
      if (canLeave(answer, golferId)) {
        toast({
          title: 'Spot Claimed!',
          description: "You've successfully claimed a spot in this tee time.",
        })
      }
      applyCard(answer)
    },
    onError: (error) => applyRefusal(error, card),
  })
}

export function useLeaveWaitingList(card: TeeTime, golferId: number) {
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
      updateEntries((lines) => without(lines, card))
      applyCard(answer)
    },
    onError: (error) => applyRefusal(error, card),
  })
}

/** Gives up the golfer's reserved spot, or else the one offered from the waiting list. */
export function useDeclineOffer(card: TeeTime, golferId: number) {
  const hold = card.reservations.find((held) => held.golferId === golferId)
  return useAction({
    run: () =>
      hold
        ? call(releaseReservation, { params: { id: card.id, reservationId: hold.id } })
        : call(stopWaiting, { params: { id: card.id }, body: { golferId } }),
    success: { title: 'Spot Passed On', description: 'It is not held for you any more.' },
    failure: {
      title: 'Failed to Pass',
      fallback: 'An error occurred while passing on the spot.',
    },
    onSuccess: applyCard,
    onError: (error) => applyRefusal(error, card),
  })
}
