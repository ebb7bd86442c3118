import KeyRound from 'lucide-react/icons/key-round'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { User } from '../../../contract/sessions.ts'
import { superAdminUsers } from '../../../contract/super-admin.ts'
import { mediumDate } from '../../lib/dates.ts'
import { usePagedList } from '../../lib/paged-list.ts'
import { formatPhone } from '../../lib/phone-numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { restoreFocus } from '../../ui/restore-focus.ts'
import { TablePanel } from './ListPanel.tsx'

const ResetPasswordDialog = onDemand(() =>
  import('./UserDialogs.tsx').then((part) => part.ResetPasswordDialog),
)
const DeleteUserDialog = onDemand(() =>
  import('./UserDialogs.tsx').then((part) => part.DeleteUserDialog),
)

const ORDERS = [
  ['name', 'Name'],
  ['-name', 'Name, Z to A'],
  ['email', 'Email'],
  ['-email', 'Email, Z to A'],
  ['-createdAt', 'Newest first'],
  ['createdAt', 'Oldest first'],
] as const

export function UsersTable() {
  const [asked, setAsked] = useState<{ what: 'reset' | 'delete'; user: User }>()
  const close = () => setAsked(undefined)
  return (
    <>
      <TablePanel
        list={usePagedList(superAdminUsers, 'name')}
        noun={['user', 'users']}
        placeholder="Name or email"
        orders={ORDERS}
        caption="Users"
        keyOf={({ id }) => id}
        columns={[
          { name: 'Name', cell: (user) => <NameOf user={user} /> },
          { name: 'Email', cell: ({ email }) => email },
          {
            name: 'Phone',
            cell: ({ phone }) => (
              <span className="min-[60rem]:whitespace-nowrap">{formatPhone(phone) || '–'}</span>
            ),
          },
          {
            name: 'Created',
            cell: ({ createdAt }) => (
              <span className="whitespace-nowrap">{mediumDate(createdAt)}</span>
            ),
          },
        ]}
        actions={(user) => (
          <>
            <Button
              look="outline"
              onPointerEnter={ResetPasswordDialog.preload}
              onClick={() => setAsked({ what: 'reset', user })}
            >
              <KeyRound aria-hidden size={16} />
              Reset<span className="sr-only"> password for {user.name}</span>
            </Button>
            {!user.isSuperAdmin && (
              <Button
                ref={restoreFocus}
                look="danger-quiet"
                onPointerEnter={DeleteUserDialog.preload}
                onClick={() => setAsked({ what: 'delete', user })}
              >
                <Trash2 aria-hidden size={16} />
                Delete<span className="sr-only"> {user.name}</span>
              </Button>
            )}
          </>
        )}
      />
      {asked?.what === 'reset' && <ResetPasswordDialog user={asked.user} onClose={close} />}
      {asked?.what === 'delete' && <DeleteUserDialog user={asked.user} onClose={close} />}
    </>
  )
}

function NameOf({ user }: { user: User }) {
  return (
    <>
      {user.name}
      {user.isSuperAdmin && (
        <span className="chip ml-2 bg-sand-soft px-2! py-0! text-xs!">Super Admin</span>
      )}
    </>
  )
}
