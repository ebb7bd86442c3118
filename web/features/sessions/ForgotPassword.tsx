import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'

const ForgotPasswordDialog = onDemand(() =>
  import('./ForgotPasswordDialog.tsx').then((part) => part.ForgotPasswordDialog),
)

interface ForgotPasswordProps {
  readonly look: 'primary' | 'quiet'
  /** What it is called, on the button and on what the button opens. */
  readonly label: string
  /** What the golfer has typed already. */
  readonly email?: string
}

/** The way to a link that sets a new password. */
export function ForgotPassword({ look, label, email = '' }: ForgotPasswordProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        look={look}
        onPointerEnter={ForgotPasswordDialog.preload}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open && (
        <ForgotPasswordDialog
          title={label}
          email={email}
          onClose={() => setOpen(false)}
          onFailure={() => setOpen(false)}
        />
      )}
    </>
  )
}
