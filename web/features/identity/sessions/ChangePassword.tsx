import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { onDemand } from '../../../ui/on-demand.tsx'
import { RowButton } from '../../../ui/RowButton.tsx'

const ChangePasswordDialog = onDemand(() =>
  import('./ChangePasswordDialog.tsx').then((part) => part.ChangePasswordDialog),
)

export function ChangePassword() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <RowButton
        icon={<KeyRound aria-hidden size={20} className="shrink-0 text-muted" />}
        onPointerEnter={ChangePasswordDialog.preload}
        onClick={() => setOpen(true)}
      >
        Change Password
      </RowButton>
      {open && <ChangePasswordDialog onClose={() => setOpen(false)} />}
    </>
  )
}
