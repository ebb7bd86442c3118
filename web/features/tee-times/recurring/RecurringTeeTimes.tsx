import Repeat from 'lucide-react/icons/repeat'
import { useState } from 'react'
import type { GroupDetail } from '../../../../contract/groups.ts'
import { listRecurringTeeTimes } from '../../../../contract/recurring-tee-times.ts'
import { useEndpoint } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/Button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'

const RecurringTeeTimesDialog = onDemand(() =>
  import('./RecurringTeeTimesDialog.tsx').then((part) => part.RecurringTeeTimesDialog),
)

interface RecurringTeeTimesProps {
  readonly group: GroupDetail
  /** Undefined while the user is loading. */
  readonly golferId: number | undefined
}

/** Button for a group's recurring tee times, below the cards. Renders nothing if there are none. */
export function RecurringTeeTimes({ group, golferId }: RecurringTeeTimesProps) {
  const { data: list = [] } = useEndpoint(listRecurringTeeTimes, { params: { id: group.id } })
  const [open, setOpen] = useState(false)
  // The open dialog stays, even after the last recurring tee time has ended.
  if (list.length === 0 && !open) return null
  return (
    <div className="column pb-6">
      <Button
        look="quiet"
        className="w-full text-sm text-muted!"
        onPointerEnter={RecurringTeeTimesDialog.preload}
        onClick={() => setOpen(true)}
      >
        <Repeat aria-hidden size={17} />
        Standing tee times ({list.length})
      </Button>
      {open && (
        <RecurringTeeTimesDialog
          group={group}
          list={list}
          golferId={golferId}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
