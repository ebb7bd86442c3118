import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { GroupDetail } from '../../../contract/groups.ts'
import {
  createSavedAlert,
  deleteSavedAlert,
  listMySavedAlerts,
  MAX_SAVED_ALERTS,
  type SavedAlert,
} from '../../../contract/saved-alerts.ts'
import { useAction } from '../../lib/action.ts'
import { call, failureText, LOADING_FAILED } from '../../lib/api-client.ts'
import { shortTime } from '../../lib/dates.ts'
import { keyOf, queryClient, useEndpoint } from '../../lib/query-client.ts'
import { Button } from '../../ui/Button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { restoreFocus } from '../../ui/restore-focus.ts'

const SavedAlertDialog = onDemand(() =>
  import('./SavedAlertDialog.tsx').then((part) => part.SavedAlertDialog),
)

/** The golfer's saved alerts in a group, which arrive before the other members' alerts. */
export function SavedAlerts({ group }: { group: GroupDetail }) {
  const savedAlerts = useEndpoint(listMySavedAlerts, { params: { id: group.id } })
  const [adding, setAdding] = useState(false)
  const { data: list } = savedAlerts
  return (
    <section aria-label="First to hear" className="sheet divide-y divide-line overflow-hidden">
      <div className="p-4">
        <h2 tabIndex={-1} data-after-dialog className="font-semibold">
          First to Hear
        </h2>
        {list ? (
          <p className="mt-1 text-sm text-muted wrap-anywhere">
            Say which tee times you look for in {group.name}. When one is posted, or a spot in it
            opens, you hear ten minutes before the others.
          </p>
        ) : (
          <>
            <p className="mt-1 text-muted">{failureText(savedAlerts.error, LOADING_FAILED)}</p>
            <Button className="mt-3" onClick={() => savedAlerts.refetch()}>
              Try Again
            </Button>
          </>
        )}
      </div>
      {list && list.length > 0 && (
        <ul className="divide-y divide-line">
          {list.map((wish) => (
            <WishRow key={wish.id} groupId={group.id} wish={wish} />
          ))}
        </ul>
      )}
      {list && list.length < MAX_SAVED_ALERTS && (
        <RowButton
          icon={<Plus aria-hidden size={20} className="shrink-0 text-muted" />}
          onPointerEnter={SavedAlertDialog.preload}
          onClick={() => setAdding(true)}
        >
          Add a Wish
        </RowButton>
      )}
      {adding && <SavedAlertDialog groupId={group.id} onClose={() => setAdding(false)} />}
    </section>
  )
}

function WishRow({ groupId, wish }: { groupId: number; wish: SavedAlert }) {
  const drop = useDeleteSavedAlert(groupId)
  const words = describeSavedAlert(wish)
  return (
    <li className="flex min-h-13 items-center gap-2 py-1 pr-2 pl-4">
      <p className="min-w-0 flex-1 py-1 leading-snug wrap-anywhere">{words}</p>
      <button
        ref={restoreFocus}
        type="button"
        className="icon-button shrink-0 text-muted"
        aria-label={`Delete the wish: ${words}`}
        aria-disabled={drop.isPending || undefined}
        onClick={() => drop.mutate(wish.id)}
      >
        <Trash aria-hidden size={19} />
      </button>
    </li>
  )
}

/** Days in ISO 8601 order. Day 1 is Monday. */
export const DAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** Describes a saved alert: 'Saturdays and Sundays, no later than 10:00 AM, at a course with “links”' */
export function describeSavedAlert({
  days,
  notBefore,
  notAfter,
  course,
}: Omit<SavedAlert, 'id'>): string {
  return [
    describeDays(days),
    describeHours(notBefore, notAfter),
    course === null ? undefined : `at a course with “${course}”`,
  ]
    .filter((part) => part !== undefined)
    .join(', ')
}

function describeDays(days: readonly number[]): string {
  if (days.length === DAYS.length) return 'Any day'
  if (days.join() === '1,2,3,4,5') return 'Weekdays'
  return new Intl.ListFormat('en-US').format(days.map((day) => `${DAYS[day - 1] ?? ''}s`))
}

function describeHours(from: string | null, to: string | null): string | undefined {
  if (from !== null && to !== null) return `from ${shortTime(from)} to ${shortTime(to)}`
  if (from !== null) return `no earlier than ${shortTime(from)}`
  if (to !== null) return `no later than ${shortTime(to)}`
  return undefined
}

const keyFor = (groupId: number) => keyOf(listMySavedAlerts, { params: { id: groupId } })

function take(groupId: number, savedAlerts: SavedAlert[]): void {
  queryClient.setQueryData<SavedAlert[]>(keyFor(groupId), savedAlerts)
}

function readAgain(groupId: number): void {
  void queryClient.invalidateQueries({ queryKey: keyFor(groupId) })
}

export function useCreateSavedAlert(groupId: number, onMade: () => void) {
  return useAction<BodyOf<typeof createSavedAlert>, SavedAlert[]>({
    run: (body) => call(createSavedAlert, { params: { id: groupId }, body }),
    success: {
      title: 'Wish Saved',
      description: 'You hear of such a tee time ten minutes before the others.',
    },
    failure: {
      title: 'Failed to Save Wish',
      fallback: 'An error occurred while saving your wish.',
    },
    onSuccess: (savedAlerts) => {
      take(groupId, savedAlerts)
      onMade()
    },
    onError: () => readAgain(groupId),
  })
}

export function useDeleteSavedAlert(groupId: number) {
  return useAction<number, SavedAlert[]>({
    run: (savedAlertId) => call(deleteSavedAlert, { params: { id: groupId, savedAlertId } }),
    failure: {
      title: 'Failed to Delete Wish',
      fallback: 'An error occurred while deleting your wish.',
    },
    onSuccess: (savedAlerts) => take(groupId, savedAlerts),
    onError: () => readAgain(groupId),
  })
}
