import { type ReactNode, useEffect, useState } from 'react'
import type { LiveEvent } from '../../contract/live.ts'
import { applyTeeTimeEvent } from '../features/tee-times/queries.ts'
import { formatAsOf } from '../lib/dates.ts'
import { type LiveStatus, openLiveStream } from '../lib/live.ts'
import { storeResponses } from '../lib/offline-responses.ts'
import { recordCatchUp, recordConnection, useOldestContentTime } from '../lib/offline-status.ts'
import { refetchOutdated, useCurrentUser } from '../lib/query-client.ts'
import { refetchAfter, refetchLiveData } from '../lib/refetch-stale.ts'
import { Button } from '../ui/Button.tsx'
import { watchForUpdates } from './update-offer.ts'

export function LiveUpdates({ sessionId }: { sessionId: string }) {
  const codeStatus = useCurrentUser({ enabled: false }).data?.signInCode
  // The server refuses the stream until the super admin has set up or entered a sign-in code.
  if (codeStatus === 'set-up' || codeStatus === 'enter') return <AppNotice status="connecting" />
  return <LiveStream sessionId={sessionId} />
}

function LiveStream({ sessionId }: { sessionId: string }) {
  const [status, setStatus] = useState<LiveStatus>('connecting')

  useEffect(() => {
    const stopStoring = storeResponses(sessionId)
    const close = openLiveStream({
      sessionId,
      onStatus: (newStatus, lastHeardAt) => {
        recordConnection(newStatus === 'live', lastHeardAt)
        if (newStatus === 'live') refetchOutdated()
        else recordCatchUp()
        setStatus(newStatus)
      },
      onEvent: applyEvent,
    })
    return () => {
      close()
      stopStoring()
    }
  }, [sessionId])

  return <AppNotice status={status} />
}

function applyEvent(event: LiveEvent): void {
  if (event.type === 'refetch') {
    refetchLiveData()
    recordCatchUp()
    return
  }
  refetchAfter(event, applyTeeTimeEvent(event))
}

const NOTICE_AFTER_MS = 2_000
const REFRESH_MS = 30_000

/** Shows the first notice that applies: no connection, outdated content, or a new version that is ready. */
function AppNotice({ status }: { status: LiveStatus }) {
  const oldestAt = useOldestContentTime()
  const isDown = status === 'reconnecting' || status === 'offline'
  const isOld = !isDown && oldestAt !== undefined
  const problem = isDown ? 'down' : isOld ? 'old' : undefined
  const [shownProblem, setShownProblem] = useState<typeof problem>()
  const [takeOver, setTakeOver] = useState<() => void>()
  useEffect(() => watchForUpdates((offered) => setTakeOver(() => offered)), [])
  useEffect(() => {
    setShownProblem(undefined)
    if (problem === undefined) return
    const timer = setTimeout(() => setShownProblem(problem), NOTICE_AFTER_MS)
    const retryTimer = problem === 'old' ? setInterval(refetchOutdated, REFRESH_MS) : undefined
    return () => {
      clearTimeout(timer)
      clearInterval(retryTimer)
    }
  }, [problem])
  const isShown = shownProblem !== undefined && shownProblem === problem
  return (
    <>
      {/* Dialogs hide the page from screen readers, except elements with an explicit aria-live. */}
      <p role="status" aria-live="polite" className="live-notice empty:hidden">
        {isShown && isDown && describeOutage(status, oldestAt)}
      </p>
      {isShown && isOld ? (
        <ActionNotice label="Out of date" action="Refresh" onAction={refetchOutdated}>
          May be out of date. {describeAge(oldestAt)}
        </ActionNotice>
      ) : (
        takeOver !== undefined &&
        !isShown && (
          <ActionNotice label="Update" action="Reload" onAction={takeOver}>
            A new version is ready.
          </ActionNotice>
        )
      )}
    </>
  )
}

const describeAge = (oldestAt: number) => `As of ${formatAsOf(oldestAt, Date.now())}.`

function describeOutage(status: LiveStatus, oldestAt: number | undefined): string {
  const isOffline = status === 'offline'
  if (oldestAt === undefined) return isOffline ? "You're offline" : 'Reconnecting...'
  return `${isOffline ? 'Offline.' : 'Reconnecting...'} ${describeAge(oldestAt)}`
}

function ActionNotice(props: {
  label: string
  action: string
  onAction: () => void
  children: ReactNode
}) {
  return (
    <section
      aria-label={props.label}
      className="update-offer flex items-center justify-center leading-5"
    >
      <p role="status">{props.children}</p>
      <Button look="quiet" className="underline underline-offset-4" onClick={props.onAction}>
        {props.action}
      </Button>
    </section>
  )
}
