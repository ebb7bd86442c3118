import { useRef, useState } from 'react'
import { type GroupDetail, isUnpaid } from '../../../contract/groups.ts'
import { capitalized } from '../../../contract/names.ts'
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
import { plural } from '../../lib/counts.ts'
import { dateIn, dateParts, readableDate, shortTime } from '../../lib/dates.ts'
import { putResponse, refetch, useCurrentUser } from '../../lib/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmButtons, Dialog } from '../../ui/Dialog.tsx'
import { useChangeDetector } from '../../ui/use-change-detector.ts'

export function RecurringTeeTimesDialog(props: {
  group: GroupDetail
  list: readonly RecurringTeeTime[]
  onClose: () => void
}) {
  const { group, list, onClose } = props
  const top = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      title="Recurring Tee Times"
      description={`Fourball posts these tee times automatically. To set one up, choose "Repeat" when you post a tee time.`}
      onClose={onClose}
    >
      <div ref={top} tabIndex={-1} data-autofocus className="divide-y divide-line outline-none">
        {list.length === 0 && <p className="py-3">No recurring tee times.</p>}
        {list.map((recurring) => (
          <Recurring
            key={recurring.id}
            group={group}
            recurring={recurring}
            onEnded={() => top.current?.focus()}
          />
        ))}
      </div>
    </Dialog>
  )
}

type RecurringProps = { group: GroupDetail; recurring: RecurringTeeTime }

function Recurring({ group, recurring, onEnded }: RecurringProps & { onEnded: () => void }) {
  const golferId = useCurrentUser({ enabled: false }).data?.id
  const { course, creator, notes, nextDates, ended } = recurring
  const isCreator = creator.id === golferId
  return (
    <section aria-label={`${course}, ${describeSchedule(recurring)}`} className="py-4 first:pt-0">
      <h3 className="leading-snug font-semibold wrap-anywhere">{course}</h3>
      <p className="text-sm wrap-anywhere">
        {describeSchedule(recurring)}
        <span className="text-muted">
          {' '}
          · posted by {isCreator ? 'you' : capitalized(creator.name)}
        </span>
      </p>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        {ended === null ? describePlan(recurring, golferId) : describeEnd(recurring)}
      </p>
      {ended === null && notes && (
        <p className="mt-1 border-l-3 border-ball pl-3 text-sm whitespace-pre-line wrap-anywhere">
          {notes}
        </p>
      )}
      {nextDates.length > 0 && (
        <ul aria-label="Next dates" className="mt-2">
          {nextDates.map((next) => (
            <NextDate key={next.date} {...{ group, recurring, next, isCreator }} />
          ))}
        </ul>
      )}
      {ended === null && canEndRecurring(recurring, golferId, group.role) && (
        <EndButton {...{ group, recurring, onEnded }} />
      )}
    </section>
  )
}

/** How late the job that posts recurring tee times may be before a date counts as overdue. */
const POSTING_MS = 5 * 60_000

function NextDate(
  props: RecurringProps & { next: RecurringTeeTime['nextDates'][number]; isCreator: boolean },
) {
  const { group, recurring, next, isCreator } = props
  const { date, time, postedAt, skipped } = next
  const change = useAction({
    run: () =>
      call(skipped ? unskipRecurringDate : skipRecurringDate, {
        params: { id: group.id, recurringId: recurring.id },
        body: { date },
      }),
    failure: {
      title: 'Failed to Change Recurring Tee Time',
      doing: 'changing the recurring tee time',
    },
    onSuccess: (changed) =>
      putResponse(listRecurringTeeTimes, { params: { id: group.id } }, (list) =>
        list?.map((one) => (one.id === changed.id ? changed : one)),
      ),
    onError: () => refetch(listRecurringTeeTimes, { params: { id: group.id } }),
  })
  // A double tap on 'Skip' must not also undo it.
  const hasJustChanged = useChangeDetector(String(skipped))
  const day = readableDate(date)
  const now = new Date()
  const postingDay = readableDate(dateIn(group.timeZone, new Date(postedAt)))
  // A date is overdue if its poster or the group had the maximum number of upcoming tee times. It is posted
  // once there is room.
  const isOverdue = Date.parse(postedAt) + POSTING_MS < now.getTime()
  const posting = isOverdue ? 'not posted yet' : `will be posted ${postingDay}`
  return (
    <li className={`flex items-center justify-between gap-3 ${isCreator ? 'min-h-11' : 'min-h-7'}`}>
      <p className="text-sm leading-snug">
        <span className={skipped ? 'line-through' : undefined}>{day}</span>
        {time !== recurring.time && `, ${shortTime(time)}`}
        <span className="text-muted">
          {skipped
            ? ' skipped'
            : ` · ${isUnpaid(group, now) ? 'not posted while the group is paused' : posting}`}
        </span>
      </p>
      {isCreator && (
        <Button
          look="quiet"
          className="-mr-4 shrink-0 text-sm"
          pending={change.isPending}
          aria-label={skipped ? `Undo skipping ${day}` : `Skip ${day}`}
          onClick={() => hasJustChanged() || change.mutate()}
        >
          {skipped ? 'Undo' : 'Skip'}
        </Button>
      )}
    </li>
  )
}

/** Asks for confirmation in place, because another dialog would hide the recurring tee time. */
function EndButton({ group, recurring, onEnded }: RecurringProps & { onEnded: () => void }) {
  const [state, setState] = useState<'asking' | 'kept'>()
  const end = useAction({
    run: () => call(endRecurringTeeTime, { params: { id: group.id, recurringId: recurring.id } }),
    success: {
      title: 'Recurring Tee Time Ended',
      description: 'Tee times already posted will stay. No new ones will be posted.',
    },
    failure: { title: 'Failed to End Recurring Tee Time', doing: 'ending the recurring tee time' },
    onSuccess: onEnded,
    onSettled: () => refetch(listRecurringTeeTimes, { params: { id: group.id } }),
  })
  if (state !== 'asking') {
    return (
      <Button
        look="danger-quiet"
        // Return the focus to this button if the golfer decides not to end the recurring tee time.
        autoFocus={state === 'kept'}
        className="mt-1 -mb-3 -ml-4 text-sm"
        onClick={() => setState('asking')}
      >
        End It
      </Button>
    )
  }
  return (
    <fieldset className="mt-2">
      <legend className="text-sm">
        <span className="block font-semibold">End this recurring tee time?</span>
        No new ones will be posted. Tee times already posted will stay. You can't undo this.
      </legend>
      <ConfirmButtons
        autoFocus
        keepLabel="Keep It"
        confirmLabel="End It"
        pendingLabel="Ending..."
        action={end}
        onKeep={() => setState('kept')}
      />
    </fieldset>
  )
}

/** Describes the schedule: 'Every other Sat, 8:12 AM'. Without upcoming dates, returns only the time. */
export function describeSchedule({ time, everyWeeks, nextDates }: RecurringTeeTime): string {
  const [next] = nextDates
  if (next === undefined) return shortTime(time)
  const { weekday } = dateParts(next.date)
  return `Every ${everyWeeks === 1 ? '' : 'other '}${weekday}, ${shortTime(time)}`
}

/** Describes what will be posted: '4 spots, posted 7 days ahead, cut-off 24 hours before, you play'. */
export function describePlan(recurring: RecurringTeeTime, golferId: number | undefined): string {
  const { creator, maxPlayers, daysAhead, cancelHours, joinAsPlayer } = recurring
  const parts = [
    plural(maxPlayers, 'spot'),
    `posted ${plural(daysAhead, 'day')} ahead`,
    cancelHours !== null && `cut-off ${plural(cancelHours, 'hour')} before`,
    joinAsPlayer && (creator.id === golferId ? 'you play' : `${capitalized(creator.name)} plays`),
  ]
  return parts.filter(Boolean).join(', ')
}

export function describeEnd({ creator, ended }: RecurringTeeTime) {
  if (ended?.by === null)
    return `It ended because ${capitalized(creator.name)} was no longer in the group.`
  return ended === null ? undefined : `${capitalized(ended.by)} ended it.`
}
