import { useState } from 'react'
import { Link } from 'wouter'
import { type AdminGroup, listAllGroups } from '../../../contract/super-admin.ts'
import { usePagedList } from '../../lib/paged-list.ts'
import { pathTo } from '../../lib/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { restoreFocus } from '../../ui/restore-focus.ts'
import { DeleteGroupDialog, ExpiryDialog, GroupPaymentsDialog } from './GroupDialogs.tsx'
import { ActiveBadge, describePaid, Expiry, GROUP_ORDERS } from './GroupStatus.tsx'
import { TablePanel } from './ListPanel.tsx'

export function GroupsTable() {
  const [openDialog, setOpenDialog] = useState<{
    kind: 'payments' | 'expiry' | 'delete'
    group: AdminGroup
  }>()
  const close = () => setOpenDialog(undefined)
  return (
    <>
      <TablePanel
        list={usePagedList(listAllGroups, 'name')}
        noun={['group', 'groups']}
        placeholder="Name, URL, or owner"
        orders={GROUP_ORDERS}
        caption="Groups"
        keyOf={({ id }) => id}
        columns={[
          { name: 'Name', cell: ({ name }) => name },
          {
            name: 'URL',
            cell: ({ slug }) => (
              <Link
                href={pathTo('group', { slug })}
                className="inline-block min-w-36 underline xl:min-w-44"
              >
                /{slug}
              </Link>
            ),
          },
          { name: 'Owner', cell: ({ ownerName }) => ownerName },
          { name: 'Members', isNumber: true, cell: ({ memberCount }) => memberCount },
          { name: 'Status', cell: statusOf },
          { name: 'Expiry', cell: (group) => <Expiry group={group} /> },
        ]}
        actions={(group) => (
          <div className="flex flex-wrap gap-2 min-[60rem]:w-50 xl:w-auto xl:flex-nowrap">
            <Button look="outline" onClick={() => setOpenDialog({ kind: 'payments', group })}>
              Payments<span className="sr-only"> for {group.name}</span>
            </Button>
            <Button look="outline" onClick={() => setOpenDialog({ kind: 'expiry', group })}>
              Expiry<span className="sr-only"> for {group.name}</span>
            </Button>
            <Button
              ref={restoreFocus}
              look="danger-quiet"
              onClick={() => setOpenDialog({ kind: 'delete', group })}
            >
              Delete<span className="sr-only"> {group.name}</span>
            </Button>
          </div>
        )}
      />
      {openDialog?.kind === 'payments' && (
        <GroupPaymentsDialog group={openDialog.group} onClose={close} />
      )}
      {openDialog?.kind === 'expiry' && <ExpiryDialog group={openDialog.group} onClose={close} />}
      {openDialog?.kind === 'delete' && (
        <DeleteGroupDialog group={openDialog.group} onClose={close} />
      )}
    </>
  )
}

function statusOf(group: AdminGroup) {
  const paid = describePaid(group, new Date())
  return (
    <span className="flex flex-wrap gap-1">
      <ActiveBadge isActive={group.isActive} />
      {paid && (
        <span className={`chip ${paid.isLate ? 'bg-flag-soft text-flag' : 'bg-sand-soft'}`}>
          {paid.label}
        </span>
      )}
    </span>
  )
}
