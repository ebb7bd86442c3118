import {
  type DeletedGroup,
  listDeletedGroups,
  RESTORE_DAYS,
  restoreGroup,
} from '../../../contract/group-deletion.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { fullMoment } from '../../lib/dates.ts'
import { usePagedList } from '../../lib/paged-list.ts'
import { ActionButton } from '../../ui/Button.tsx'
import { restoreFocus } from '../../ui/restore-focus.ts'
import { byAge, refreshLists, TablePanel } from './ListPanel.tsx'

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
        orders={byAge('deletedAt')}
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
      description: `${group.name} is back. We emailed its owner.`,
    },
    failure: {
      title: 'Failed to Restore Group',
      fallback: 'An error occurred while restoring the group. Please try again.',
    },
    onSuccess: refreshLists,
    onError: refreshLists,
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
