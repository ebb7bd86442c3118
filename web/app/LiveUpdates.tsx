import type { Query } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { ResponseOf } from '../../contract/endpoint.ts'
import { checkSlug } from '../../contract/groups.ts'
import type { LiveEvent } from '../../contract/live.ts'
import { listMembersBySlug } from '../../contract/members.ts'
import { applyTeeTimeEvent } from '../features/tee-times/queries.ts'
import { formatAsOf } from '../lib/dates.ts'
import { type LiveStatus, openLive } from '../lib/live.ts'
import { storeResponses } from '../lib/offline-responses.ts'
import { recordCatchUp, recordConnection, useOldestContentTime } from '../lib/offline-status.ts'
import { queryClient, refetchOutdated, useCurrentUser } from '../lib/query-client.ts'
import {
  invalidateGroup,
  invalidateStats,
  refetchLiveData,
  refetchMatching,
  refreshMyGroups,
  slugOf,
} from '../lib/refetch-stale.ts'
import { endSession } from '../lib/session.ts'
import { Button } from '../ui/Button.tsx'
import { watchForUpdates } from './update-offer.ts'

const REFETCH_WAIT_MS = 300

export function LiveUpdates({ sessionId }: { sessionId: string }) {
  const codeStatus = useCurrentUser({ enabled: false }).data?.signInCode
  // The server refuses the stream until the super admin has set up or entered the code.
  if (codeStatus === 'set-up' || codeStatus === 'enter') return <AppNotice status="connecting" />
  return <LiveStream sessionId={sessionId} />
}

function LiveStream({ sessionId }: { sessionId: string }) {
  const [status, setStatus] = useState<LiveStatus>('connecting')

  useEffect(() => {
    const stopStoring = storeResponses(sessionId)
    const close = openLive({
      sessionId,
      onStatus: (newStatus, lastHeardAt) => {
        recordConnection(newStatus === 'live', lastHeardAt)
        if (newStatus === 'live') refetchOutdated()
        else recordCatchUp()
        setStatus(newStatus)
      },
      onEvent: applyEvent,
      onUnauthenticated: () => endSession(sessionId),
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
  const onlyStatsChanged = applyTeeTimeEvent(event)
  if (event.type === 'group-changed') {
    void refetchMatching(
      (query) => slugOf(query, listMembersBySlug) !== undefined || isFreeSlug(query),
    )
    refreshMyGroups()
  }
  refetchSoon(event.groupId, onlyStatsChanged)
}

/** Returns whether this is a cached check that found a slug free. The slug may be taken now. */
function isFreeSlug(query: Query): boolean {
  const check = queryClient.getQueryData<ResponseOf<typeof checkSlug>>(query.queryKey)
  return slugOf(query, checkSlug) !== undefined && check?.available === true
}

/** For each group whose refetch is scheduled, the function that will do it. */
const refetchers = new Map<number, typeof invalidateGroup>()

function refetchSoon(groupId: number, onlyStats: boolean): void {
  const isWaiting = refetchers.has(groupId)
  if (!isWaiting || !onlyStats)
    refetchers.set(groupId, onlyStats ? invalidateStats : invalidateGroup)
  if (isWaiting) return
  setTimeout(() => {
    void refetchers.get(groupId)?.(groupId)
    refetchers.delete(groupId)
  }, REFETCH_WAIT_MS)
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
          May be out of date. {ageOf(oldestAt)}
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

const ageOf = (oldestAt: number) => `As of ${formatAsOf(oldestAt, Date.now())}.`

function describeOutage(status: LiveStatus, oldestAt: number | undefined): string {
  const isOffline = status === 'offline'
  if (oldestAt === undefined) return isOffline ? "You're offline" : 'Reconnecting...'
  return `${isOffline ? 'Offline.' : 'Reconnecting...'} ${ageOf(oldestAt)}`
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
