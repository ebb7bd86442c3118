import type { User } from '../../../contract/sessions.ts'
import { deleteUser } from '../../../contract/super-admin.ts'
import { call } from '../../lib/api-client.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { useDeleteListed } from './refresh-lists.ts'

interface DeleteUserDialogProps {
  readonly user: User
  readonly onClose: () => void
}

export function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
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
      times open up. Rounds already played stay without the name. This cannot be undone.
    </ConfirmDialog>
  )
}
