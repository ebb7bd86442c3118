import { Link } from 'wouter'
import {
  type DeletedGroup,
  listDeletedGroups,
  RESTORE_DAYS,
  restoreGroup,
} from '../../../contract/group-deletion.ts'
import type { GroupSummary } from '../../../contract/groups.ts'
import { listAllGroups } from '../../../contract/super-admin.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { fullMoment } from '../../lib/dates.ts'
import { usePagedList } from '../../lib/paged-list.ts'
import { pathTo } from '../../lib/paths.ts'
import { ActionButton, Button } from '../../ui/Button.tsx'
import { restoreFocus } from '../../ui/restore-focus.ts'
import { DeleteGroupDialog, ExpiryDialog, GroupPaymentsDialog } from './GroupDialogs.tsx'
import { ActiveBadge, describePaidStatus, Expiry, GROUP_ORDERS } from './GroupStatus.tsx'
import { ordersByAge, refreshLists, TablePanel } from './ListPanel.tsx'

export function GroupsTable() {
  return (
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
        { name: 'Status', cell: renderStatus },
        { name: 'Expiry', cell: (group) => <Expiry group={group} /> },
      ]}
      actions={({ name }, open) => (
        <div className="flex flex-wrap gap-2 min-[60rem]:w-50 xl:w-auto xl:flex-nowrap">
          <Button look="outline" onClick={() => open(GroupPaymentsDialog)}>
            Payments<span className="sr-only"> for {name}</span>
          </Button>
          <Button look="outline" onClick={() => open(ExpiryDialog)}>
            Expiry<span className="sr-only"> for {name}</span>
          </Button>
          <Button ref={restoreFocus} look="danger-quiet" onClick={() => open(DeleteGroupDialog)}>
            Delete<span className="sr-only"> {name}</span>
          </Button>
        </div>
      )}
    />
  )
}

function renderStatus(group: GroupSummary) {
  const paid = describePaidStatus(group, new Date())
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

export function DeletedGroups() {
  return (
    <div className="space-y-3">
      <p className="text-muted">
        Owners deleted these groups. You can restore each one within {RESTORE_DAYS} days, but not
        its subscription. After that, the group is deleted for good.
      </p>
      <TablePanel
        list={usePagedList(listDeletedGroups, '-deletedAt')}
        noun={['deleted group', 'deleted groups']}
        placeholder="Name"
        orders={ordersByAge('deletedAt')}
        caption="Deleted groups"
        keyOf={({ id }) => id}
        columns={[
          { name: 'Name', cell: ({ name }) => name },
          { name: 'URL', cell: ({ slug }) => `/${slug}` },
          { name: 'Owner', cell: ({ ownerName }) => ownerName },
          { name: 'Members', isNumber: true, cell: ({ memberCount }) => memberCount },
          { name: 'Deleted', cell: ({ deletedAt }) => fullMoment(deletedAt) },
          {
            name: 'Can Be Restored Until',
            cell: ({ restorableUntil }) => fullMoment(restorableUntil),
          },
        ]}
        actions={(group) => <RestoreButton group={group} />}
      />
    </div>
  )
}

function RestoreButton({ group }: { group: DeletedGroup }) {
  const restore = useAction({
    run: () => call(restoreGroup, { params: { id: group.id } }),
    success: {
      title: 'Group Restored',
      description: `${group.name} is back. We emailed its members.`,
    },
    failure: { title: 'Failed to Restore Group', doing: 'restoring the group' },
    onSettled: () => refreshLists(),
  })
  return (
    <ActionButton
      ref={restoreFocus}
      look="outline"
      action={restore}
      label="Restore"
      pendingLabel="Restoring..."
      about={group.name}
    />
  )
}
