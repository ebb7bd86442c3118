import { useState } from 'react'
import { useLocation } from 'wouter'
import * as z from 'zod/mini'
import type { GroupDetail } from '../../../contract/groups.ts'
import { DEFAULT_MAX_PLAYERS, TEE_TIME_COST } from '../../../contract/limits.ts'
import type { Overlap } from '../../../contract/overlaps.ts'
import {
  createRecurringTeeTime,
  DEFAULT_RECURRING_DAYS_AHEAD,
  MAX_RECURRING_DAYS_AHEAD,
  MIN_RECURRING_DAYS_AHEAD,
  recurringTeeTimeForm,
} from '../../../contract/recurring-tee-times.ts'
import type { MyRound } from '../../../contract/rounds.ts'
import { postTeeTime, type TeeTime } from '../../../contract/tee-times.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { dateIn } from '../../lib/dates.ts'
import { findDraft, storeDraft } from '../../lib/drafts.ts'
import { invalidateGroup } from '../../lib/refetch-stale.ts'
import { toast } from '../../lib/toast-store.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SelectField, Switch } from '../../ui/Fields.tsx'
import { Form } from '../../ui/Form.tsx'
import { useField } from '../../ui/form-state.ts'
import { Stepper } from '../../ui/Stepper.tsx'
import { pathToCard } from './arrange-tee-times.ts'
import { describeOverlap, overlapOf } from './describe-tee-time.ts'
import { applyCard } from './queries.ts'
import { ShareInToast } from './Share.tsx'
import { CutOffField, postForm, TeeTimeFields } from './TeeTimeFields.tsx'

/** {@link postForm} plus the repetition. `repeat` is 'never' or a number of weeks. */
const postFormWithRepeat = z.extend(postForm, {
  repeat: z.enum(['never', '1', '2']),
  daysAhead: recurringTeeTimeForm.shape.daysAhead,
})

type PostValues = z.input<typeof postFormWithRepeat>

/** A stored draft. It may come from an older version of the app, so missing fields get defaults. */
const draftSchema = z.object({
  course: z.catch(z.string(), ''),
  date: z.catch(z.string(), ''),
  time: z.catch(z.string(), ''),
  notes: z.catch(z.string(), ''),
  maxPlayers: z.catch(z.number(), DEFAULT_MAX_PLAYERS),
  cancelHours: z.catch(z.string(), ''),
  joinAsPlayer: z.catch(z.boolean(), true),
  repeat: z.catch(postFormWithRepeat.shape.repeat, 'never'),
  daysAhead: z.catch(z.number(), DEFAULT_RECURRING_DAYS_AHEAD),
})

const NOTHING_TYPED: PostValues = draftSchema.parse({})

const draftNameOf = ({ id }: GroupDetail) => `post:${id}`

/** The fields that 'Post Again' copies from a past round. */
export type PastRound = Pick<MyRound, 'course' | 'time' | 'maxPlayers' | 'notes'>

export function PostTeeTimeDialog(props: {
  group: GroupDetail
  golferId: number | undefined
  pastRound: PastRound | undefined
  onClose: () => void
}) {
  const { group, golferId, pastRound, onClose } = props
  const [, navigate] = useLocation()
  const draftName = draftNameOf(group)
  const saveDraft = (values?: unknown) => {
    // There is one draft per group. Don't replace it with the values of a past round.
    if (golferId && !pastRound) storeDraft(golferId, draftName, values)
  }
  const [initial, setInitial] = useState(() =>
    initialValuesOf(
      golferId && findDraft(golferId, draftName),
      dateIn(group.timeZone, new Date()),
      pastRound,
    ),
  )
  const post = usePostTeeTime(group)
  const overlap = overlapOf(post.error)
  return (
    <Dialog
      title="Post Tee Time"
      description="You booked it; your buddies fill the spots."
      onClose={onClose}
    >
      {initial.isDraft && (
        <div className="mb-4 flex items-center gap-2 rounded-[0.625rem] bg-sand-soft py-0.5 pr-0.5 pl-3 text-sm">
          <p className="flex-1 py-2">We kept what you typed last time.</p>
          <Button
            look="quiet"
            className="shrink-0"
            onClick={() => {
              setInitial({ values: NOTHING_TYPED, isDraft: false })
              saveDraft()
              post.reset()
            }}
          >
            Start Over
          </Button>
        </div>
      )}
      <Form
        // When the golfer starts over, remount the form to empty its fields.
        key={String(initial.isDraft)}
        schema={postFormWithRepeat}
        defaults={initial.values}
        onEdit={(values) => {
          const isEmpty = JSON.stringify(values) === JSON.stringify(NOTHING_TYPED)
          saveDraft(isEmpty ? undefined : values)
          // The overlap warning applies only to the date and time that were sent.
          const { date, time } = post.variables ?? {}
          if (overlap && (date !== values['date'] || time !== values['time'])) post.reset()
        }}
        onSubmit={(values) => {
          if (golferId === undefined) {
            toast({
              title: 'Authentication Error',
              description: 'You must be logged in to create a tee time.',
              variant: 'destructive',
            })
            return
          }
          // Submitting again while the warning is shown accepts the overlap.
          const warnOfOverlap = values.joinAsPlayer && overlap === undefined
          post.mutate(
            { ...values, creatorId: golferId, warnOfOverlap },
            {
              onSuccess: (card) => {
                onClose()
                navigate(pathToCard(group, card), { replace: true })
              },
            },
          )
        }}
        action={post}
        submitLabel={overlap ? 'Post Anyway' : 'Post Tee Time'}
        pendingLabel="Posting..."
      >
        <TeeTimeFields groupId={group.id} timeZone={group.timeZone}>
          <Switch name="joinAsPlayer" label="I'm playing" hint="You get the first spot." />
          <RepeatAndCutOffFields />
        </TeeTimeFields>
        {overlap && <OverlapWarning overlap={overlap} groupId={group.id} />}
      </Form>
    </Dialog>
  )
}

function initialValuesOf(stored: unknown, today: string, pastRound?: PastRound) {
  if (pastRound) {
    const values = { ...NOTHING_TYPED, ...pastRound, notes: pastRound.notes ?? '' }
    return { values, isDraft: false }
  }
  const { data: draft } = draftSchema.safeParse(stored)
  if (draft === undefined) return { values: NOTHING_TYPED, isDraft: false }
  // Leave the date empty if it has passed since the golfer typed it.
  return { values: { ...draft, date: draft.date < today ? '' : draft.date }, isDraft: true }
}

function OverlapWarning({ overlap, groupId }: { overlap: Overlap; groupId: number }) {
  const isPlaying = useField('joinAsPlayer').value === true
  return (
    <p
      ref={showOnPhone}
      role="alert"
      className="rounded-[0.875rem] bg-sand-soft px-4 py-3 font-semibold text-ink wrap-anywhere"
    >
      {describeOverlap(overlap, groupId)}
      {isPlaying && <span> To post it without a spot for you, turn off "I'm playing."</span>}
    </p>
  )
}

/** Scrolls to the warning, which is at the end of a form that is longer than a phone's screen. */
function showOnPhone(warning: HTMLElement | null): void {
  warning?.scrollIntoView({ block: 'nearest' })
}

function RepeatAndCutOffFields() {
  const isRepeating = useField('repeat').value !== 'never'
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(8.75rem,1fr))] items-end gap-4">
      <SelectField name="repeat" label="Repeat">
        <option value="never">Never</option>
        <option value="1">Every week</option>
        <option value="2">Every 2 weeks</option>
      </SelectField>
      {isRepeating && (
        <Stepper
          name="daysAhead"
          label="Days in Advance"
          noun="days ahead"
          min={MIN_RECURRING_DAYS_AHEAD}
          max={MAX_RECURRING_DAYS_AHEAD}
        />
      )}
      <CutOffField />
    </div>
  )
}

type PostInput = z.output<typeof postFormWithRepeat> & { creatorId: number; warnOfOverlap: boolean }

function usePostTeeTime(group: GroupDetail) {
  return useAction<PostInput, TeeTime>({
    run: async ({ repeat, daysAhead, creatorId, ...form }) => {
      const details = { ...form, notes: form.notes || null }
      const options = { messagePrefix: 'HTTP ' }
      if (repeat === 'never') {
        const body = { ...details, creatorId, groupId: group.id, cost: TEE_TIME_COST }
        return call(postTeeTime, { body }, options)
      }
      const body = { ...details, everyWeeks: Number(repeat), daysAhead }
      const input = { params: { id: group.id }, body }
      return (await call(createRecurringTeeTime, input, options)).teeTime
    },
    failure: {
      title: 'Failed to Post Tee Time',
      fallback: 'An error occurred while posting the tee time.',
    },
    success: (card, { repeat }) => ({
      title: 'Tee Time Posted!',
      description:
        repeat === 'never'
          ? 'Your tee time has been successfully posted to the group.'
          : 'The next ones will be posted automatically. To see them, tap "Recurring Tee Times" below the list.',
      action: <ShareInToast card={card} group={group} />,
    }),
    // Runs even if the dialog has been closed. The golfer may have typed another draft since.
    onSuccess: (card, { creatorId, warnOfOverlap: _, ...posted }) => {
      applyCard(card)
      const name = draftNameOf(group)
      const draft = postFormWithRepeat.safeParse(findDraft(creatorId, name)).data
      const isPosted = JSON.stringify(draft) === JSON.stringify(posted)
      if (isPosted) storeDraft(creatorId, name, undefined)
    },
    // Someone may have deleted the group or removed the golfer, or the group may have expired.
    onError: () => void invalidateGroup(group.id),
    needsNoToast: (error) => overlapOf(error) !== undefined,
  })
}
