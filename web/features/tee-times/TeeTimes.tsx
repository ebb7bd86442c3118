import Pause from 'lucide-react/icons/pause'
import Plus from 'lucide-react/icons/plus'
import Repeat from 'lucide-react/icons/repeat'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { type GroupDetail, isUnpaid } from '../../../contract/groups.ts'
import { listRecurringTeeTimes } from '../../../contract/recurring-tee-times.ts'
import { listTeeTimes } from '../../../contract/tee-times.ts'
import { isFromStorage, useHasCaughtUp } from '../../lib/offline-status.ts'
import { queryKeyOf, useEndpoint } from '../../lib/query-client.ts'
import { refetchLiveData } from '../../lib/refetch-stale.ts'
import { useNowAround } from '../../lib/timing.ts'
import { toast } from '../../lib/toast-store.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadingFailed, Notice } from '../../ui/Notice.tsx'
import { onDemand, useDialog } from '../../ui/on-demand.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { describePause, PAUSE_NOTICE_ID } from '../groups/SubscriptionNotices.tsx'
import type { Filter } from './arrange-tee-times.ts'
import type { PastRound } from './PostTeeTimeDialog.tsx'
import { useCleanUp } from './queries.ts'
import { TeeTimeList } from './TeeTimeList.tsx'
import { useLinkedCard } from './use-linked-card.ts'

const { PostTeeTimeDialog } = onDemand(() => import('./PostTeeTimeDialog.tsx'))
const { RecurringTeeTimesDialog } = onDemand(() => import('./RecurringTeeTimesDialog.tsx'))
const { SetupChecklist } = onDemand(() => import('../groups/SetupChecklist.tsx'))

export function TeeTimes(props: {
  slug: string
  /** Undefined while loading, like `golferId`. */
  group: GroupDetail | undefined
  isGroupPending: boolean
  golferId: number | undefined
}) {
  const { slug, group, isGroupPending, golferId } = props
  const teeTimes = useEndpoint(listTeeTimes, { params: { slug } })
  const [posting, setPosting] = useState<{ pastRound: PastRound | undefined }>()
  const [filter, chooseFilter] = useFilter()
  const hasCaughtUp = useHasCaughtUp()
  useCleanUp(slug, golferId !== undefined && hasCaughtUp)
  // After a second, show the cards even if the user's account has not loaded.
  const [lateAt] = useState(() => Date.now() + 1_000)
  const isUserLate = useNowAround(lateAt).getTime() >= lateAt
  // Wait for the group and the user, because their data would move cards that are already shown.
  const isWaiting = isGroupPending || (golferId === undefined && !isUserLate)
  const cards = isWaiting && teeTimes.data?.length !== 0 ? undefined : teeTimes.data
  const areStored = isFromStorage(queryKeyOf(listTeeTimes, { params: { slug } })[0])
  const linked = useLinkedCard(teeTimes.isFetching ? undefined : cards, areStored)

  const startPosting = (pastRound?: PastRound) => {
    if (!group || !isUnpaid(group, new Date())) return setPosting({ pastRound })
    // Refuse now rather than after the golfer has filled in the whole form.
    const description = describePause(group, golferId)
    toast({ title: 'Failed to Post Tee Time', description, variant: 'destructive' })
  }

  usePostRequest(group && startPosting)

  const isViewOnly = group?.role === 'super-admin'
  // During the first second, assume that the user's account will load.
  const canBeMine = !isViewOnly && (golferId !== undefined || !isUserLate)
  const shownFilter = filter === 'mine' && !canBeMine ? 'all' : filter
  const isPaused = group !== undefined && isUnpaid(group, new Date())
  return (
    // Remount when the group has loaded. The header may then grow and push this element down. Browsers count
    // that as a layout shift for an existing element, but not for a new one.
    <main key={group ? 'known' : 'loading'} className="column column-wide pt-2 pb-22 lg:pb-6">
      <div className="flex flex-wrap gap-2">
        {cards?.length !== 0 && (
          <fieldset
            aria-label="Tee times to show"
            className="flex flex-none overflow-clip rounded-[0.625rem] border border-edge"
          >
            {FILTERS.filter(([name]) => !isViewOnly || name !== 'mine').map(([name, label]) => (
              <button
                key={name}
                type="button"
                aria-pressed={shownFilter === name}
                className="min-h-11 min-w-11 px-2.5 text-sm font-semibold text-muted hover:text-ink focus-visible:-outline-offset-4 aria-pressed:bg-ink aria-pressed:text-ground"
                onClick={() => chooseFilter(name)}
              >
                {label}
              </button>
            ))}
          </fieldset>
        )}
        {!isViewOnly && (
          <Button
            look={isPaused ? 'paused' : 'primary'}
            aria-describedby={isPaused ? PAUSE_NOTICE_ID : undefined}
            className="flex-auto gap-1.5! px-2! text-sm lg:ml-auto lg:flex-none lg:px-5!"
            pending={group === undefined}
            onPointerEnter={PostTeeTimeDialog.preload}
            onClick={() => startPosting()}
          >
            {isPaused ? (
              <Pause size={18} className="shrink-0" />
            ) : (
              <Plus size={18} className="shrink-0 max-[24rem]:hidden" />
            )}
            Create New Tee Time
          </Button>
        )}
      </div>
      {isViewOnly && (
        <p className="mt-2 text-center text-sm text-muted lg:text-left">
          You're viewing this group as a super admin. Only members can post tee times and claim
          spots.
        </p>
      )}
      {posting && group && (
        <PostTeeTimeDialog
          group={group}
          golferId={golferId}
          pastRound={posting.pastRound}
          onClose={() => setPosting(undefined)}
        />
      )}
      <h2 data-after-dialog tabIndex={-1} className="sr-only">
        Tee times
      </h2>
      {linked.missingNumber !== undefined && (
        <p role="status" className="sheet mt-4 px-4 py-3 text-center">
          Tee time #{linked.missingNumber} has passed or was cancelled.
        </p>
      )}
      {teeTimes.data === undefined && teeTimes.error ? (
        <LoadingFailed
          title="We couldn't load the tee times"
          query={{ error: teeTimes.error, refetch: refetchLiveData }}
        />
      ) : cards === undefined ? (
        <div
          aria-busy
          className="mt-3 grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-2 lg:gap-x-6"
        >
          <p className="sr-only">Loading tee times</p>
          {[1, 2, 3].map((card) => (
            <TeeTimeSkeleton key={card} />
          ))}
        </div>
      ) : cards.length === 0 ? (
        <Notice title="No Tee Times">Be the first to post a tee time for the group!</Notice>
      ) : (
        <TeeTimeList
          // Remount for each filter, because the list keeps cards that it has shown.
          key={shownFilter}
          cards={cards}
          areFresh={!teeTimes.isFetching}
          golferId={golferId}
          group={group}
          filter={shownFilter}
          onShowAll={() => chooseFilter('all')}
          linked={linked}
        />
      )}
      {/* The checklist is at the end, so that it doesn't move other content when it appears. */}
      {cards !== undefined && group?.setup && (
        <SetupChecklist group={group} onPost={() => startPosting()} />
      )}
    </main>
  )
}

const FILTERS: readonly (readonly [Filter, label: string])[] = [
  ['all', 'All'],
  ['open', 'Open'],
  ['mine', 'Mine'],
]

const FILTER_KEY = 'teeTimesFilter'

function useFilter(): [Filter, (filter: Filter) => void] {
  const [filter, setFilter] = useState(() => {
    const stored = localStorage.getItem(FILTER_KEY)
    return FILTERS.find(([name]) => name === stored)?.[0] ?? 'all'
  })
  const chooseFilter = (chosen: Filter) => {
    localStorage.setItem(FILTER_KEY, chosen)
    setFilter(chosen)
  }
  return [filter, chooseFilter]
}

/** Opens the form if the history state asks for it. 'Post Again' also passes the round to copy. */
function usePostRequest(start: ((pastRound?: PastRound) => void) | undefined): void {
  const request = useHistoryState<{ post?: { pastRound?: PastRound } } | null>()?.post
  const [, navigate] = useLocation()
  const begin = useEffectEvent((pastRound?: PastRound) => start?.(pastRound))
  const isReady = start !== undefined
  useEffect(() => {
    if (request === undefined || !isReady) return
    // Clear the state, so that a reload or the back button does not open the dialog again.
    navigate(window.location.pathname + window.location.search, { replace: true })
    begin(request.pastRound)
  }, [request, isReady, navigate])
}

function TeeTimeSkeleton() {
  return (
    <div data-testid="tee-time-skeleton" className="sheet space-y-1.5 px-3 py-2">
      <div className="flex items-center gap-3">
        <Skeleton className="h-8 w-24" />
        <Skeleton className="ml-auto h-6 w-16 rounded-full" />
      </div>
      <Skeleton className="h-5 w-40 max-w-full" />
      <div className="grid grid-cols-2 gap-1">
        {[1, 2, 3, 4].map((spot) => (
          <Skeleton key={spot} className="h-10" />
        ))}
      </div>
      <Skeleton className="h-11 rounded-[0.625rem]" />
    </div>
  )
}

export function RecurringTeeTimes({ group }: { group: GroupDetail }) {
  const input = { params: { id: group.id } }
  const enabled = useHasCaughtUp()
  const { data: list = [] } = useEndpoint(listRecurringTeeTimes, input, { enabled })
  const { currentDialog, openerProps, close } = useDialog()
  // Keep the dialog open even after the last recurring tee time has ended.
  if (list.length === 0 && !currentDialog) return null
  return (
    <div className="column pb-6">
      <Button
        look="quiet"
        className="w-full text-sm text-muted!"
        {...openerProps(RecurringTeeTimesDialog)}
      >
        <Repeat size={17} />
        Recurring Tee Times ({list.length})
      </Button>
      {currentDialog && <RecurringTeeTimesDialog group={group} list={list} onClose={close} />}
    </div>
  )
}
