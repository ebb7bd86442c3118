import { useRef } from 'react'
import { canClaim, canLeave, type TeeTime } from '../../../contract/tee-times.ts'
import { Button } from '../../ui/Button.tsx'
import { useClaimSpot, useLeaveSpot } from './queries.ts'

const SECOND_TAP_MS = 700

interface SpotButtonProps {
  readonly card: TeeTime
  readonly golferId: number
  readonly now: Date
}

/** Claims a spot, or gives mine back: one button, so that the focus stays on it. */
export function SpotButton({ card, golferId, now }: SpotButtonProps) {
  const claim = useClaimSpot(card, golferId)
  const leave = useLeaveSpot(card, golferId)
  const settledAt = useRef(Number.NEGATIVE_INFINITY)

  const leaving = leave.isPending || (!claim.isPending && canLeave(card, golferId))
  if (!leaving && !claim.isPending && !canClaim(card, golferId, now)) return null

  const press = () => {
    // An impatient second tap on 'Claim' must not land on the 'Leave' that took its place.
    if (performance.now() - settledAt.current < SECOND_TAP_MS) return
    const settled = {
      onSettled: () => {
        settledAt.current = performance.now()
      },
    }
    if (leaving) leave.mutate(undefined, settled)
    else claim.mutate(undefined, settled)
  }

  return (
    <Button
      className="flex-1"
      look={leaving ? 'outline' : 'primary'}
      pending={claim.isPending || leave.isPending}
      onClick={press}
    >
      {claim.isPending
        ? 'Claiming...'
        : leave.isPending
          ? 'Leaving...'
          : leaving
            ? 'Leave Spot'
            : 'Claim Spot'}
    </Button>
  )
}
