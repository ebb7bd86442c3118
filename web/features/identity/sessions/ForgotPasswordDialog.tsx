import type * as z from 'zod/mini'
import { RESET_LINK_MINUTES } from '../../../../contract/limits.ts'
import { forgotPassword, forgotPasswordForm } from '../../../../contract/welcome.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmailField } from '../../../ui/Fields.tsx'
import { Form } from '../../../ui/Form.tsx'

export function ForgotPasswordDialog(props: {
  title: string
  email: string
  isNewLink: boolean
  onClose: () => void
}) {
  const { title, email, isNewLink, onClose } = props
  const request = useAction({
    run: (body: z.output<typeof forgotPasswordForm>) => call(forgotPassword, { body }),
    failure: { title: 'Failed to Send Link', doing: 'sending the link' },
  })
  if (request.isSuccess) {
    const sentTo = request.variables.email
    return (
      <Dialog
        title="Check Your Email"
        description={
          isNewLink
            ? `If we have an account or invitation for ${sentTo}, a new link is on its way.`
            : `If ${sentTo} has an account, a link to set a new password is on its way.`
        }
        onClose={onClose}
      >
        <p role="status" className="mb-4 text-sm text-muted wrap-anywhere">
          {!isNewLink && `The link works for ${RESET_LINK_MINUTES} minutes. `}
          If you don't get it within a few minutes, check your spam folder or try another address.
          {isNewLink && " If your free trial's link has expired, sign up again."}
        </p>
        <Button className="w-full" autoFocus onClick={onClose}>
          Done
        </Button>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={title}
      description={
        isNewLink ? "We'll email you a new link." : "We'll email you a link to set a new password."
      }
      onClose={onClose}
    >
      <Form
        schema={forgotPasswordForm}
        defaults={{ email }}
        action={request}
        submitLabel="Send Link"
        pendingLabel="Sending..."
      >
        <EmailField name="email" label="Email" autoComplete="username" />
      </Form>
    </Dialog>
  )
}
