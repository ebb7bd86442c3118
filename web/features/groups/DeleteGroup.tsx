import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import {
  deleteGroupForm,
  deleteOwnGroup,
  isNameTyped,
  RESTORE_DAYS,
} from '../../../contract/group-deletion.ts'
import type { GroupDetail } from '../../../contract/groups.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { pathTo } from '../../lib/paths.ts'
import { refreshMyGroups } from '../../lib/refetch-stale.ts'
import { FormButton } from '../../ui/Button.tsx'
import { ExactField } from '../../ui/Fields.tsx'
import { Form } from '../../ui/Form.tsx'
import { TextLink } from '../../ui/Links.tsx'

export function ConfirmDeletion({ group, onKeep }: { group: GroupDetail; onKeep: () => void }) {
  const [, navigate] = useLocation()
  const remove = useAction({
    run: (body: z.output<typeof deleteGroupForm>) =>
      call(deleteOwnGroup, { params: { id: group.id }, body }),
    success: {
      title: 'Group Deleted',
      description: `${group.name} has been deleted. We emailed its members.`,
    },
    failure: { title: 'Failed to Delete Group', doing: 'deleting the group' },
    onSuccess: () => {
      navigate(pathTo('dashboard'), { replace: true })
      refreshMyGroups()
    },
  })
  const form = z.object({
    name: deleteGroupForm.shape.name.check(
      z.refine((typed) => isNameTyped(typed, group.name), `Type ${group.name} to delete the group`),
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
          <strong>{group.name}</strong> and its tee times, recurring tee times, and invitations will
          be deleted right away.{' '}
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
