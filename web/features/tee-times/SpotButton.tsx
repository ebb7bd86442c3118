import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { Overlap } from '../../../contract/overlaps.ts'
import {
  canClaim,
  canLeave,
  canWait,
  hasTeedOff,
  offerFor,
  type TeeTime,
} from '../../../contract/tee-times.ts'
import { describeUntil } from '../../lib/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { restoreFocus } from '../../ui/restore-focus.ts'
import { describeLeaving, describeOverlap, overlapOf } from './describe-tee-time.ts'
import { useClaimSpot, useLeaveSpot } from './queries.ts'
import {
  useAutoAccept,
  useDeclineOffer,
  useJoinWaitingList,
  useLeaveWaitingList,
  useWaitingEntry,
} from './WaitingList.tsx'

const SECOND_TAP_MS = 700

interface SpotButtonProps {
  readonly card: TeeTime
  readonly golferId: number
  /** The group's, if known. */
  readonly timeZone?: string | undefined
  readonly now: Date
}

type SpotAction = 'claim' | 'take' | 'leave' | 'join' | 'step-out'

const WORDS = {
  claim: ['Claim Spot', 'Claiming...', 'primary'],
  take: ['Take It', 'Claiming...', 'primary'],
  leave: ['Leave Spot', 'Leaving...', 'outline'],
  join: ['Join the waiting list', 'Joining...', 'outline'],
  'step-out': ['Leave the waiting list', 'Leaving...', 'outline'],
} as const satisfies Record<SpotAction, readonly [label: string, pending: string, look: string]>

/** Labels for a claim after the golfer was warned of another round at that time. */
const ANYWAY = { claim: 'Claim Anyway', take: 'Take It Anyway' } as const

/**
 * The golfer's next action: claim a spot, leave, join or leave the waiting list, or take an offered spot.
 * A single button, so that it keeps the focus. It asks before a golfer leaves with guests or as a late
 * withdrawal, and warns before a claim that overlaps with another round.
 */
export function SpotButton({ card, golferId, timeZone, now }: SpotButtonProps) {
  const claim = useClaimSpot(card, golferId)
  const leave = useLeaveSpot(card, golferId)
  const join = useJoinWaitingList(card, golferId)
  const stepOut = useLeaveWaitingList(card, golferId)
  const pass = useDeclineOffer(card, golferId)
  const [asking, setAsking] = useState(false)
  const [overlap, setOverlap] = useState<Overlap>()
  const main = useRef<HTMLButtonElement>(null)
  const settledAt = useRef(Number.NEGATIVE_INFINITY)

  const offer = offerFor(card, golferId, now)
  const isOffered = offer !== undefined
  const underWay = claim.isPending
    ? isOffered
      ? 'take'
      : 'claim'
    : leave.isPending
      ? 'leave'
      : join.isPending
        ? 'join'
        : stepOut.isPending
          ? 'step-out'
          : undefined
  const deed = underWay ?? nextDeed(card, golferId, now)
  const wasOffered = useRef(isOffered)
  useLayoutEffect(() => {
    if (wasOffered.current === isOffered) return
    wasOffered.current = isOffered
    // A tap meant for 'Leave the waiting list' must not take the spot that was offered just then.
    settledAt.current = performance.now()
  }, [isOffered])
  if (deed === undefined) return null

  const leaving = deed === 'leave' ? describeLeaving(card, golferId, now) : ''
  const isWarned = overlap !== undefined && (deed === 'claim' || deed === 'take')
  const isAsking = isWarned || (asking && leaving !== '')
  const isOfferShown = isOffered && deed !== 'leave'
  const [label, pendingLabel, look] = WORDS[deed]
  const press = () => {
    // An impatient second tap on 'Claim Spot' must not hit the 'Leave Spot' that replaced it.
    if (performance.now() - settledAt.current < SECOND_TAP_MS) return
    const settled = {
      onSettled: () => {
        settledAt.current = performance.now()
        setAsking(false)
      },
    }
    if (leaving !== '' && !isAsking) {
      settledAt.current = performance.now()
      setAsking(true)
    } else if (deed === 'leave') leave.mutate(undefined, settled)
    else if (deed === 'join') join.mutate(undefined, settled)
    else if (deed === 'step-out') stepOut.mutate(undefined, settled)
    else {
      const warned = {
        onSuccess: () => setOverlap(undefined),
        onError: (error: Error) => setOverlap(overlapOf(error)),
      }
      claim.mutate({ knowing: isWarned }, { ...settled, ...warned })
    }
  }

  return (
    <div
      data-wide={(deed !== 'claim' && deed !== 'leave') || isAsking || undefined}
      className="flex flex-1 flex-wrap items-center gap-x-3 gap-y-2"
    >
      {isAsking && (
        <p role="alert" className="w-full font-semibold text-ink wrap-anywhere">
          {isWarned ? describeOverlap(overlap, card.groupId) : leaving}
        </p>
      )}
      {isOfferShown && (
        <p className="w-full font-semibold text-ink">
          A spot is held for you until{' '}
          <span className="whitespace-nowrap">{describeUntil(offer, timeZone, now)}</span>
        </p>
      )}
      <Button
        ref={main}
        className="flex-[1_1_auto]"
        look={look}
        pending={underWay !== undefined || pass.isPending}
        onClick={press}
      >
        {underWay ? pendingLabel : isWarned ? ANYWAY[deed] : label}
      </Button>
      {isOfferShown && !isWarned && (
        <Button
          ref={restoreFocus}
          look="outline"
          pending={pass.isPending || underWay !== undefined}
          onClick={() => pass.mutate()}
        >
          {pass.isPending ? 'Passing...' : 'Pass'}
        </Button>
      )}
      {isAsking && (
        <Button
          ref={restoreFocus}
          look="outline"
          onClick={() => {
            main.current?.focus()
            setAsking(false)
            setOverlap(undefined)
          }}
        >
          {isWarned ? 'Not Now' : 'Stay'}
        </Button>
      )}
      {deed === 'step-out' && <AutoAcceptSwitch card={card} golferId={golferId} />}
    </div>
  )
}

function nextDeed(card: TeeTime, golferId: number, now: Date): SpotAction | undefined {
  if (canLeave(card, golferId)) return 'leave'
  if (offerFor(card, golferId, now) !== undefined && canClaim(card, golferId, now)) return 'take'
  const inLine = card.waiting.find(({ id }) => id === golferId)
  if (inLine) {
    // An expired offer passes to the next golfer within a minute.
    return inLine.offeredUntil === null && !hasTeedOff(card, now) ? 'step-out' : undefined
  }
  if (canClaim(card, golferId, now)) return 'claim'
  return canWait(card, golferId, now) ? 'join' : undefined
}

interface TakeItSwitchProps {
  readonly card: TeeTime
  readonly golferId: number
}

/** Switch for a golfer on the waiting list: take a free spot automatically, or ask first. */
function AutoAcceptSwitch({ card, golferId }: TakeItSwitchProps) {
  const id = useId()
  const line = useWaitingEntry(card)
  const change = useAutoAccept(card, golferId)
  // Set from the tap until the answer. After several taps, the last one counts.
  const [chosen, setChosen] = useState<boolean>()
  const wanted = useRef<boolean>(undefined)
  if (line.isFailed) return null
  const shown = chosen ?? line.autoAccept

  const settle = () => {
    wanted.current = undefined
    setChosen(undefined)
  }
  const save = (autoAccept: boolean) =>
    change.mutate(autoAccept, {
      onSuccess: () => {
        if (wanted.current === undefined || wanted.current === autoAccept) settle()
        else save(wanted.current)
      },
      onError: settle,
    })
  const choose = (autoAccept: boolean) => {
    const isUnderWay = wanted.current !== undefined
    wanted.current = autoAccept
    setChosen(autoAccept)
    if (!isUnderWay) save(autoAccept)
  }
  return (
    <div className="flex min-h-11 w-full items-center justify-between gap-3 text-sm leading-snug">
      <label htmlFor={id} className="cursor-pointer py-2">
        <span className="font-semibold text-ink">Take it for me</span> when it is my turn
      </label>
      <input
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox brings its own state.
        role="switch"
        className="switch"
        // Disabled rather than hidden while loading, to avoid a layout shift.
        disabled={shown === undefined}
        checked={shown ?? false}
        onChange={(event) => choose(event.target.checked)}
      />
    </div>
  )
}
