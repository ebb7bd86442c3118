import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ComponentProps, type ReactNode, useLayoutEffect } from 'react'
import { Link } from 'wouter'
import { type GroupSummary, isUnpaid, usableUntil } from '../../../contract/groups.ts'
import { OPEN_SPOT_DAYS } from '../../../contract/limits.ts'
import { canClaim, hasTeedOff, type TeeTimeInGroup } from '../../../contract/tee-times.ts'
import { dateIn } from '../../lib/dates.ts'
import { pathTo } from '../../lib/paths.ts'
import { useNowAround } from '../../lib/timing.ts'
import { ButtonLink } from '../../ui/Links.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useChangeDetector } from '../../ui/use-change-detector.ts'
import { describePause } from '../groups/SubscriptionNotices.tsx'
import { hasKeptSpot, pathToCard } from './arrange-tee-times.ts'
import { DateBadge, deadlinesOf, nameOf, SpotsLeft, TeeOff, TeeTimeNumber } from './CardParts.tsx'
import { CutOffLine } from './CutOff.tsx'
import { namesOn } from './describe-tee-time.ts'
import type { MyTeeTimes as MyTeeTimesData } from './queries.ts'
import { SpotControls, useSpotActions } from './SpotButton.tsx'

export function MyTeeTimes(props: {
  myTeeTimes: MyTeeTimesData
  golferId: number
  groups: GroupSummary[]
}) {
  const { myTeeTimes, golferId, groups } = props
  const { rounds } = myTeeTimes
  const now = useNowAround(
    ...myTeeTimes.openSpots.flatMap(({ teeTime }) => deadlinesOf(teeTime)),
    ...groups.flatMap((group) => usableUntil(group)?.getTime() ?? []),
  )
  const openSpots = myTeeTimes.openSpots.filter(({ teeTime }) => canClaim(teeTime, golferId, now))
  const keptSpots = openSpots.filter(({ teeTime }) => hasKeptSpot(teeTime, { golferId, now }))
  const otherSpots = openSpots.filter((spot) => !keptSpots.includes(spot))
  // A tap right after rows move could claim a different spot than the golfer meant.
  const rowOrder = [rounds, keptSpots, otherSpots]
    .map((rows) => rows.map(({ teeTime }) => teeTime.id).join())
    .join(' ')
  const haveJustMoved = useChangeDetector(rowOrder)
  useFocusOnMovedRow()
  if (rounds.length === 0 && openSpots.length === 0) return <NothingPlanned groups={groups} />

  const summaryOf = ({ group }: TeeTimeInGroup) => groups.find(({ id }) => id === group.id)
  const unpaidGroups = groups.filter(
    (group) => isUnpaid(group, now) && openSpots.some((spot) => spot.group.id === group.id),
  )
  // The list may have loaded before midnight. A group that has just been added has no summary yet.
  const isToday = (row: TeeTimeInGroup) => {
    const timeZone = summaryOf(row)?.timeZone
    return timeZone === undefined ? row.isToday : row.teeTime.date === dateIn(timeZone, now)
  }
  const renderSpot = (spot: TeeTimeInGroup) => (
    <OpenSpotRow
      key={spot.teeTime.id}
      {...spot}
      golferId={golferId}
      summary={summaryOf(spot)}
      now={now}
      haveJustMoved={haveJustMoved}
    />
  )
  return (
    <>
      <div className="space-y-8">
        {keptSpots.length > 0 && (
          <Part title="Spots for You">
            <div className="space-y-3">{keptSpots.map(renderSpot)}</div>
          </Part>
        )}
        <Part title="My Upcoming Rounds">
          {rounds.length === 0 ? (
            <p className="text-muted">
              No upcoming rounds. Claim an open spot, or post a tee time you booked.
            </p>
          ) : (
            <ul className="space-y-3">
              {rounds.map((round) => (
                <li key={round.teeTime.id}>
                  <RoundRow {...round} isToday={isToday(round)} golferId={golferId} />
                </li>
              ))}
            </ul>
          )}
        </Part>
      </div>
      <Part title="Open Spots" className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {otherSpots.length === 0 && (
          <p className="text-muted">
            No open spots in the next {OPEN_SPOT_DAYS} days. When your buddies post tee times, they
            show up here.
          </p>
        )}
        {unpaidGroups.map((group) => (
          <p key={group.id} id={pauseIdOf(group)} className="mb-3 text-sm text-muted wrap-anywhere">
            {describePause(group, golferId, `No one can claim spots in ${group.name}`)}
          </p>
        ))}
        <div className="space-y-4 empty:hidden">
          {['Today', `Next ${OPEN_SPOT_DAYS} Days`].map((title) => {
            const list = otherSpots.filter((spot) => isToday(spot) === (title === 'Today'))
            if (list.length === 0) return null
            return (
              <section key={title} aria-label={title} className="space-y-3">
                <h3 className="text-sm font-semibold text-muted">{title}</h3>
                {list.map(renderSpot)}
              </section>
            )
          })}
        </div>
      </Part>
    </>
  )
}

function Part({ title, className, children }: ComponentProps<'section'>) {
  return (
    <section aria-label={title} className={className}>
      <h2 tabIndex={-1} data-part={title} className="mb-3 font-display text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

function NothingPlanned({ groups }: { groups: readonly GroupSummary[] }) {
  const now = new Date()
  const usableGroups = groups.filter((group) => group.isActive && !isUnpaid(group, now))
  const onlyGroup = usableGroups.length === 1 ? usableGroups[0] : undefined
  const postLink = onlyGroup && (
    <ButtonLink href={pathTo('group', { slug: onlyGroup.slug })} state={{ post: {} }}>
      Post a Tee Time
    </ButtonLink>
  )
  return (
    <section className="sheet">
      <Notice title="Nothing Planned Yet" action={postLink}>
        {usableGroups.length === 0
          ? 'All your groups are paused or turned off right now. Open one under My Groups to see who can fix that. Once a group is active again, your rounds and open spots show up here.'
          : `Booked a tee time? Post it in ${onlyGroup ? onlyGroup.name : 'one of your groups'}, and your buddies fill the spots. Your rounds and open spots show up here.`}
      </Notice>
    </section>
  )
}

/** The id of the element that says why nobody can claim spots in an unpaid group. */
const pauseIdOf = ({ id }: { id: number }) => `paused-${id}`

type RowProps = TeeTimeInGroup & { golferId: number }

function OpenSpotRow(
  props: RowProps & {
    summary: GroupSummary | undefined
    now: Date
    haveJustMoved: () => boolean
  },
) {
  const { teeTime, group, golferId, summary, now, haveJustMoved } = props
  const players = namesOn(teeTime, golferId)
  const cardProps = {
    card: teeTime,
    golferId,
    timeZone: summary?.timeZone,
    pauseId: summary && isUnpaid(summary, now) ? pauseIdOf(group) : undefined,
    now,
  }
  const spotActions = useSpotActions(cardProps)
  return (
    <article
      aria-label={nameOf(teeTime)}
      data-spot={teeTime.id}
      className="sheet hover:border-edge"
    >
      <Link
        href={pathToCard(group, teeTime)}
        className="flex items-start gap-3 rounded-t-[0.875rem] p-4 pb-2"
      >
        <WhenAndWhere teeTime={teeTime} group={group}>
          <SpotsLeft {...cardProps} />
        </WhenAndWhere>
      </Link>
      <div
        className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-1 pb-4"
        onClickCapture={(event) => {
          const isOnButton = event.target instanceof Element && event.target.closest('button')
          if (isOnButton && haveJustMoved()) event.stopPropagation()
        }}
      >
        <p className="line-clamp-2 min-w-32 flex-1 text-sm wrap-anywhere">
          {players === '' ? 'No players yet' : `With ${players}`}
        </p>
        <div className="flex max-[24rem]:flex-1 has-[[data-wide]]:basis-full [&_button]:px-4">
          <SpotControls {...cardProps} spotActions={spotActions} />
        </div>
        <div className="w-full empty:hidden">
          <CutOffLine {...cardProps} />
        </div>
      </div>
    </article>
  )
}

function RoundRow({ teeTime, group, isToday, golferId }: RowProps) {
  const now = useNowAround(...deadlinesOf(teeTime))
  const others = namesOn(teeTime, golferId)
  const players = others === '' ? 'No one else yet' : `With ${others}`
  return (
    <Link
      href={pathToCard(group, teeTime)}
      data-round={teeTime.id}
      className="sheet flex items-start gap-3 p-4 hover:border-edge"
    >
      <WhenAndWhere teeTime={teeTime} group={group} players={players}>
        <span className="flex gap-1.5">
          {isToday && !hasTeedOff(teeTime, now) && (
            <span className="chip bg-fairway text-on-fairway">Today</span>
          )}
          <SpotsLeft card={teeTime} golferId={golferId} now={now} />
        </span>
      </WhenAndWhere>
      <ChevronRight size={20} className="-mr-1 shrink-0 self-center text-muted" />
    </Link>
  )
}

function WhenAndWhere(
  props: Omit<TeeTimeInGroup, 'isToday'> & { players?: string; children: ReactNode },
) {
  const { teeTime, group, players, children } = props
  return (
    <span className="flex min-w-0 flex-1 flex-wrap gap-x-3 gap-y-2">
      <DateBadge date={teeTime.date} />
      <span className="min-w-0 flex-1 basis-32">
        <span className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <TeeOff time={teeTime.time} />
          {children}
        </span>
        <span className="block leading-snug font-semibold wrap-anywhere">{teeTime.course}</span>
        <span className="block text-sm text-muted wrap-anywhere">
          {group.name}
          {'\u00a0'}·{' '}
          <span className="whitespace-nowrap">
            <TeeTimeNumber number={teeTime.number} />
          </span>
        </span>
        {players && <span className="mt-1 line-clamp-2 text-sm wrap-anywhere">{players}</span>}
      </span>
    </span>
  )
}

/**
 * When the golfer claims a spot, its row moves from the open spots to the rounds above, and the focus follows
 * it. If a focused row disappears instead, the 'Open Spots' heading gets the focus.
 */
function useFocusOnMovedRow(): void {
  // Read during rendering, because the commit may remove the focused row.
  const focusedSpot = document.activeElement?.closest<HTMLElement>('[data-spot]')
  const id = focusedSpot?.dataset['spot']
  useLayoutEffect(() => {
    if (id === undefined || document.activeElement !== document.body) return
    const round = document.querySelector<HTMLElement>(`[data-round="${id}"]`)
    const target = round ?? document.querySelector<HTMLElement>('[data-part="Open Spots"]')
    target?.focus({ preventScroll: true })
  })
}
