import UserX from 'lucide-react/icons/user-x'
import { useState } from 'react'
import type { GroupSummary } from '../../../../contract/groups.ts'
import { onDemand } from '../../../ui/on-demand.tsx'
import { RowButton } from '../../../ui/RowButton.tsx'

const DeleteAccountDialog = onDemand(() =>
  import('./DeleteAccountDialog.tsx').then((part) => part.DeleteAccountDialog),
)

interface DeleteAccountProps {
  /** Groups the golfer owns, which prevent the deletion. */
  readonly owned: readonly GroupSummary[]
}

export function DeleteAccount({ owned }: DeleteAccountProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <RowButton
        icon={<UserX aria-hidden size={20} className="shrink-0" />}
        tone="flag"
        onPointerEnter={DeleteAccountDialog.preload}
        onClick={() => setOpen(true)}
      >
        Delete My Account
      </RowButton>
      {open && <DeleteAccountDialog owned={owned} onClose={() => setOpen(false)} />}
    </>
  )
}
