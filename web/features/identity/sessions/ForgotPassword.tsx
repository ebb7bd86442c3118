import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'

const ForgotPasswordDialog = onDemand(() =>
  import('./ForgotPasswordDialog.tsx').then((part) => part.ForgotPasswordDialog),
)

interface ForgotPasswordProps {
  readonly look: 'primary' | 'quiet'
  readonly label: string
  readonly email?: string
  /** True if an emailed link no longer works. False if the golfer forgot the password. */
  readonly isNewLink?: boolean
}

export function ForgotPassword(props: ForgotPasswordProps) {
  const { look, label, email = '', isNewLink = false } = props
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
          isNewLink={isNewLink}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
