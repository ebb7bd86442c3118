import CalendarClock from 'lucide-react/icons/calendar-clock'
import {
  callForPlayers,
  canCallForPlayers,
  isBeforeCutOff,
  needsCutOffAction,
  nextCallAt,
  spotsFilled,
} from '../../../contract/cut-offs.ts'
import { capitalized } from '../../../contract/names.ts'
import { hasTeedOff, isFull, isPlaying } from '../../../contract/tee-times.ts'
import { call } from '../../lib/api-client.ts'
import { plural } from '../../lib/counts.ts'
import { describeMoment } from '../../lib/dates.ts'
import { ActionButton } from '../../ui/Button.tsx'
import { restoreFocus } from '../../ui/restore-focus.ts'
import { useChangeDetector } from '../../ui/use-change-detector.ts'
import type { CardProps, SignedInCardProps } from './CardParts.tsx'
import { useCardAction, useEditTeeTime } from './queries.ts'

const BUTTON_PROPS = { ref: restoreFocus, look: 'outline', className: 'flex-1' } as const

/** Shown to a creator who can still act on the cut-off: see {@link needsCutOffAction}. */
export function CutOffReminder({ card, golferId, timeZone, now }: SignedInCardProps) {
  const alertGroup = useCardAction(card, {
    run: () => call(callForPlayers, { params: { id: card.id }, body: { requesterId: golferId } }),
    success: {
      title: 'Group Alerted',
      description:
        "We're asking members without a spot to take one. Anyone in quiet hours may get the message later.",
    },
    failure: { title: 'Failed to Alert the Group', doing: 'alerting the group' },
  })
  const edit = useEditTeeTime(card, (edited) => ({
    title: 'Open Spot Removed',
    description: `The tee time now has ${plural(edited.maxPlayers, 'spot')}. Fourball doesn't notify the course, so be sure to call.`,
  }))
  const hasSizeJustChanged = useChangeDetector(String(card.maxPlayers))
  if (!card.cutOff) return null

  const isBefore = isBeforeCutOff(card, now)
  const wasJustAlerted = nextCallAt(card) > now.getTime()
  const reducedMaxPlayers = card.maxPlayers - 1
  const removeSpot = () => {
    // A double tap must not remove two spots.
    if (hasSizeJustChanged()) return
    edit.mutate({ maxPlayers: reducedMaxPlayers, version: card.version, requesterId: golferId })
  }
  const canRemoveSpot = isBefore && reducedMaxPlayers >= 1 && !isFull(card)
  return (
    <div className="rounded-[0.625rem] bg-sand-soft px-3 py-2.5 text-sm">
      <p className="wrap-anywhere">
        <strong className="font-semibold">
          {`${spotsFilled(card)} of ${card.maxPlayers} filled.`}
        </strong>{' '}
        {isBefore
          ? `Cancellation cut-off: ${describeMoment(card.cutOff.at, timeZone, now)}.`
          : 'The cut-off has passed.'}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-2 empty:hidden *:[button]:px-2 *:[button]:whitespace-nowrap">
        {wasJustAlerted && card.cutOff.calledAt ? (
          <p className="flex min-h-11 items-center text-muted">
            Group alerted: {describeMoment(card.cutOff.calledAt, timeZone, now)}
          </p>
        ) : (
          canCallForPlayers(card, golferId, now) && (
            <ActionButton
              {...BUTTON_PROPS}
              action={alertGroup}
              label="Alert the Group"
              pendingLabel="Alerting..."
            />
          )
        )}
        {canRemoveSpot && (
          <ActionButton
            {...BUTTON_PROPS}
            action={{ ...edit, mutate: removeSpot }}
            label="Remove Open Spot"
            pendingLabel="Removing..."
          />
        )}
      </div>
    </div>
  )
}

/**
 * Before the cut-off, only the creator and the players see this line. Afterwards, everyone sees it. An open
 * spot names one golfer who owes a spot (see Spots). If golfers owe more spots than are open, this line names
 * the rest.
 */
export function CutOffLine({ card, golferId, timeZone, now }: CardProps) {
  const isBefore = isBeforeCutOff(card, now)
  if (!card.cutOff || hasTeedOff(card, now)) return null
  const { at, owedSpots } = card.cutOff
  if (isBefore && card.creatorId !== golferId && !isPlaying(card, golferId)) return null
  const unlistedOwedSpots = owedSpots.slice(card.availableSpots)
  const you = unlistedOwedSpots.some((owed) => owed.golferId === golferId) ? ['You'] : []
  const others = unlistedOwedSpots.filter((owed) => owed.golferId !== golferId)
  const names = new Set([...you, ...others.map(({ name }) => capitalized(name))])
  // `CutOffReminder` already shows the cut-off.
  if (names.size === 0 && needsCutOffAction(card, golferId, now)) return null
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <CalendarClock size={18} className="mt-px shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {isBefore ? 'Cancellation cut-off: ' : 'The cancellation cut-off was '}
        <span className="whitespace-nowrap">{describeMoment(at, timeZone, now)}</span>
        {names.size > 0 && (
          <>
            . {new Intl.ListFormat('en-US').format(names)} may have to pay for spots given up late.
          </>
        )}
      </span>
    </p>
  )
}
