import type * as z from 'zod/mini'
import { changePassword, changePasswordForm } from '../../../../contract/sessions.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { useCurrentUser } from '../../../lib/query-client.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form } from '../../../ui/Form.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'

export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const user = useCurrentUser()
  const change = useAction({
    run: (body: z.output<typeof changePasswordForm>) => call(changePassword, { body }),
    success: { title: 'Password Changed', description: 'Your other devices have been signed out.' },
    failure: {
      title: 'Password Change Failed',
      fallback: 'Failed to change password. Please try again.',
    },
    onSuccess: onClose,
  })
  return (
    <Dialog
      title="Change Password"
      description="Your other devices will be signed out."
      onClose={onClose}
    >
      <Form
        schema={changePasswordForm}
        defaults={{ currentPassword: '', newPassword: '', confirmPassword: '' }}
        action={change}
        submitLabel="Change Password"
        pendingLabel="Changing..."
      >
        {/* Tells password managers which account to update. */}
        <input hidden readOnly type="text" autoComplete="username" value={user.data?.email ?? ''} />
        <PasswordField
          name="currentPassword"
          label="Current Password"
          autoComplete="current-password"
        />
        <NewPasswordField name="newPassword" />
        <PasswordField
          name="confirmPassword"
          label="Confirm New Password"
          autoComplete="new-password"
        />
      </Form>
    </Dialog>
  )
}
