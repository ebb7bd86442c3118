import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'

const ForgotPasswordDialog = onDemand(() =>
  import('./ForgotPasswordDialog.tsx').then((part) => part.ForgotPasswordDialog),
)

interface ForgotPasswordProps {
  readonly look: 'primary' | 'quiet'
  /** Label of the button, and title of the dialog it opens. */
  readonly label: string
  /** The email address the golfer has already typed. */
  readonly email?: string
  /**
   * Whether an emailed link, such as an invitation, no longer works and the golfer asks for a new link. False
   * if the golfer forgot the password.
   */
  readonly isNewLink?: boolean
}

/** Button to request a link for setting a new password. */
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
