import Pause from 'lucide-react/icons/pause'
import { useRef, useState } from 'react'
import type { Overlap } from '../../../contract/overlaps.ts'
import {
  canClaim,
  canJoinWaitingList,
  hasReservation,
  hasTeedOff,
  isPlaying,
  spotKeptUntil,
  type TeeTime,
} from '../../../contract/tee-times.ts'
import { describeMoment } from '../../lib/dates.ts'
import { useIsOffline } from '../../lib/offline-status.ts'
import { Button } from '../../ui/Button.tsx'
import { restoreFocus } from '../../ui/restore-focus.ts'
import { useChangeDetector } from '../../ui/use-change-detector.ts'
import { hasKeptSpot } from './arrange-tee-times.ts'
import type { SignedInCardProps } from './CardParts.tsx'
import { describeLeaving, describeOverlap, overlapOf } from './describe-tee-time.ts'
import { spotChangesOf, useSpotChange } from './spot-changes.tsx'
import { AutoAcceptSwitch } from './WaitingList.tsx'

const SECOND_TAP_MS = 700

const BUTTONS = {
  claim: ['Claim Spot', 'Claiming...', 'primary'],
  take: ['Take It', 'Claiming...', 'primary'],
  leave: ['Leave Spot', 'Leaving...', 'outline'],
  join: ['Join the Waiting List', 'Joining...', 'outline'],
  'step-out': ['Leave the Waiting List', 'Leaving...', 'outline'],
} as const

type SpotAction = keyof typeof BUTTONS

const ANYWAY_LABELS = { claim: 'Claim Anyway', take: 'Take It Anyway' } as const

/**
 * Returns the golfer's next action on a card and its state, for all buttons that run the action. Asks before
 * the golfer leaves late, with guests or in an unpaid group, and warns before a claim that overlaps another
 * round.
 * @param props.golferId 0 while the user is loading and for someone outside the group, who has no action
 */
export function useSpotActions({ card, golferId, pauseId, now }: SignedInCardProps) {
  const isUnpaid = pauseId !== undefined
  const spotChange = useSpotChange(card)
  // The question on the card: whether to leave, or to claim despite a round that overlaps.
  const [askedAbout, setAskedAbout] = useState<'leave' | Overlap>()
  const mainButton = useRef<HTMLButtonElement>(null)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)

  const keptUntil = spotKeptUntil(card, golferId, now)
  const pending = spotChange.isPending ? spotChange.variables.kind : undefined
  const action =
    pending === undefined || pending === 'pass' ? nextAction(card, golferId, now) : pending
  // A tap on 'Leave the Waiting List' must not take a spot that is offered at that moment.
  const hasOfferJustChanged = useChangeDetector(String(keptUntil !== undefined))

  const leavingQuestion =
    action === 'leave' ? describeLeaving(card, golferId, { now, isUnpaid }) : ''
  const isClaim = action === 'claim' || action === 'take'
  const overlap = isClaim && askedAbout !== 'leave' ? askedAbout : undefined
  const warnOfOverlap = overlap === undefined
  const changes = spotChangesOf(card, golferId, { warnOfOverlap, isUnpaid })
  const press = () => {
    // An impatient second tap on 'Claim Spot' must not hit 'Leave Spot', which replaces that button.
    if (performance.now() - changedAt.current < SECOND_TAP_MS || hasOfferJustChanged()) return
    const changeQuestion = (next: typeof askedAbout) => {
      changedAt.current = performance.now()
      setAskedAbout(next)
    }
    if (leavingQuestion !== '' && askedAbout !== 'leave') changeQuestion('leave')
    else if (action !== undefined) {
      spotChange.mutate(
        { kind: action, ...changes[action] },
        { onSettled: (_, error) => changeQuestion(overlapOf(error)) },
      )
    }
  }
  const focusMainButton = () => mainButton.current?.focus({ preventScroll: true })
  return {
    action,
    /** The change that is in progress. */
    pending,
    mainButton,
    press,
    question: overlap
      ? describeOverlap(overlap, card.groupId)
      : askedAbout === 'leave'
        ? leavingQuestion
        : '',
    isWarned: overlap !== undefined,
    /** When the golfer's reservation or offer expires. Undefined if there is none, or if the golfer plays. */
    opensToOthersAt: action === 'leave' ? undefined : keptUntil,
    pass: () => spotChange.mutate({ kind: 'pass', ...changes.pass }),
    /**
     * Handles a tap on an open spot: focuses the main button and, unless a warning is shown, claims a spot.
     * Undefined if no claim is possible.
     */
    pressSpot:
      action === 'claim'
        ? () => {
            focusMainButton()
            if (overlap === undefined && pending === undefined) press()
          }
        : undefined,
    stay: () => {
      focusMainButton()
      setAskedAbout(undefined)
    },
  }
}

export type SpotActions = ReturnType<typeof useSpotActions>

/** All actions use the same main button, so that it keeps the focus. */
export function SpotControls(props: SignedInCardProps & { spotActions: SpotActions }) {
  const { card, golferId, timeZone, pauseId, now, spotActions } = props
  const { action, pending, question, isWarned, opensToOthersAt } = spotActions
  const isOffline = useIsOffline()
  if (action === undefined) return null
  const isPending = pending !== undefined
  const isClaim = action === 'claim' || action === 'take'
  const waitsForOwner = isClaim && pauseId !== undefined
  const looksPaused = waitsForOwner || isOffline
  const isReserved = hasReservation(card, golferId)
  const [label, pendingLabel, usualLook] = BUTTONS[action]
  const look = action === 'leave' && question !== '' ? 'danger' : usualLook
  return (
    <div
      data-wide={
        question !== '' || opensToOthersAt !== undefined || action === 'step-out' || undefined
      }
      className="flex flex-1 scroll-mb-24 flex-wrap items-center gap-x-3 gap-y-2 *:[button]:px-2.5"
    >
      {question !== '' && (
        <p
          ref={scrollButtonsIntoView}
          role="alert"
          className="w-full font-semibold text-ink wrap-anywhere"
        >
          {question}
        </p>
      )}
      {opensToOthersAt !== undefined && (
        <p className="w-full font-semibold text-ink">
          {isReserved ? 'A spot is reserved for you until' : "We're offering you a spot until"}{' '}
          <span className="whitespace-nowrap">
            {describeMoment(opensToOthersAt, timeZone, now)}
          </span>
          {!isReserved && ". If you pass or the time runs out, you'll be off the waiting list."}
        </p>
      )}
      <Button
        ref={spotActions.mainButton}
        className="flex-[1_1_auto]"
        look={looksPaused ? 'paused' : look}
        aria-describedby={waitsForOwner ? pauseId : undefined}
        pending={isPending}
        onClick={spotActions.press}
      >
        {waitsForOwner && <Pause size={17} />}
        {pending === action ? pendingLabel : isWarned && isClaim ? ANYWAY_LABELS[action] : label}
      </Button>
      {opensToOthersAt !== undefined && !isWarned && (
        <Button ref={restoreFocus} look="outline" pending={isPending} onClick={spotActions.pass}>
          {pending === 'pass' ? 'Passing...' : 'Pass'}
        </Button>
      )}
      {question !== '' && (
        <Button ref={restoreFocus} look="outline" onClick={spotActions.stay}>
          {isWarned ? 'Not Now' : 'Stay'}
        </Button>
      )}
      {action === 'step-out' && (
        <AutoAcceptSwitch card={card} golferId={golferId} isLeaving={isPending} />
      )}
    </div>
  )
}

/** Keeps the tab bar from covering the buttons below a question. */
function scrollButtonsIntoView(question: HTMLElement | null): void {
  question?.parentElement?.scrollIntoView({ block: 'nearest' })
}

function nextAction(card: TeeTime, golferId: number, now: Date): SpotAction | undefined {
  if (isPlaying(card, golferId)) return 'leave'
  if (hasKeptSpot(card, { golferId, now })) return 'take'
  const waitingEntry = card.waiting.find(({ id }) => id === golferId)
  if (waitingEntry) {
    // An expired offer has no action: within a minute, it passes to the next golfer.
    return waitingEntry.offeredUntil === null && !hasTeedOff(card, now) ? 'step-out' : undefined
  }
  if (canClaim(card, golferId, now)) return 'claim'
  return canJoinWaitingList(card, golferId, now) ? 'join' : undefined
}
