import Repeat from 'lucide-react/icons/repeat'
import { useState } from 'react'
import type { GroupDetail } from '../../../../contract/groups.ts'
import { listStandingTimes } from '../../../../contract/standing-times.ts'
import { useAnswer } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/Button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'

const StandingTimesDialog = onDemand(() =>
  import('./StandingTimesDialog.tsx').then((part) => part.StandingTimesDialog),
)

interface StandingTimesProps {
  readonly group: GroupDetail
  /** Undefined while the user is loading. */
  readonly golferId: number | undefined
}

/** Button for a group's recurring tee times, below the cards. Renders nothing if there are none. */
export function StandingTimes({ group, golferId }: StandingTimesProps) {
  const { data: list = [] } = useAnswer(listStandingTimes, { params: { id: group.id } })
  const [open, setOpen] = useState(false)
  // The open dialog stays, even after the last recurring tee time has ended.
  if (list.length === 0 && !open) return null
  return (
    <div className="column pb-6">
      <Button
        look="quiet"
        className="w-full text-sm text-muted!"
        onPointerEnter={StandingTimesDialog.preload}
        onClick={() => setOpen(true)}
      >
        <Repeat aria-hidden size={17} />
        Standing tee times ({list.length})
      </Button>
      {open && (
        <StandingTimesDialog
          group={group}
          list={list}
          golferId={golferId}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
