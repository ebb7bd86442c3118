import Download from 'lucide-react/icons/download'
import KeyRound from 'lucide-react/icons/key-round'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import UserX from 'lucide-react/icons/user-x'
import { downloadMyData } from '../../../../contract/golfers.ts'
import type { GroupSummary } from '../../../../contract/groups.ts'
import type { User } from '../../../../contract/sessions.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { pathTo } from '../../../lib/paths.ts'
import { saveFile } from '../../../ui/copy-and-save.ts'
import { onDemand, useDialog } from '../../../ui/on-demand.tsx'
import { LinkRow, RowButton } from '../../../ui/Rows.tsx'

const { ChangePasswordDialog, DeleteAccountDialog, OpenSessionsDialog } = onDemand(
  () => import('./AccountDialogs.tsx'),
)

const FILE_NAME = 'fourball-my-data.json'

export function AccountList({ user, groups }: { user: User; groups: readonly GroupSummary[] }) {
  const { currentDialog, openerProps, close } = useDialog()
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
      <RowButton icon={KeyRound} {...openerProps(ChangePasswordDialog)}>
        Change Password
      </RowButton>
      <RowButton icon={MonitorSmartphone} {...openerProps(OpenSessionsDialog)}>
        Where I'm Signed In
      </RowButton>
      <RowButton icon={Download} pending={download.isPending} onClick={() => download.mutate()}>
        {download.isPending ? 'Preparing...' : 'Download My Data'}
      </RowButton>
      {!user.isSuperAdmin && (
        <RowButton icon={UserX} tone="flag" {...openerProps(DeleteAccountDialog)}>
          Delete My Account
        </RowButton>
      )}
      {currentDialog === ChangePasswordDialog && <ChangePasswordDialog onClose={close} />}
      {currentDialog === OpenSessionsDialog && <OpenSessionsDialog onClose={close} />}
      {currentDialog === DeleteAccountDialog && (
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
