import Plus from 'lucide-react/icons/plus'
import Trash from 'lucide-react/icons/trash-2'
import { OPEN_SPOT_ALERT_HOURS } from '../../../contract/alerts.ts'
import type { GroupDetail } from '../../../contract/groups.ts'
import {
  deleteSavedAlert,
  HEAD_START_MINUTES,
  listMySavedAlerts,
  MAX_SAVED_ALERTS,
  type SavedAlert,
} from '../../../contract/saved-alerts.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { shortTime } from '../../lib/dates.ts'
import { putResponse, refetch, useEndpoint } from '../../lib/query-client.ts'
import { IconButton } from '../../ui/Button.tsx'
import { onDemand, useDialog } from '../../ui/on-demand.tsx'
import { RowButton } from '../../ui/Rows.tsx'
import { restoreFocus } from '../../ui/restore-focus.ts'
import { SettingsCard } from '../../ui/SettingsCard.tsx'
import { useChangeDetector } from '../../ui/use-change-detector.ts'

const { SavedAlertDialog } = onDemand(() => import('./SavedAlertDialog.tsx'))

export function SavedAlerts({ group }: { group: GroupDetail }) {
  const savedAlerts = useEndpoint(listMySavedAlerts, { params: { id: group.id } })
  const haveJustMoved = useChangeDetector(savedAlerts.data?.map(({ id }) => id).join() ?? '')
  const { currentDialog, openerProps, close } = useDialog()
  return (
    <SettingsCard
      title="Tee-Time Alerts"
      query={savedAlerts}
      rows={(list) => (
        <>
          {list.length > 0 && (
            <ul
              className="divide-y divide-line"
              // Ignore taps right after rows move, so that no tap deletes the wrong alert.
              onClickCapture={(event) => haveJustMoved() && event.stopPropagation()}
            >
              {list.map((alert) => (
                <SavedAlertRow key={alert.id} groupId={group.id} alert={alert} />
              ))}
            </ul>
          )}
          {list.length < MAX_SAVED_ALERTS && (
            <RowButton icon={Plus} {...openerProps(SavedAlertDialog)}>
              Add Alert
            </RowButton>
          )}
          {currentDialog && <SavedAlertDialog groupId={group.id} onClose={close} />}
        </>
      )}
    >
      {() => (
        <p className="mt-1 text-sm text-muted wrap-anywhere">
          Tell us which tee times you want in {group.name}. When one is posted, or a spot opens
          within {OPEN_SPOT_ALERT_HOURS} hours of tee-off, you get an alert {HEAD_START_MINUTES}{' '}
          minutes before everyone else, unless you muted the group or turned off messages about new
          tee times and open spots.
        </p>
      )}
    </SettingsCard>
  )
}

function SavedAlertRow({ groupId, alert }: { groupId: number; alert: SavedAlert }) {
  const params = { id: groupId }
  const remove = useAction({
    run: () => call(deleteSavedAlert, { params: { ...params, savedAlertId: alert.id } }),
    failure: { title: 'Failed to Delete Alert', doing: 'deleting your alert' },
    onSuccess: (savedAlerts) => putResponse(listMySavedAlerts, { params }, savedAlerts),
    onError: () => refetch(listMySavedAlerts, { params }),
  })
  const description = describeSavedAlert(alert)
  return (
    <li className="flex min-h-13 items-center gap-2 py-1 pr-2 pl-4">
      <p className="min-w-0 flex-1 py-1 leading-snug wrap-anywhere">{description}</p>
      <IconButton
        ref={restoreFocus}
        icon={Trash}
        iconSize={19}
        label={`Delete the alert: ${description}`}
        className="shrink-0 text-muted"
        pending={remove.isPending}
        onClick={() => remove.mutate()}
      />
    </li>
  )
}

/** In ISO 8601 order: Monday is day 1. */
export const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')

/** Describes a saved alert: 'Saturdays, no later than 10:00 AM, at a course with "links" in its name'. */
export function describeSavedAlert(alert: Omit<SavedAlert, 'id'>): string {
  const { days, notBefore, notAfter, course } = alert
  const parts = [
    describeDays(days),
    describeHours(notBefore, notAfter),
    course !== null && `at a course with "${course}" in its name`,
  ]
  return parts.filter(Boolean).join(', ')
}

function describeDays(days: readonly number[]): string {
  if (days.length === DAYS.length) return 'Any day'
  if (days.join() === '1,2,3,4,5') return 'Weekdays'
  return new Intl.ListFormat('en-US').format(days.map((day) => `${DAYS[day - 1] ?? ''}s`))
}

function describeHours(from: string | null, to: string | null): string | undefined {
  if (from !== null && to !== null) return `from ${shortTime(from)} to ${shortTime(to)}`
  if (from !== null) return `no earlier than ${shortTime(from)}`
  return to === null ? undefined : `no later than ${shortTime(to)}`
}
