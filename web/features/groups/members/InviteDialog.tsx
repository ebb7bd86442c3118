import type { GroupDetail } from '../../../../contract/groups.ts'
import { addMemberForm } from '../../../../contract/members.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Form } from '../../../ui/Form.tsx'
import { ContactFields, NO_CONTACT } from '../ContactFields.tsx'
import { InviteLinks } from '../invite-links/InviteLinks.tsx'
import { useAddMember } from './queries.ts'

interface InviteDialogProps {
  readonly group: GroupDetail
  readonly golferId: number
  readonly onClose: () => void
}

/** Two ways to add members: an email invitation, or a link to request to join. */
export function InviteDialog({ group, golferId, onClose }: InviteDialogProps) {
  const add = useAddMember(group, golferId, onClose)
  return (
    <Dialog
      title="Add Member"
      description="They get an email with an invitation, and are in the group once they accept."
      onClose={onClose}
    >
      <div className="form-amid">
        <Form
          schema={addMemberForm}
          defaults={NO_CONTACT}
          onSubmit={(values) => add.mutate(values)}
          pending={add.isPending}
          error={add.error}
          submitLabel="Add Member"
          pendingLabel="Adding..."
        >
          <ContactFields isOwn={false} />
        </Form>
      </div>
      <div className="pb-[calc(1.25rem+env(safe-area-inset-bottom))]">
        <InviteLinks groupId={group.id} />
      </div>
    </Dialog>
  )
}
