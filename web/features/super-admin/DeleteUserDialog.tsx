import type { User } from '../../../contract/sessions.ts'
import { deleteUser } from '../../../contract/super-admin.ts'
import { useAction } from '../../shell/action.ts'
import { call } from '../../shell/api-client.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { refreshLists } from './refresh-lists.ts'

interface DeleteUserDialogProps {
  readonly user: User
  readonly onClose: () => void
}

export function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const remove = useAction({
    run: () => call(deleteUser, { params: { id: user.id } }),
    success: { title: 'User Deleted', description: `${user.name} has been deleted.` },
    failure: { title: 'Failed to delete user', fallback: 'Failed to delete user' },
    onSuccess: () => {
      refreshLists()
      onClose()
    },
    onError: () => {
      refreshLists()
      onClose()
    },
  })
  return (
    <Dialog title="Delete this user?" description={`${user.name}, ${user.email}`} onClose={onClose}>
      <p>
        Their login, name, phone number and memberships are deleted, and their spots in upcoming tee
        times open up. Rounds already played stay without the name. This cannot be undone.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button look="outline" className="flex-1" data-autofocus onClick={onClose}>
          Keep User
        </Button>
        <Button
          look="danger"
          className="flex-1"
          pending={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {remove.isPending ? 'Deleting...' : 'Delete User'}
        </Button>
      </div>
    </Dialog>
  )
}
