import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import { useState } from 'react'
import { onDemand } from '../../../ui/on-demand.tsx'
import { RowButton } from '../../../ui/RowButton.tsx'

const OpenSessionsDialog = onDemand(() =>
  import('./OpenSessionsDialog.tsx').then((part) => part.OpenSessionsDialog),
)

export function OpenSessions() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <RowButton
        icon={<MonitorSmartphone aria-hidden size={20} className="shrink-0 text-muted" />}
        onPointerEnter={OpenSessionsDialog.preload}
        onClick={() => setOpen(true)}
      >
        Where I'm Signed In
      </RowButton>
      {open && <OpenSessionsDialog onClose={() => setOpen(false)} />}
    </>
  )
}
