import type { GroupDetail } from '../../../contract/groups.ts'
import { DEFAULT_MAX_PLAYERS } from '../../../contract/limits.ts'
import type { User } from '../../../contract/sessions.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toast-store.ts'
import { usePostTeeTime } from './queries.ts'
import { TeeTimeFields } from './TeeTimeFields.tsx'
import { postForm } from './tee-time-form.ts'

interface PostTeeTimeDialogProps {
  readonly group: GroupDetail
  readonly user: User | undefined
  readonly onClose: () => void
}

export function PostTeeTimeDialog({ group, user, onClose }: PostTeeTimeDialogProps) {
  const post = usePostTeeTime(group, onClose)
  return (
    <Dialog
      title="Post Tee Time"
      description="You booked it; your buddies fill the spots."
      onClose={onClose}
    >
      <Form
        schema={postForm}
        defaults={{
          course: '',
          date: '',
          time: '',
          notes: '',
          maxPlayers: DEFAULT_MAX_PLAYERS,
          joinAsPlayer: true,
        }}
        onSubmit={(values) => {
          if (!user) {
            toast({
              title: 'Authentication Error',
              description: 'You must be logged in to create a tee time.',
              variant: 'destructive',
            })
            return
          }
          post.mutate({ ...values, notes: values.notes || null, creatorId: user.id })
        }}
        pending={post.isPending}
        error={post.error}
        submitLabel="Post Tee Time"
        pendingLabel="Posting..."
      >
        <TeeTimeFields timeZone={group.timeZone}>
          <Switch name="joinAsPlayer" label="I'm playing" hint="Takes the first spot for you" />
        </TeeTimeFields>
      </Form>
    </Dialog>
  )
}
