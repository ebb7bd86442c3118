import * as z from 'zod/mini'
import type { GroupDetail } from '../../../contract/groups.ts'
import {
  DEFAULT_MAX_PLAYERS,
  MAX_COURSE_LENGTH,
  MAX_DAYS_AHEAD,
  MAX_NOTES_LENGTH,
  MAX_PLAYERS,
} from '../../../contract/limits.ts'
import type { User } from '../../../contract/sessions.ts'
import { postTeeTimeForm } from '../../../contract/tee-times.ts'
import { DatePicker } from '../../ui/DatePicker.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { dateIn, daysAfter } from '../../ui/local-date.ts'
import { Stepper } from '../../ui/Stepper.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextArea, TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast-store.ts'
import { usePostTeeTime } from './queries.ts'

// The contract's rules, in the words of pickers instead of formats.
const form = z.extend(postTeeTimeForm, {
  date: z.iso.date('Pick a date'),
  time: z.string().check(z.minLength(1, 'Pick a time')),
  maxPlayers: z
    .int('Enter a number of players')
    .check(
      z.minimum(1, 'At least 1 player'),
      z.maximum(MAX_PLAYERS, `At most ${MAX_PLAYERS} players`),
    ),
})

interface PostTeeTimeDialogProps {
  readonly group: GroupDetail
  readonly user: User | undefined
  readonly onClose: () => void
}

export function PostTeeTimeDialog({ group, user, onClose }: PostTeeTimeDialogProps) {
  const post = usePostTeeTime(group, onClose)
  const today = dateIn(group.timeZone, new Date())
  return (
    <Dialog
      title="Post Tee Time"
      description="You booked it; your buddies fill the spots."
      onClose={onClose}
    >
      <Form
        schema={form}
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
        <TextField
          name="course"
          label="Course"
          placeholder="e.g. Shaganappi Point"
          maxLength={MAX_COURSE_LENGTH}
          autoComplete="off"
        />
        <DatePicker name="date" label="Date" from={today} to={daysAfter(today, MAX_DAYS_AHEAD)} />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8.75rem,1fr))] gap-4">
          <TextField name="time" label="Time" type="time" />
          <Stepper name="maxPlayers" label="Players" min={1} max={MAX_PLAYERS} />
        </div>
        <Switch name="joinAsPlayer" label="I'm playing" hint="Takes the first spot for you" />
        <TextArea
          name="notes"
          label="Notes (optional)"
          placeholder="e.g. two carts booked, back nine first"
          maxLength={MAX_NOTES_LENGTH}
        />
      </Form>
    </Dialog>
  )
}
