import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'

const ChangePasswordDialog = onDemand(() =>
  import('./ChangePasswordDialog.tsx').then((part) => part.ChangePasswordDialog),
)

export function ChangePassword() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        look="outline"
        className="w-full"
        onPointerEnter={ChangePasswordDialog.preload}
        onClick={() => setOpen(true)}
      >
        <KeyRound aria-hidden size={18} />
        Change Password
      </Button>
      {open && (
        <ChangePasswordDialog onClose={() => setOpen(false)} onFailure={() => setOpen(false)} />
      )}
    </>
  )
}
