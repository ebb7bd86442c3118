import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Link } from 'wouter'
import type * as z from 'zod/mini'
import type { GroupSummary } from '../../../contract/groups.ts'
import { MAX_NAME_LENGTH } from '../../../contract/limits.ts'
import type { User } from '../../../contract/sessions.ts'
import {
  adminCreateGroup,
  adminCreateGroupForm,
  listAllGroupsForManagePage,
  readAppStats,
  setGroupActive,
} from '../../../contract/super-admin.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { plural } from '../../lib/counts.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { usePagedList } from '../../lib/paged-list.ts'
import { pathTo } from '../../lib/paths.ts'
import { useEndpoint } from '../../lib/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmailField, TextField } from '../../ui/Fields.tsx'
import { Form } from '../../ui/Form.tsx'
import { BackLink, ButtonLink } from '../../ui/Links.tsx'
import { NoticeScreen } from '../../ui/Notice.tsx'
import { ScreenWaiting } from '../../ui/on-demand.tsx'
import { Page } from '../../ui/Page.tsx'
import { Stats } from '../../ui/Stats.tsx'
import { GroupFields, guessedTimeZone, TimeZoneField } from '../groups/GroupFields.tsx'
import { ActiveBadge, DaysLeft, GROUP_ORDERS } from './GroupStatus.tsx'
import { ListPanel, refreshLists } from './ListPanel.tsx'

export function Admin({ user }: { user: User | undefined }) {
  usePageTitle('Manage Golf Groups')
  if (user === undefined) return <ScreenWaiting />
  if (user.isSuperAdmin) return <Groups />
  return (
    <NoticeScreen
      title="This page is for super admins"
      action={<ButtonLink href={pathTo('dashboard')}>Go to My Golf</ButtonLink>}
    >
      Super admins manage all groups here. Your own groups are under My Golf.
    </NoticeScreen>
  )
}

function Groups() {
  const stats = useEndpoint(readAppStats, {})
  const [isCreating, setIsCreating] = useState(false)
  const { totalGroups = 0, totalMembers = 0 } = stats.data ?? {}
  const average = totalGroups === 0 ? 0 : Math.round((totalMembers / totalGroups) * 10) / 10
  return (
    <>
      <Page
        title="Manage Golf Groups"
        back={<BackLink href={pathTo('dashboard')}>My Golf</BackLink>}
        width="wide"
        headerAction={
          <Link
            href={pathTo('superAdmin')}
            className="inline-flex min-h-11 items-center font-semibold underline"
          >
            Super Admin
          </Link>
        }
      >
        <Stats
          stats={[
            ['Total Groups', stats.data?.totalGroups],
            ['Total Members', stats.data?.totalMembers],
            ['Average Group Size', stats.data && average],
          ]}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="font-display text-xl">Groups</h2>
          <Button data-after-dialog onClick={() => setIsCreating(true)}>
            <Plus size={18} />
            Create Group
          </Button>
        </div>
        <ListPanel
          list={usePagedList(listAllGroupsForManagePage, 'name')}
          noun={['group', 'groups']}
          placeholder="Name, URL, or owner"
          orders={GROUP_ORDERS}
        >
          {(rows) => (
            <section
              aria-label="List of groups"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: keys can only scroll a focusable list.
              tabIndex={0}
              className="sheet max-h-[min(44rem,75dvh)] overflow-y-auto"
            >
              <ul className="divide-y divide-line">
                {rows.map((group) => (
                  <GroupRow key={group.id} group={group} />
                ))}
              </ul>
            </section>
          )}
        </ListPanel>
      </Page>
      {isCreating && <CreateGroupDialog onClose={() => setIsCreating(false)} />}
    </>
  )
}

function GroupRow({ group }: { group: GroupSummary }) {
  const { name, slug, ownerName, memberCount } = group
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          <ActiveBadge isActive={group.isActive} />
        </p>
        <p className="text-sm text-muted wrap-anywhere">/{slug}</p>
        <p className="text-sm wrap-anywhere">
          Owned by {ownerName} · {plural(memberCount, 'member')} · <DaysLeft group={group} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-2">
        <StatusRadios group={group} />
        <ButtonLink href={pathTo('group', { slug })} look="outline">
          View<span className="sr-only"> {name}</span>
        </ButtonLink>
      </div>
    </li>
  )
}

function StatusRadios({ group }: { group: GroupSummary }) {
  // The status that the super admin tapped, until the list has been refetched or the change has failed.
  const [chosenStatus, setChosenStatus] = useState<boolean>()
  const toggle = useAction({
    run: (isActive: boolean) =>
      call(setGroupActive, { params: { groupId: group.id }, body: { isActive } }),
    failure: {
      title: 'Failed to Update Group Status',
      fallback: 'An error occurred while updating the group status.',
    },
    success: ({ message }, isActive) => ({
      title: isActive ? 'Group Activated' : 'Group Deactivated',
      description: message,
    }),
    onSuccess: async (_, isActive) => {
      await refreshLists()
      // By now, the super admin may have tapped the other status.
      setChosenStatus((chosen) => (chosen === isActive ? undefined : chosen))
    },
    onError: () => {
      setChosenStatus(undefined)
      refreshLists()
    },
  })
  const isActive = chosenStatus ?? group.isActive
  return (
    <fieldset className="flex flex-wrap" aria-busy={toggle.isPending}>
      <legend className="sr-only">Status for {group.name}</legend>
      {[true, false].map((on) => (
        <label key={String(on)} className="flex min-h-11 cursor-pointer items-center gap-2 pr-4">
          <input
            type="radio"
            name={`status-${group.id}`}
            checked={isActive === on}
            onChange={() => {
              if (toggle.isPending) return
              setChosenStatus(on)
              toggle.mutate(on)
            }}
            className="size-5 accent-fairway"
          />
          {on ? 'Active' : 'Inactive'}
        </label>
      ))}
    </fieldset>
  )
}

function CreateGroupDialog({ onClose }: { onClose: () => void }) {
  const create = useAction({
    run: (body: z.output<typeof adminCreateGroupForm>) => call(adminCreateGroup, { body }),
    failure: {
      title: 'Failed to Create Group',
      fallback: 'An error occurred while creating the group.',
    },
    success: ({ group, adminGolfer }) => ({
      title: 'Group Created Successfully!',
      description: `${group.name} belongs to ${adminGolfer.email}.`,
    }),
    onSuccess: () => {
      refreshLists()
      onClose()
    },
  })
  return (
    <Dialog
      title="Create Group"
      description="Create a group for a customer, who will own it. New golfers get an email with a link to set a password."
      onClose={onClose}
    >
      <Form
        schema={adminCreateGroupForm}
        defaults={{
          name: '',
          slug: '',
          description: '',
          adminName: '',
          adminEmail: '',
          adminPhone: '',
          expiryDate: '',
          timeZone: guessedTimeZone(),
        }}
        action={create}
        submitLabel="Create Group"
        pendingLabel="Creating..."
      >
        <GroupFields nameField="name" creation={create} />
        <TextField
          name="adminName"
          label="Admin Name"
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
        />
        <EmailField name="adminEmail" label="Admin Email" autoComplete="off" />
        <TextField name="adminPhone" label="Admin Phone" type="tel" autoComplete="off" />
        <TextField name="expiryDate" label="Expiry Date (optional)" type="date" />
        <TimeZoneField />
      </Form>
    </Dialog>
  )
}
