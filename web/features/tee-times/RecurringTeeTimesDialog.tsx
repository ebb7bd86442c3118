import { useRef, useState } from 'react'
import type { GroupDetail } from '../../../contract/groups.ts'
import {
  canEndRecurring,
  endRecurringTeeTime,
  listRecurringTeeTimes,
  type RecurringTeeTime,
  skipRecurringDate,
  unskipRecurringDate,
} from '../../../contract/recurring-tee-times.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { dateIn, dateParts, shortDate, shortTime } from '../../lib/dates.ts'
import { keyOf, queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

interface RecurringTeeTimesDialogProps {
  readonly group: GroupDetail
  readonly list: readonly RecurringTeeTime[]
  readonly golferId: number | undefined
  readonly onClose: () => void
}

/** The recurring tee times, which the server posts automatically, with ways to skip a date or end one. */
export function RecurringTeeTimesDialog({
  group,
  list,
  golferId,
  onClose,
}: RecurringTeeTimesDialogProps) {
  const top = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      title="Standing Tee Times"
      description="They are posted by themselves. To set one up, post a tee time and choose Repeat."
      onClose={onClose}
    >
      <div ref={top} tabIndex={-1} data-autofocus className="divide-y divide-line outline-none">
        {list.length === 0 && <p className="py-3">There are no more standing tee times.</p>}
        {list.map((standing) => (
          <Standing
            key={standing.id}
            group={group}
            standing={standing}
            isMine={standing.creator.id === golferId}
            canEnd={canEndRecurring(standing, golferId, group.role)}
            onEnded={() => top.current?.focus()}
          />
        ))}
      </div>
    </Dialog>
  )
}

interface RecurringProps {
  readonly group: GroupDetail
  readonly standing: RecurringTeeTime
  readonly isMine: boolean
  readonly canEnd: boolean
  readonly onEnded: () => void
}

function Standing({ group, standing, isMine, canEnd, onEnded }: RecurringProps) {
  const { id, course, creator, nextDates, ended } = standing
  return (
    <section aria-label={`${course}, ${describeRhythm(standing)}`} className="py-4 first:pt-0">
      <h3 className="leading-snug font-semibold wrap-anywhere">{course}</h3>
      <p className="text-sm wrap-anywhere">
        {describeRhythm(standing)}
        <span className="text-muted"> · {isMine ? 'by you' : `by ${creator.name}`}</span>
      </p>
      {ended !== null && (
        <p className="mt-1 text-sm text-muted wrap-anywhere">{describeEnd(standing)}</p>
      )}
      {nextDates.length > 0 && (
        <ul aria-label="Next dates" className="mt-2">
          {nextDates.map((next) => (
            <NextDate
              key={next.date}
              group={group}
              standing={standing}
              next={next}
              isMine={isMine}
            />
          ))}
        </ul>
      )}
      {ended === null && canEnd && (
        <EndButton groupId={group.id} recurringId={id} onEnded={onEnded} />
      )}
    </section>
  )
}

interface NextDateProps extends Pick<RecurringProps, 'group' | 'standing' | 'isMine'> {
  readonly next: RecurringTeeTime['nextDates'][number]
}

function NextDate({ group, standing, next, isMine }: NextDateProps) {
  const { date, time, postedAt, skipped } = next
  const change = useChangeDate(group.id, standing.id)
  const day = shortDate(date)
  const posted = shortDate(dateIn(group.timeZone, new Date(postedAt)))
  return (
    <li className={`flex items-center justify-between gap-3 ${isMine ? 'min-h-11' : 'min-h-7'}`}>
      <p className="text-sm leading-snug">
        <span className={skipped ? 'line-through' : undefined}>{day}</span>
        {time !== standing.time && `, ${shortTime(time)}`}
        <span className="text-muted">{skipped ? ' skipped' : ` · to be posted ${posted}`}</span>
      </p>
      {isMine && (
        <Button
          look="quiet"
          className="-mr-4 shrink-0 text-sm"
          pending={change.isPending}
          aria-label={skipped ? `Undo skipping ${day}` : `Skip ${day}`}
          onClick={() => change.mutate({ date, skip: !skipped })}
        >
          {skipped ? 'Undo' : 'Skip'}
        </Button>
      )}
    </li>
  )
}

interface EndButtonProps extends Pick<RecurringProps, 'onEnded'> {
  readonly groupId: number
  readonly recurringId: number
}

/** Asks for confirmation in place: another dialog would hide the recurring tee time. */
function EndButton({ groupId, recurringId, onEnded }: EndButtonProps) {
  const [asked, setAsked] = useState<'asking' | 'kept'>()
  const end = useEndRecurring(groupId, recurringId, onEnded)
  if (asked !== 'asking') {
    return (
      <Button
        look="danger-quiet"
        // Gets the focus back after the question.
        autoFocus={asked === 'kept'}
        className="mt-1 -ml-4 text-sm"
        onClick={() => setAsked('asking')}
      >
        End It
      </Button>
    )
  }
  return (
    <fieldset className="mt-2">
      <legend className="text-sm">
        No more are posted, and it can't be taken back. What is posted stays.
      </legend>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button look="outline" autoFocus className="flex-1" onClick={() => setAsked('kept')}>
          Keep It
        </Button>
        <Button
          look="danger"
          className="flex-1"
          pending={end.isPending}
          onClick={() => end.mutate()}
        >
          {end.isPending ? 'Ending...' : 'End It'}
        </Button>
      </div>
    </fieldset>
  )
}

const keyFor = (groupId: number) => keyOf(listRecurringTeeTimes, { params: { id: groupId } })

function readAgain(groupId: number): void {
  void queryClient.invalidateQueries({ queryKey: keyFor(groupId) })
}

function put(groupId: number, changed: RecurringTeeTime): void {
  queryClient.setQueryData<RecurringTeeTime[]>(keyFor(groupId), (known) =>
    known?.map((one) => (one.id === changed.id ? changed : one)),
  )
}

/** Skips a date, or undoes that. */
function useChangeDate(groupId: number, recurringId: number) {
  return useAction<{ date: string; skip: boolean }, RecurringTeeTime>({
    run: ({ date, skip }) =>
      call(skip ? skipRecurringDate : unskipRecurringDate, {
        params: { id: groupId, recurringId },
        body: { date },
      }),
    failure: {
      title: 'Failed to Change the Date',
      fallback: 'An error occurred while changing the standing tee time.',
    },
    onSuccess: (changed) => put(groupId, changed),
    onError: () => readAgain(groupId),
  })
}

function useEndRecurring(groupId: number, recurringId: number, onEnded: () => void) {
  return useAction({
    run: () => call(endRecurringTeeTime, { params: { id: groupId, recurringId } }),
    success: {
      title: 'Standing Tee Time Ended',
      description: 'What is posted stays; no more are posted.',
    },
    failure: {
      title: 'Failed to End the Standing Tee Time',
      fallback: 'An error occurred while ending the standing tee time.',
    },
    onSuccess: () => {
      onEnded()
      readAgain(groupId)
    },
    onError: () => readAgain(groupId),
  })
}

/** Describes the schedule: 'Every other Sat, 8:12 AM'. Returns only the time if it has ended. */
export function describeRhythm({
  time,
  everyWeeks,
  nextDates,
}: Pick<RecurringTeeTime, 'time' | 'everyWeeks' | 'nextDates'>): string {
  const [next] = nextDates
  if (next === undefined) return shortTime(time)
  const { weekday } = dateParts(next.date)
  return `Every ${everyWeeks === 1 ? '' : 'other '}${weekday}, ${shortTime(time)}`
}

/** Describes why it ended; undefined if it hasn't. */
export function describeEnd({
  creator,
  ended,
}: Pick<RecurringTeeTime, 'creator' | 'ended'>): string | undefined {
  if (ended === null) return undefined
  return ended.by === null
    ? `It ended, as ${creator.name} left the group.`
    : `It was ended by ${ended.by}.`
}
