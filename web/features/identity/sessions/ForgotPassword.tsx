import { Button } from '../../../ui/Button.tsx'
import { onDemand, useDialog } from '../../../ui/on-demand.tsx'

const { ForgotPasswordDialog } = onDemand(() => import('./ForgotPasswordDialog.tsx'))

/** @param props.isNewLink true if an emailed link no longer works, false if the golfer forgot the password */
export function ForgotPassword(props: { email?: string; isNewLink?: boolean }) {
  const { email = '', isNewLink = false } = props
  const { currentDialog, openerProps, close } = useDialog()
  const label = isNewLink ? 'Get a New Link' : 'Forgot Password?'
  return (
    <>
      <Button look={isNewLink ? 'outline' : 'quiet'} {...openerProps(ForgotPasswordDialog)}>
        {label}
      </Button>
      {currentDialog && (
        <ForgotPasswordDialog title={label} email={email} isNewLink={isNewLink} onClose={close} />
      )}
    </>
  )
}
