import { useQuery } from '@tanstack/react-query'
import { endOtherSessions, listSessions, type OpenSession } from '../../../../contract/sessions.ts'
import { useAction } from '../../../lib/action.ts'
import { call, failureText, LOADING_FAILED } from '../../../lib/api-client.ts'
import { daysAfter, fromCalendarDay, shortDate } from '../../../lib/dates.ts'
import { keyOf, queryClient } from '../../../lib/query-client.ts'
import { ActionButton, Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'

const SESSIONS_KEY = keyOf(listSessions, {})

export function OpenSessionsDialog({ onClose }: { onClose: () => void }) {
  // Not cached, so that the dialog refetches each time it opens.
  const sessions = useQuery<OpenSession[]>({ queryKey: SESSIONS_KEY, gcTime: 0 })
  const end = useAction({
    run: () => call(endOtherSessions, {}),
    failure: { title: 'Failed to Sign Out Other Devices', doing: 'signing out your other devices' },
    success: ({ message }) => ({ title: 'Other Devices Signed Out', description: message }),
    onSuccess: onClose,
    onError: () => void queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  })
  const today = fromCalendarDay(new Date())
  return (
    <Dialog
      title="Where I'm Signed In"
      description="Lost a phone or used someone else's? Sign out everywhere else."
      onClose={onClose}
    >
      {sessions.data ? (
        <>
          <ul className="divide-y divide-line rounded-[0.625rem] border border-line">
            {sessions.data.map((session) => (
              <li
                key={`${session.isCurrent} ${session.createdAt}`}
                className="flex items-center gap-3 px-3 py-3"
              >
                <div className="min-w-0 flex-1">
                  <p className="font-semibold wrap-anywhere">{session.device}</p>
                  <p className="text-sm text-muted">{lastUsed(session, today)}</p>
                </div>
                {session.isCurrent && <span className="chip bg-sand-soft">This device</span>}
              </li>
            ))}
          </ul>
          {sessions.data.some(({ isCurrent }) => !isCurrent) ? (
            <ActionButton
              className="mt-5 w-full"
              action={end}
              label="Sign Out Other Devices"
              pendingLabel="Signing out..."
            />
          ) : (
            <p className="mt-5 text-muted">You aren't signed in anywhere else.</p>
          )}
        </>
      ) : sessions.error ? (
        <>
          <p>{failureText(sessions.error, LOADING_FAILED)}</p>
          <Button className="mt-4 w-full" onClick={() => sessions.refetch()}>
            Try Again
          </Button>
        </>
      ) : (
        <div aria-busy className="space-y-4">
          <p className="sr-only">Loading</p>
          <Skeleton className="h-17 w-full" />
          <Skeleton className="h-11 w-full" />
        </div>
      )}
    </Dialog>
  )
}

/** Describes when a session was last used: only the day, because the server records uses once an hour. */
function lastUsed({ isCurrent, lastSeenAt }: OpenSession, today: string): string {
  if (isCurrent) return 'In use now'
  const day = fromCalendarDay(new Date(lastSeenAt))
  if (day >= today) return 'Last used today'
  return day === daysAfter(today, -1) ? 'Last used yesterday' : `Last used ${shortDate(day)}`
}
