import { useLayoutEffect, useRef, useState } from 'react'
import type { Overlap } from '../../../contract/overlaps.ts'
import {
  canClaim,
  canLeave,
  canWait,
  hasTeedOff,
  offerFor,
  type TeeTime,
} from '../../../contract/tee-times.ts'
import { Button } from '../../ui/Button.tsx'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { describeLeaving } from './describe-players.ts'
import { describeUntil } from './describe-until.ts'
import { useJoinLine, useLeaveLine, usePassOn } from './line-queries.ts'
import { describeOverlap, overlapOf } from './overlaps.ts'
import { useClaimSpot, useLeaveSpot } from './queries.ts'
import { TakeItSwitch } from './TakeItSwitch.tsx'

const SECOND_TAP_MS = 700

interface SpotButtonProps {
  readonly card: TeeTime
  readonly golferId: number
  /** The group's, where it is known. */
  readonly timeZone?: string | undefined
  readonly now: Date
}

type Deed = 'claim' | 'take' | 'leave' | 'join' | 'step-out'

const WORDS = {
  claim: ['Claim Spot', 'Claiming...', 'primary'],
  take: ['Take It', 'Claiming...', 'primary'],
  leave: ['Leave Spot', 'Leaving...', 'outline'],
  join: ['Join the waiting list', 'Joining...', 'outline'],
  'step-out': ['Leave the waiting list', 'Leaving...', 'outline'],
} as const satisfies Record<Deed, readonly [label: string, pending: string, look: string]>

/** What a claim is called once its golfer knows of another round at that time. */
const ANYWAY = { claim: 'Claim Anyway', take: 'Take It Anyway' } as const

/**
 * What a golfer does about a spot next: claims one, gives mine back, waits for one, or takes the one
 * that is held. One button, so that the focus stays on it. Whoever takes guests along, or stays on the hook, is
 * asked before they leave. A golfer who plays another round at that time is warned before a claim counts.
 */
export function SpotButton({ card, golferId, timeZone, now }: SpotButtonProps) {
  const claim = useClaimSpot(card, golferId)
  const leave = useLeaveSpot(card, golferId)
  const join = useJoinLine(card, golferId)
  const stepOut = useLeaveLine(card, golferId)
  const pass = usePassOn(card, golferId)
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
    // Who was about to leave the line must not take what is held at this moment.
    settledAt.current = performance.now()
  }, [isOffered])
  if (deed === undefined) return null

  const leaving = deed === 'leave' ? describeLeaving(card, golferId, now) : ''
  const isWarned = overlap !== undefined && (deed === 'claim' || deed === 'take')
  const isAsking = isWarned || (asking && leaving !== '')
  const isOfferShown = isOffered && deed !== 'leave'
  const [label, pendingLabel, look] = WORDS[deed]
  const press = () => {
    // An impatient second tap on 'Claim' must not land on the 'Leave' that took its place.
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
          ref={passFocusOn}
          look="outline"
          pending={pass.isPending || underWay !== undefined}
          onClick={() => pass.mutate()}
        >
          {pass.isPending ? 'Passing...' : 'Pass'}
        </Button>
      )}
      {isAsking && (
        <Button
          ref={passFocusOn}
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
      {deed === 'step-out' && <TakeItSwitch card={card} golferId={golferId} />}
    </div>
  )
}

function nextDeed(card: TeeTime, golferId: number, now: Date): Deed | undefined {
  if (canLeave(card, golferId)) return 'leave'
  if (offerFor(card, golferId, now) !== undefined && canClaim(card, golferId, now)) return 'take'
  const inLine = card.waiting.find(({ id }) => id === golferId)
  if (inLine) {
    // What was held for too long goes to the next within a minute.
    return inLine.offeredUntil === null && !hasTeedOff(card, now) ? 'step-out' : undefined
  }
  if (canClaim(card, golferId, now)) return 'claim'
  return canWait(card, golferId, now) ? 'join' : undefined
}
