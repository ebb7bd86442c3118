import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { capitalized } from '../../../contract/names.ts'
import { joinWaitingList, listMyWaitingEntries } from '../../../contract/spots.ts'
import { isPlaying, type TeeTime, waitingPosition } from '../../../contract/tee-times.ts'
import { call } from '../../lib/api-client.ts'
import { describeMoment } from '../../lib/dates.ts'
import { refetch, useEndpoint } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast-store.ts'
import type { CardProps } from './CardParts.tsx'
import { useCardAction } from './queries.ts'
import { CLAIM_TOASTS, putWaitingEntry } from './spot-changes.tsx'

export function WaitingList({ card, golferId, timeZone, now }: CardProps) {
  const { waiting } = card
  if (waiting.length === 0) return null
  const place = waitingPosition(card, golferId)
  const hasOffer = waiting.some(({ id, offeredUntil }) => id === golferId && offeredUntil !== null)
  return (
    <details className="group min-w-0 flex-1 text-sm">
      <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-1.5 text-muted [&::-webkit-details-marker]:hidden">
        {waiting.length} waiting
        <ChevronDown size={16} className="shrink-0 transition-transform group-open:rotate-180" />
        {place !== undefined && !hasOffer && (
          <span className="ml-auto font-semibold text-ink">
            You're {describePlace(place)} in line
          </span>
        )}
      </summary>
      <ol aria-label="Waiting list" className="space-y-1 pb-2">
        {waiting.map(({ id, name, offeredUntil }, index) => (
          <li key={id} className="flex gap-2">
            <span className="min-w-5 text-right text-muted">{index + 1}.</span>
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{capitalized(name)}</span>
              {id === golferId && ' (you)'}
              {offeredUntil !== null && Date.parse(offeredUntil) > now.getTime() && (
                <span className="text-muted">
                  {' '}
                  · offered until {describeMoment(offeredUntil, timeZone, now)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

const ORDINAL_SUFFIXES: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinalRules = new Intl.PluralRules('en-US', { type: 'ordinal' })

export function describePlace(place: number): string {
  return `${place}${ORDINAL_SUFFIXES[ordinalRules.select(place)] ?? 'th'}`
}

export function AutoAcceptSwitch(props: { card: TeeTime; golferId: number; isLeaving: boolean }) {
  const { card, golferId, isLeaving } = props
  const id = useId()
  // Refetch for each card, because a text or another phone may have changed the entries.
  const { data: entries, isFetching } = useEndpoint(listMyWaitingEntries, {}, { staleTime: 0 })
  // Set from the tap until the server responds. After several taps, the last choice wins.
  const [unsavedChoice, setUnsavedChoice] = useState<boolean>()
  const change = useCardAction<boolean>(card, {
    run: (autoAccept) =>
      call(joinWaitingList, {
        params: { id: card.id },
        body: { golferId, autoAccept, onlyIfWaiting: true },
      }),
    failure: { title: 'Failed to Save Your Choice', doing: 'saving your choice' },
    onSuccess: (answer, autoAccept) => {
      setUnsavedChoice((latest) => (latest === autoAccept ? undefined : latest))
      const isWaiting = waitingPosition(answer, golferId) !== undefined
      putWaitingEntry(card, isWaiting ? { teeTimeId: card.id, autoAccept } : undefined)
      // Turning the switch on claims a spot that was already offered to the golfer.
      if (isPlaying(answer, golferId)) toast(CLAIM_TOASTS.success())
    },
  })
  const save = useEffectEvent((autoAccept: boolean) =>
    change.mutate(autoAccept, {
      onError: () => {
        setUnsavedChoice(undefined)
        // The server may have saved the choice although its response was lost.
        refetch(listMyWaitingEntries, {})
      },
    }),
  )
  useEffect(() => {
    if (unsavedChoice !== undefined && !change.isPending) save(unsavedChoice)
  }, [unsavedChoice, change.isPending])
  if (entries === undefined && !isFetching) return null
  const isOn = unsavedChoice ?? entries?.find(({ teeTimeId }) => teeTimeId === card.id)?.autoAccept
  return (
    <div className="flex min-h-11 w-full items-center justify-between gap-3 text-sm leading-snug">
      <label htmlFor={id} className="cursor-pointer py-2">
        <span className="font-semibold text-ink">Claim a spot for me</span> when it's my turn
      </label>
      <input
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its state.
        role="switch"
        className="switch"
        // Disabled rather than hidden while loading, to avoid a layout shift.
        disabled={isOn === undefined || isLeaving}
        checked={isOn ?? false}
        onChange={(event) => setUnsavedChoice(event.target.checked)}
      />
    </div>
  )
}
