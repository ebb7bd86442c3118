import { type ReactNode, use, useRef } from 'react'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import type { GroupDetail } from '../../../contract/groups.ts'
import { DEFAULT_MAX_PLAYERS, TEE_TIME_COST } from '../../../contract/limits.ts'
import {
  createRecurringTeeTime,
  DEFAULT_RECURRING_DAYS_AHEAD,
  MAX_RECURRING_DAYS_AHEAD,
  MIN_RECURRING_DAYS_AHEAD,
  recurringTeeTimeForm,
} from '../../../contract/recurring-tee-times.ts'
import type { User } from '../../../contract/sessions.ts'
import { postTeeTime, type TeeTime } from '../../../contract/tee-times.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { invalidateGroup } from '../../lib/refetch-stale.ts'
import { toast } from '../../lib/toast-store.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField, Switch } from '../../ui/Fields.tsx'
import { Form } from '../../ui/Form.tsx'
import { FormContext } from '../../ui/form-state.ts'
import { Stepper } from '../../ui/Stepper.tsx'
import { describeOverlap, isOverlap, overlapOf } from './describe-tee-time.ts'
import { applyCard } from './queries.ts'
import { pathToCard, ShareInToast } from './Share.tsx'
import { CutOffField, postForm, TeeTimeFields } from './TeeTimeFields.tsx'

/** {@link postForm} plus the repetition. `repeat` has the weeks as a select's values. */
const repeatedForm = z.extend(postForm, {
  repeat: z.enum(['never', '1', '2']),
  daysAhead: recurringTeeTimeForm.shape.daysAhead,
})

interface PostTeeTimeDialogProps {
  readonly group: GroupDetail
  readonly user: User | undefined
  readonly onClose: () => void
}

export function PostTeeTimeDialog({ group, user, onClose }: PostTeeTimeDialogProps) {
  const [, navigate] = useLocation()
  const post = usePostTeeTime(group, (card) => {
    onClose()
    navigate(pathToCard(group, card), { replace: true })
  })
  const overlap = overlapOf(post.error)
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
        onSubmit={(values) => {
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
          post.mutate({ ...values, creatorId: user.id, warnOfOverlap })
        }}
        pending={post.isPending}
        error={post.error}
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

type Posted = z.output<typeof repeatedForm> & { creatorId: number; warnOfOverlap: boolean }

/** Posts a tee time, or a recurring one, which the server then repeats automatically. */
function usePostTeeTime(group: GroupDetail, onPosted: (card: TeeTime) => void) {
  return useAction<Posted, TeeTime>({
    run: async ({ repeat, daysAhead, creatorId, ...form }) => {
      const plan = { ...form, notes: form.notes || null }
      const options = { messagePrefix: 'HTTP ' }
      if (repeat === 'never') {
        const body = { ...plan, creatorId, groupId: group.id, cost: TEE_TIME_COST }
        return call(postTeeTime, { body }, options)
      }
      const body = { ...plan, everyWeeks: Number(repeat), daysAhead }
      const input = { params: { id: group.id }, body }
      return (await call(createRecurringTeeTime, input, options)).teeTime
    },
    failure: {
      title: 'Failed to Post Tee Time',
      fallback: 'An error occurred while posting the tee time.',
    },
    onSuccess: (card, { repeat }) => {
      toast({
        title: 'Tee Time Posted!',
        description:
          repeat === 'never'
            ? 'Your tee time has been successfully posted to the group.'
            : 'The next ones are posted automatically. See them below the tee times.',
        action: <ShareInToast card={card} group={group} />,
      })
      applyCard(card)
      onPosted(card)
    },
    // The group may have been deleted or paused, or the golfer removed from it.
    onError: () => void invalidateGroup(group.id),
    isQuestion: isOverlap,
  })
}
