import type { User } from '../../../contract/sessions.ts'
import { resetPassword, resetPasswordForm } from '../../../contract/super-admin.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { NewPasswordField } from '../identity/sessions/NewPasswordField.tsx'
import { refreshLists } from './refresh-lists.ts'

interface ResetPasswordDialogProps {
  readonly user: User
  readonly onClose: () => void
}

export function ResetPasswordDialog({ user, onClose }: ResetPasswordDialogProps) {
  const reset = useAction<{ password: string }>({
    run: (body) => call(resetPassword, { params: { userId: user.id }, body }),
    success: {
      title: 'Password Reset',
      description: `${user.name} is signed out everywhere and needs the new password.`,
    },
    failure: { title: 'Failed to reset password', fallback: 'Failed to reset password' },
    onSuccess: () => {
      refreshLists()
      onClose()
    },
    onError: refreshLists,
  })
  return (
    <Dialog title="Reset Password" description={`${user.name}, ${user.email}`} onClose={onClose}>
      <Form
        schema={resetPasswordForm}
        defaults={{ password: '' }}
        onSubmit={(values) => reset.mutate(values)}
        pending={reset.isPending}
        error={reset.error}
        submitLabel="Reset Password"
        pendingLabel="Resetting..."
      >
        <NewPasswordField name="password" label="New Password" />
      </Form>
    </Dialog>
  )
}
