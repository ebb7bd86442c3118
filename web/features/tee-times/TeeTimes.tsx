import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { type GroupDetail, isSubscribed } from '../../../contract/groups.ts'
import type { User } from '../../../contract/sessions.ts'
import { failureText, LOADING_FAILED } from '../../lib/api-client.ts'
import { refetchLiveData } from '../../lib/refetch-stale.ts'
import { toast } from '../../lib/toast-store.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { describePause } from '../groups/SubscriptionNotices.tsx'
import { WeatherCredit } from '../weather/WeatherStrip.tsx'
import { useLinkedCard } from './linked-card.ts'
import { useCleanUp, useTeeTimes } from './queries.ts'
import { TeeTimeCard } from './TeeTimeCard.tsx'

const PostTeeTimeDialog = onDemand(() =>
  import('./PostTeeTimeDialog.tsx').then((part) => part.PostTeeTimeDialog),
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
  const teeTimes = useTeeTimes(slug)
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
          You see this group as a super admin. Its members post and claim.
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
          #{linked.missing} is over or cancelled.
        </p>
      )}
      {teeTimes.data === undefined && teeTimes.error ? (
        <Notice
          title="The tee times can't be shown"
          action={<Button onClick={() => refetchLiveData()}>Try Again</Button>}
        >
          {failureText(teeTimes.error, LOADING_FAILED)}
        </Notice>
      ) : cards === undefined ? (
        <div aria-busy className="mt-4 space-y-4">
          <p className="sr-only">Loading the tee times</p>
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

/** Placeholder for a card that is still loading. */
function TeeTimeSkeleton() {
  return (
    <div data-testid="tee-time-skeleton" className="sheet space-y-3 p-4">
      <div className="flex gap-3">
        <Skeleton className="h-19 w-14 rounded-[0.625rem]" />
        <div className="flex-1 space-y-2 pt-1">
          <Skeleton className="h-7 w-28" />
          <Skeleton className="h-5 w-40 max-w-full" />
        </div>
        <Skeleton className="h-6 w-16 rounded-full" />
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
      <Skeleton className="h-14 rounded-[0.625rem]" />
      <Skeleton className="h-5 w-36" />
      <Skeleton className="h-11 rounded-[0.625rem]" />
    </div>
  )
}
