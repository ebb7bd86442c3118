import { type ReactNode, useId } from 'react'
import { OPEN_SPOT_DAYS } from '../../../contract/limits.ts'
import { canClaim } from '../../../contract/tee-times.ts'
import { useNowAround } from '../../lib/now.ts'
import { momentsOf } from './card-moments.ts'
import { useMovingRows } from './moving-rows.ts'
import type { MyTeeTimes as Mine } from './my-tee-times.ts'
import { OpenSpotRow } from './OpenSpotRow.tsx'
import { RoundRow } from './RoundRow.tsx'

interface MyTeeTimesProps {
  readonly mine: Mine
  readonly golferId: number
  /** Shown instead of both lists if both are empty. */
  readonly nothing: ReactNode
}

/** The golfer's next rounds across all groups, and the open spots to claim. */
export function MyTeeTimes({ mine, golferId, nothing }: MyTeeTimesProps) {
  const { rounds } = mine
  const now = useNowAround(...mine.openSpots.flatMap(({ teeTime }) => momentsOf(teeTime)))
  const open = mine.openSpots.filter(({ teeTime }) => canClaim(teeTime, golferId, now))
  useMovingRows(mine)
  if (rounds.length === 0 && open.length === 0) return nothing

  const spots = (title: string, list: Mine['openSpots']) =>
    list.length > 0 && (
      <section aria-label={title} className="space-y-3">
        <h3 className="text-sm font-semibold text-muted">{title}</h3>
        {list.map(({ teeTime, group }) => (
          <OpenSpotRow
            key={teeTime.id}
            teeTime={teeTime}
            group={group}
            golferId={golferId}
            now={now}
          />
        ))}
      </section>
    )
  return (
    <>
      <Part title="My Next Rounds">
        {rounds.length === 0 ? (
          <p className="text-muted">
            No rounds ahead. Take an open spot, or post the tee time you booked in your group.
          </p>
        ) : (
          <ul className="space-y-3">
            {rounds.map((round) => (
              <li key={round.teeTime.id}>
                <RoundRow {...round} golferId={golferId} />
              </li>
            ))}
          </ul>
        )}
      </Part>
      <Part title="Open Spots" className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {open.length === 0 ? (
          <p className="text-muted">
            No open spots in the next {OPEN_SPOT_DAYS} days. When a buddy posts a tee time, it shows
            up here.
          </p>
        ) : (
          <div className="space-y-4">
            {spots(
              'Today',
              open.filter(({ isToday }) => isToday),
            )}
            {spots(
              'This Week',
              open.filter(({ isToday }) => !isToday),
            )}
          </div>
        )}
      </Part>
    </>
  )
}

interface PartProps {
  readonly title: string
  readonly className?: string
  readonly children: ReactNode
}

function Part({ title, className, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} tabIndex={-1} data-part={title} className="mb-3 font-display text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
