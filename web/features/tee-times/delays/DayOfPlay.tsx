import Clock from 'lucide-react/icons/clock-3'
import { useState } from 'react'
import {
  canDelay,
  canRunLate,
  LATE_FROM_HOURS,
  LATE_UNTIL_MINUTES,
} from '../../../../contract/delays.ts'
import { type GroupDetail, runsGroup } from '../../../../contract/groups.ts'
import type { TeeTime } from '../../../../contract/tee-times.ts'
import { dateIn } from '../../../lib/dates.ts'
import { useNowAround } from '../../../lib/timing.ts'
import { Button } from '../../../ui/Button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { restoreFocus } from '../../../ui/restore-focus.ts'

const DelayDialog = onDemand(() => import('./DelayDialog.tsx').then((part) => part.DelayDialog))

const MINUTE_MS = 60_000

interface DayOfPlayProps {
  readonly card: TeeTime
  readonly golferId: number
  readonly group: GroupDetail
}

/** Button to report running late, or to delay a frosty morning, for golfers who may do so. */
export function DayOfPlay({ card, golferId, group }: DayOfPlayProps) {
  const [open, setOpen] = useState(false)
  const startsAt = Date.parse(card.startsAt)
  const now = useNowAround(
    startsAt - LATE_FROM_HOURS * 60 * MINUTE_MS,
    startsAt,
    startsAt + LATE_UNTIL_MINUTES * MINUTE_MS + 1,
  )
  const delays = canDelay(card, golferId, runsGroup(group.role), {
    now,
    today: dateIn(group.timeZone, now),
  })
  const runsLate = canRunLate(card, golferId, now)
  return (
    <>
      {(delays || runsLate) && (
        <Button
          ref={restoreFocus}
          look="quiet"
          className="-my-2 -ml-2 self-start px-2 text-sm"
          onPointerEnter={DelayDialog.preload}
          onClick={() => setOpen(true)}
        >
          <Clock aria-hidden size={18} />
          {delays ? (runsLate ? 'Late, or frost?' : 'Frost delay') : 'Running late?'}
        </Button>
      )}
      {open && (
        <DelayDialog
          card={card}
          golferId={golferId}
          delays={delays}
          runsLate={runsLate}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
