import type { User } from '../../../contract/sessions.ts'
import { deleteUser, resetPassword, resetPasswordForm } from '../../../contract/super-admin.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { NewPasswordField } from '../identity/sessions/NewPasswordField.tsx'
import { refreshLists, useDeleteListed } from './ListPanel.tsx'

export function ResetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const reset = useAction({
    run: (body: { password: string }) => call(resetPassword, { params: { userId: user.id }, body }),
    success: {
      title: 'Password Reset',
      description: `${user.name} is signed out everywhere and needs the new password.`,
    },
    failure: {
      title: 'Failed to reset password',
      fallback: 'An error occurred while resetting the password.',
    },
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
        onSubmit={reset.mutate}
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

export function DeleteUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const remove = useDeleteListed({
    run: () => call(deleteUser, { params: { id: user.id } }),
    noun: 'user',
    name: user.name,
    onClose,
  })
  return (
    <ConfirmDialog
      title="Delete this user?"
      description={`${user.name}, ${user.email}`}
      keepLabel="Keep User"
      confirmLabel="Delete User"
      pendingLabel="Deleting..."
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      Their login, name, phone number and memberships are deleted, and their spots in upcoming tee
      times open up. Rounds they played stay, without their name. You can't undo this.
    </ConfirmDialog>
  )
}
