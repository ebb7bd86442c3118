import Download from 'lucide-react/icons/download'
import KeyRound from 'lucide-react/icons/key-round'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import UserX from 'lucide-react/icons/user-x'
import { useState } from 'react'
import { downloadMyData } from '../../../../contract/golfers.ts'
import type { GroupSummary } from '../../../../contract/groups.ts'
import type { User } from '../../../../contract/sessions.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { pathTo } from '../../../lib/paths.ts'
import { saveFile } from '../../../ui/copy-and-save.ts'
import { onDemand } from '../../../ui/on-demand.tsx'
import { LinkRow, RowButton } from '../../../ui/Rows.tsx'

const { ChangePasswordDialog, DeleteAccountDialog, OpenSessionsDialog } = onDemand(
  () => import('./AccountDialogs.tsx'),
)

const FILE_NAME = 'fourball-my-data.json'

export function AccountList({ user, groups }: { user: User; groups: readonly GroupSummary[] }) {
  const [open, setOpen] = useState<'password' | 'sessions' | 'deletion'>()
  const close = () => setOpen(undefined)
  const download = useAction({
    run: () => call(downloadMyData, {}),
    success: { title: 'Data Downloaded', description: `Saved as ${FILE_NAME}.` },
    failure: {
      title: 'Download Failed',
      fallback: "We couldn't prepare your data. Please try again.",
    },
    onSuccess: (data) =>
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), FILE_NAME),
  })
  return (
    <section aria-label="My account" className="sheet divide-y divide-line overflow-hidden">
      <RowButton
        icon={KeyRound}
        onPointerEnter={ChangePasswordDialog.preload}
        onClick={() => setOpen('password')}
      >
        Change Password
      </RowButton>
      <RowButton
        icon={MonitorSmartphone}
        onPointerEnter={OpenSessionsDialog.preload}
        onClick={() => setOpen('sessions')}
      >
        Where I'm Signed In
      </RowButton>
      <RowButton icon={Download} pending={download.isPending} onClick={() => download.mutate()}>
        {download.isPending ? 'Preparing...' : 'Download My Data'}
      </RowButton>
      {!user.isSuperAdmin && (
        <RowButton
          icon={UserX}
          tone="flag"
          onPointerEnter={DeleteAccountDialog.preload}
          onClick={() => setOpen('deletion')}
        >
          Delete My Account
        </RowButton>
      )}
      {open === 'password' && <ChangePasswordDialog onClose={close} />}
      {open === 'sessions' && <OpenSessionsDialog onClose={close} />}
      {open === 'deletion' && (
        <DeleteAccountDialog
          ownedGroups={groups.filter(({ ownerId }) => ownerId === user.id)}
          onClose={close}
        />
      )}
    </section>
  )
}

export function SuperAdminCard() {
  return (
    <LinkRow alone href={pathTo('admin')} title="Manage Golf Groups">
      All groups, their owners, and their trials
    </LinkRow>
  )
}
