import { type ReactNode, use, useRef } from 'react'
import type { GroupDetail } from '../../../contract/groups.ts'
import { DEFAULT_MAX_PLAYERS } from '../../../contract/limits.ts'
import {
  DEFAULT_RECURRING_DAYS_AHEAD,
  MAX_RECURRING_DAYS_AHEAD,
  MIN_RECURRING_DAYS_AHEAD,
} from '../../../contract/recurring-tee-times.ts'
import type { User } from '../../../contract/sessions.ts'
import { toast } from '../../lib/toast-store.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Form } from '../../ui/Form.tsx'
import { FormContext } from '../../ui/form-state.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { describeOverlap, overlapOf } from './describe-tee-time.ts'
import { usePostRecurring, usePostTeeTime } from './queries.ts'
import { CutOffField, TeeTimeFields } from './TeeTimeFields.tsx'
import { repeatedForm } from './tee-time-form.ts'

interface PostTeeTimeDialogProps {
  readonly group: GroupDetail
  readonly user: User | undefined
  readonly onClose: () => void
}

export function PostTeeTimeDialog({ group, user, onClose }: PostTeeTimeDialogProps) {
  const once = usePostTeeTime(group, onClose)
  const again = usePostRecurring(group, onClose)
  const { error } = again.submittedAt > once.submittedAt ? again : once
  const overlap = overlapOf(error)
  const warnedOf = useRef('')
  return (
    <Dialog
      title="Post Tee Time"
      description="You booked it; your buddies fill the spots."
      onClose={onClose}
    >
      <Form
        schema={repeatedForm}
        defaults={{
          course: '',
          date: '',
          time: '',
          notes: '',
          maxPlayers: DEFAULT_MAX_PLAYERS,
          cancelHours: '',
          joinAsPlayer: true,
          repeat: 'never',
          daysAhead: DEFAULT_RECURRING_DAYS_AHEAD,
        }}
        onSubmit={({ repeat, daysAhead, ...values }) => {
          if (!user) {
            toast({
              title: 'Authentication Error',
              description: 'You must be logged in to create a tee time.',
              variant: 'destructive',
            })
            return
          }
          // Warn once per date and time. Submitting the same again is intentional.
          const when = `${values.date} ${values.time}`
          const knowing = overlap !== undefined && warnedOf.current === when
          warnedOf.current = when
          const warnOfOverlap = values.joinAsPlayer && !knowing
          const plan = { ...values, notes: values.notes || null, warnOfOverlap }
          if (repeat === 'never') once.mutate({ ...plan, creatorId: user.id })
          else again.mutate({ ...plan, everyWeeks: Number(repeat), daysAhead })
        }}
        pending={once.isPending || again.isPending}
        error={error}
        submitLabel={overlap ? 'Post Anyway' : 'Post Tee Time'}
        pendingLabel="Posting..."
      >
        <TeeTimeFields groupId={group.id} timeZone={group.timeZone}>
          <Switch name="joinAsPlayer" label="I'm playing" hint="Takes the first spot for you" />
          <RepeatFields>
            <CutOffField />
          </RepeatFields>
        </TeeTimeFields>
        {overlap && (
          <p ref={showOnPhone} role="alert" className="font-semibold text-ink wrap-anywhere">
            {describeOverlap(overlap, group.id)}
          </p>
        )}
      </Form>
    </Dialog>
  )
}

/** Scrolls to the warning, which is at the end of a form longer than a phone's screen. */
function showOnPhone(warning: HTMLElement | null): void {
  warning?.scrollIntoView({ block: 'nearest' })
}

/** Fields for whether and how far ahead the server repeats the tee time automatically, plus `children`. */
function RepeatFields({ children }: { readonly children: ReactNode }) {
  const repeats = use(FormContext)?.values['repeat'] !== 'never'
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(8.75rem,1fr))] gap-4">
      <SelectField name="repeat" label="Repeat">
        <option value="never">Never</option>
        <option value="1">Every week</option>
        <option value="2">Every 2 weeks</option>
      </SelectField>
      {repeats && (
        <Stepper
          name="daysAhead"
          label="Posted days ahead"
          min={MIN_RECURRING_DAYS_AHEAD}
          max={MAX_RECURRING_DAYS_AHEAD}
        />
      )}
      {children}
    </div>
  )
}
