import Plus from 'lucide-react/icons/plus'
import Repeat from 'lucide-react/icons/repeat'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type GroupDetail, isSubscribed } from '../../../contract/groups.ts'
import { listRecurringTeeTimes } from '../../../contract/recurring-tee-times.ts'
import type { User } from '../../../contract/sessions.ts'
import { listTeeTimes, type TeeTime } from '../../../contract/tee-times.ts'
import { useEndpoint } from '../../lib/query-client.ts'
import { refetchLiveData } from '../../lib/refetch-stale.ts'
import { toast } from '../../lib/toast-store.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadingFailed, Notice } from '../../ui/Notice.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { describePause } from '../groups/SubscriptionNotices.tsx'
import { WeatherCredit } from '../weather/WeatherStrip.tsx'
import { useCleanUp } from './queries.ts'
import { TeeTimeCard } from './TeeTimeCard.tsx'

const PostTeeTimeDialog = onDemand(() =>
  import('./PostTeeTimeDialog.tsx').then((part) => part.PostTeeTimeDialog),
)
const RecurringTeeTimesDialog = onDemand(() =>
  import('./RecurringTeeTimesDialog.tsx').then((part) => part.RecurringTeeTimesDialog),
)

interface TeeTimesProps {
  readonly slug: string
  /** Undefined while loading, like `user`. */
  readonly group: GroupDetail | undefined
  /** Whether the group is still loading. The content of the cards depends on it. */
  readonly isGroupPending: boolean
  readonly user: User | undefined
}

/** The group's upcoming tee times, and a button to post one. */
export function TeeTimes({ slug, group, isGroupPending, user }: TeeTimesProps) {
  const teeTimes = useEndpoint(listTeeTimes, { params: { slug } })
  const [posting, setPosting] = useState(false)
  useCleanUp(slug, user !== undefined)
  // Cards shown before the group has loaded would grow afterwards.
  const cards = isGroupPending && teeTimes.data?.length !== 0 ? undefined : teeTimes.data
  const linked = useLinkedCard(teeTimes.isFetching ? undefined : cards)

  const startPosting = () => {
    if (!group || isSubscribed(group, new Date())) {
      setPosting(true)
      return
    }
    // Refuse now rather than after the golfer has filled in the whole form.
    toast({
      title: 'Failed to Post Tee Time',
      description: describePause(group, user?.id),
      variant: 'destructive',
    })
  }

  const isMember = group?.role !== 'super-admin'
  return (
    <main className="column pt-4 pb-6">
      {isMember ? (
        <Button
          className="w-full"
          pending={group === undefined}
          onPointerEnter={PostTeeTimeDialog.preload}
          onClick={startPosting}
        >
          <Plus aria-hidden size={20} />
          Create New Tee Time
        </Button>
      ) : (
        <p className="grid min-h-11 place-items-center text-center text-sm text-muted">
          You're viewing this group as a super admin. Only members can post and claim.
        </p>
      )}
      {posting && group && (
        <PostTeeTimeDialog group={group} user={user} onClose={() => setPosting(false)} />
      )}
      <h2 data-after-dialog tabIndex={-1} className="sr-only">
        Tee times
      </h2>
      {linked.missing !== undefined && (
        <p role="status" className="sheet mt-4 px-4 py-3 text-center">
          #{linked.missing} has been played or canceled.
        </p>
      )}
      {teeTimes.data === undefined && teeTimes.error ? (
        <LoadingFailed
          title="We couldn't load the tee times"
          error={teeTimes.error}
          onRetry={refetchLiveData}
        />
      ) : cards === undefined ? (
        <div aria-busy className="mt-4 space-y-4">
          <p className="sr-only">Loading tee times</p>
          <TeeTimeSkeleton />
          <TeeTimeSkeleton />
          <TeeTimeSkeleton />
        </div>
      ) : cards.length === 0 ? (
        <Notice title="No Tee Times">Be the first to post a tee time for the group!</Notice>
      ) : (
        <div className="mt-4 space-y-4">
          {cards.map((card) => (
            <TeeTimeCard
              key={card.id}
              card={card}
              user={user}
              isOwner={group !== undefined && group.ownerId === user?.id}
              isMember={isMember}
              group={group}
              linked={card.id !== linked.id ? undefined : linked.isMarked ? 'marked' : 'seen'}
            />
          ))}
          <WeatherCredit />
        </div>
      )}
    </main>
  )
}

function TeeTimeSkeleton() {
  return (
    <div data-testid="tee-time-skeleton" className="sheet space-y-3 p-4">
      <div className="flex gap-3">
        <Skeleton className="h-19 w-14 rounded-[0.625rem]" />
        <div className="min-w-0 flex-1 space-y-2 pt-1">
          <Skeleton className="h-7 w-28" />
          <Skeleton className="h-5 w-40 max-w-full" />
        </div>
        <Skeleton className="h-6 w-16 rounded-full" />
      </div>
      <div className="grid grid-cols-2 gap-2">
        {[1, 2, 3, 4].map((spot) => (
          <Skeleton key={spot} className="h-12" />
        ))}
      </div>
      <Skeleton className="h-14 rounded-[0.625rem]" />
      <Skeleton className="h-5 w-36" />
      <Skeleton className="h-11 rounded-[0.625rem]" />
    </div>
  )
}

const NUMBER = /^[1-9]\d{0,8}$/
const MARKED_MS = 4_000

/**
 * Scrolls to the card that the address asks for with `?t=7`, focuses it and marks it for a moment.
 * Removes `t` from the address, so that this happens only once.
 * @param cards undefined while they may still change
 */
function useLinkedCard(cards: readonly TeeTime[] | undefined) {
  const [path, navigate] = useLocation()
  const search = useSearch()
  const asked = new URLSearchParams(search).get('t')
  // `id` is undefined if no card has this number.
  const [linked, setLinked] = useState<{ number: number; id: number | undefined }>()
  const [isMarked, mark] = useState(false)

  useEffect(() => {
    if (asked === null || cards === undefined) return
    const query = new URLSearchParams(search)
    query.delete('t')
    navigate(path + (query.size === 0 ? '' : `?${query}`) + window.location.hash, { replace: true })
    if (!NUMBER.test(asked)) return
    const number = Number(asked)
    const id = cards.find((card) => card.number === number)?.id
    setLinked({ number, id })
    mark(id !== undefined)
  }, [asked, cards, path, search, navigate])

  const id = linked?.id
  useLayoutEffect(() => {
    const card = id === undefined ? null : document.querySelector(`[data-card="${id}"]`)
    if (!isMarked || !(card instanceof HTMLElement)) return
    card.focus({ preventScroll: true })
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    card.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' })
    const timer = setTimeout(() => mark(false), MARKED_MS)
    return () => clearTimeout(timer)
  }, [id, isMarked])

  const isMissing = linked && !cards?.some(({ number }) => number === linked.number)
  return {
    id,
    isMarked,
    /** The number in the address if no card has it. */
    missing: isMissing && id === undefined ? linked.number : undefined,
  }
}

interface RecurringTeeTimesProps {
  readonly group: GroupDetail
  readonly golferId: number | undefined
}

/** Button for a group's recurring tee times, below the cards. Renders nothing if there are none. */
export function RecurringTeeTimes({ group, golferId }: RecurringTeeTimesProps) {
  const { data: list = [] } = useEndpoint(listRecurringTeeTimes, { params: { id: group.id } })
  const [open, setOpen] = useState(false)
  // The open dialog stays, even after the last recurring tee time has ended.
  if (list.length === 0 && !open) return null
  return (
    <div className="column pb-6">
      <Button
        look="quiet"
        className="w-full text-sm text-muted!"
        onPointerEnter={RecurringTeeTimesDialog.preload}
        onClick={() => setOpen(true)}
      >
        <Repeat aria-hidden size={17} />
        Recurring tee times ({list.length})
      </Button>
      {open && (
        <RecurringTeeTimesDialog
          group={group}
          list={list}
          golferId={golferId}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
