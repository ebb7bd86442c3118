import KeyRound from 'lucide-react/icons/key-round'
import Trash2 from 'lucide-react/icons/trash-2'
import type { User } from '../../../contract/sessions.ts'
import {
  deleteUser,
  listAllUsers,
  resetPassword,
  resetPasswordForm,
} from '../../../contract/super-admin.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { mediumDate } from '../../lib/dates.ts'
import { usePagedList } from '../../lib/paged-list.ts'
import { formatPhone } from '../../lib/phone-numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { restoreFocus } from '../../ui/restore-focus.ts'
import { NewPasswordField } from '../identity/sessions/NewPasswordField.tsx'
import { ordersByAge, type RowDialogProps, refreshLists, TablePanel } from './ListPanel.tsx'

export const GOLFER_ORDERS = [
  ['name', 'Name'],
  ['-name', 'Name, Z to A'],
  ['email', 'Email'],
  ['-email', 'Email, Z to A'],
] as const

export function UsersTable() {
  return (
    <TablePanel
      list={usePagedList(listAllUsers, 'name')}
      noun={['user', 'users']}
      placeholder="Name or email"
      orders={[...GOLFER_ORDERS, ...ordersByAge('createdAt')]}
      caption="Users"
      keyOf={({ id }) => id}
      columns={[
        { name: 'Name', cell: renderName },
        { name: 'Email', cell: ({ email }) => email },
        { name: 'Phone', noWrap: true, cell: ({ phone }) => formatPhone(phone) || '–' },
        { name: 'Created', noWrap: true, cell: ({ createdAt }) => mediumDate(createdAt) },
      ]}
      actions={({ name, isSuperAdmin }, open) => (
        <>
          <Button look="outline" onClick={() => open(ResetPasswordDialog)}>
            <KeyRound size={16} />
            Reset<span className="sr-only"> password for {name}</span>
          </Button>
          {!isSuperAdmin && (
            <Button ref={restoreFocus} look="danger-quiet" onClick={() => open(DeleteUserDialog)}>
              <Trash2 size={16} />
              Delete<span className="sr-only"> {name}</span>
            </Button>
          )}
        </>
      )}
    />
  )
}

function renderName({ name, isSuperAdmin }: User) {
  return (
    <>
      {name}
      {isSuperAdmin && <span className="chip ml-2 bg-sand-soft">Super Admin</span>}
    </>
  )
}

function ResetPasswordDialog({ row: user, onClose }: RowDialogProps<User>) {
  const reset = useAction({
    run: (body: { password: string }) => call(resetPassword, { params: { userId: user.id }, body }),
    success: {
      title: 'Password Reset',
      description: `${user.name} has been signed out everywhere and needs the new password.`,
    },
    failure: { title: 'Failed to reset password', doing: 'resetting the password' },
    onSuccess: onClose,
    onSettled: refreshLists,
  })
  return (
    <Dialog title="Reset Password" description={`${user.name}, ${user.email}`} onClose={onClose}>
      <Form
        schema={resetPasswordForm}
        defaults={{ password: '' }}
        action={reset}
        submitLabel="Reset Password"
        pendingLabel="Resetting..."
      >
        <NewPasswordField name="password" />
      </Form>
    </Dialog>
  )
}

function DeleteUserDialog({ row: user, onClose }: RowDialogProps<User>) {
  const remove = useAction({
    run: () => call(deleteUser, { params: { id: user.id } }),
    success: { title: 'User Deleted', description: `${user.name} has been deleted.` },
    failure: { title: 'Failed to delete user', doing: 'deleting the user' },
    onSettled: () => {
      refreshLists()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="Delete this user?"
      description={`${user.name}, ${user.email}`}
      keepLabel="Keep User"
      confirmLabel="Delete User"
      pendingLabel="Deleting..."
      action={remove}
      onClose={onClose}
    >
      Their login, name, phone number, and memberships will be deleted, and their spots in upcoming
      tee times will open up. Rounds they played will stay, without their name. You can't undo this.
    </ConfirmDialog>
  )
}
