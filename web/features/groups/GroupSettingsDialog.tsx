import { useState } from 'react'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import type { BodyOf } from '../../../contract/endpoint.ts'
import {
  deleteGroupForm,
  deleteOwnGroup,
  matchesName,
  RESTORE_DAYS,
} from '../../../contract/group-deletion.ts'
import {
  type GroupDetail,
  type GroupSettings,
  groupSettings,
  groupSettingsForm,
  OWNER_ONLY_MESSAGE,
  updateGroup,
} from '../../../contract/groups.ts'
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_GROUP_NAME_LENGTH,
  MAX_GUESTS,
  MAX_HOME_PLACE_LENGTH,
} from '../../../contract/limits.ts'
import type { Member } from '../../../contract/members.ts'
import { capitalized } from '../../../contract/names.ts'
import { useAction } from '../../lib/action.ts'
import { ApiError, call } from '../../lib/api-client.ts'
import { pathTo } from '../../lib/paths.ts'
import { refreshGroup, refreshMyGroups } from '../../lib/refetch-stale.ts'
import { Button, FormButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ExactField, SelectField, TextArea, TextField } from '../../ui/Fields.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextLink } from '../../ui/Links.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { WeatherWatch } from '../weather/WeatherWatch.tsx'
import { nameOfZone, TimeZoneField } from './GroupFields.tsx'
import { ConfirmTransfer, TransferOwnership } from './TransferOwnership.tsx'

export function GroupSettingsDialog(props: { group: GroupDetail; onClose: () => void }) {
  const { group, onClose } = props
  const [newOwner, setNewOwner] = useState<Member>()
  const [isDeleting, setIsDeleting] = useState(false)
  const isConfirming = newOwner !== undefined || isDeleting
  if (group.role !== 'owner') {
    return (
      <Dialog title="Group Settings" description={OWNER_ONLY_MESSAGE} onClose={onClose}>
        <ReadOnlySettings group={group} />
        <Button look="outline" className="w-full" data-autofocus onClick={onClose}>
          Close
        </Button>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={
        newOwner ? 'Transfer ownership?' : isDeleting ? 'Delete this group?' : 'Group Settings'
      }
      description={isConfirming ? group.name : 'Only you, the owner, can change these.'}
      onClose={onClose}
    >
      {newOwner && (
        <ConfirmTransfer
          group={group}
          newOwner={newOwner}
          onKeep={() => setNewOwner(undefined)}
          onDone={onClose}
        />
      )}
      {isDeleting && <ConfirmDeletion group={group} onKeep={() => setIsDeleting(false)} />}
      {/* During a confirmation, hidden rather than removed, to keep what was typed. */}
      <div hidden={isConfirming}>
        <div className="form-amid">
          <SettingsForm group={group} onSaved={onClose} />
        </div>
        <div className="mt-5 divide-y divide-line border-t border-line">
          <WeatherWatch groupId={group.id} units={group.units} />
          <TransferOwnership group={group} onPick={setNewOwner} />
          <section aria-label="Delete Group" className="space-y-3 py-5">
            <div>
              <h3 className="font-display text-lg text-flag">Delete Group</h3>
              <p className="text-sm text-muted">
                Removes the group and its tee times for all members.
              </p>
            </div>
            <Button
              look="danger-quiet"
              className="w-full border border-flag"
              onClick={() => setIsDeleting(true)}
            >
              Delete Group
            </Button>
          </section>
        </div>
      </div>
    </Dialog>
  )
}

function ReadOnlySettings({ group }: { group: GroupDetail }) {
  const rows = [
    ['Group Name', group.name],
    ['Owner', capitalized(group.ownerName)],
    ['Description', group.description],
    ['Time Zone', nameOfZone(group.timeZone)],
    ['Weather Location', group.homePlace],
    ['Guests per Player', String(group.guestsPerPlayer)],
  ] as const
  return (
    <dl className="mb-5 divide-y divide-line border-y border-line">
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label} className="py-2.5">
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function SettingsForm({ group, onSaved }: { group: GroupDetail; onSaved: () => void }) {
  // The settings that were loaded when the dialog opened or after a conflict. Saving sends their version.
  const [settings, setSettings] = useState<GroupSettings>(group)
  const { version, description, homePlace } = settings
  const update = useAction({
    run: (body: BodyOf<typeof updateGroup>) =>
      call(updateGroup, { params: { id: group.id }, body }),
    success: { title: 'Group Updated', description: 'The settings have been saved.' },
    failure: {
      title: 'Failed to Update Group',
      fallback: 'An error occurred while updating the group.',
    },
    onSuccess: onSaved,
    onError: (error) => {
      const current = groupSettings.safeParse(
        error instanceof ApiError ? error.body['group'] : null,
      )
      // After a conflict, show the settings that someone else saved first.
      if (current.success) setSettings(current.data)
    },
    onSettled: () => refreshGroup(group),
  })
  return (
    <Form
      key={version}
      schema={groupSettingsForm}
      defaults={{ ...settings, description: description ?? '', homePlace: homePlace ?? '' }}
      onSubmit={(values) => update.mutate({ ...values, requesterId: group.ownerId, version })}
      action={update}
      submitLabel="Save Settings"
      pendingLabel="Saving..."
    >
      <TextField
        name="name"
        label="Group Name"
        maxLength={MAX_GROUP_NAME_LENGTH}
        autoComplete="off"
      />
      <TextArea
        name="description"
        label="Description (optional)"
        maxLength={MAX_DESCRIPTION_LENGTH}
      />
      <div>
        <TimeZoneField />
        <p className="mt-1 text-sm text-muted">
          If you change this, 8:12 AM stays 8:12 AM. We'll notify everyone with an upcoming spot.
        </p>
      </div>
      <div>
        <TextField
          name="homePlace"
          label="Weather Location (optional)"
          placeholder="e.g., Banff, Alberta"
          maxLength={MAX_HOME_PLACE_LENGTH}
          autoComplete="off"
        />
        <p className="mt-1 text-sm text-muted">
          We use the forecast for this location when we can't find the course.
        </p>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
        <SelectField name="units" label="Weather Units">
          <option value="metric">°C and km/h</option>
          <option value="imperial">°F and mph</option>
        </SelectField>
        <Stepper name="guestsPerPlayer" label="Guests per Player" min={0} max={MAX_GUESTS} />
      </div>
    </Form>
  )
}

function ConfirmDeletion({ group, onKeep }: { group: GroupDetail; onKeep: () => void }) {
  const [, navigate] = useLocation()
  const remove = useAction({
    run: (body: z.output<typeof deleteGroupForm>) =>
      call(deleteOwnGroup, { params: { id: group.id }, body }),
    success: {
      title: 'Group Deleted',
      description: `${group.name} has been deleted.${group.memberCount > 1 ? ' We emailed its other members.' : ''}`,
    },
    failure: { title: 'Failed to Delete Group', doing: 'deleting the group' },
    onSuccess: () => {
      navigate(pathTo('dashboard'), { replace: true })
      refreshMyGroups()
    },
  })
  const form = z.object({
    name: deleteGroupForm.shape.name.check(
      z.refine((typed) => matchesName(typed, group.name), `Type ${group.name} to delete the group`),
    ),
  })
  const isPaid = group.subscriptionStatus === 'active' || group.subscriptionStatus === 'past_due'
  const otherCount = group.memberCount - 1
  return (
    <div className="pb-5">
      <Form
        schema={form}
        defaults={{ name: '' }}
        action={remove}
        submitLabel="Delete Group"
        submitLook="danger"
        pendingLabel="Deleting..."
        actions={<FormButton onClick={onKeep}>Keep Group</FormButton>}
      >
        <p className="wrap-anywhere">
          <strong>{group.name}</strong> and its tee times, rounds, recurring tee times, and
          invitations will be deleted right away.{' '}
          {otherCount > 0 &&
            `We'll email ${otherCount === 1 ? 'its other member' : `its ${otherCount} other members`}. `}
          This doesn't cancel any bookings at the course.
        </p>
        {isPaid && (
          <p className="font-semibold text-flag">
            Its subscription will end right away. You won't be charged again. Time already paid for
            isn't refunded automatically. To ask for a refund,{' '}
            <TextLink to="contact">contact us</TextLink>.
          </p>
        )}
        <p className="text-sm text-muted">
          If you change your mind, the Fourball team can restore the group within {RESTORE_DAYS}{' '}
          days, but not its subscription. After that, the group is gone for good.
        </p>
        <ExactField name="name" label="Type the Group's Name" placeholder={group.name} autoFocus />
      </Form>
    </div>
  )
}
