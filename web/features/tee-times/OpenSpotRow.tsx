import { Link } from 'wouter'
import type { TeeTimeInGroup } from '../../../contract/tee-times.ts'
import { shortDate, shortTime } from '../../lib/dates.ts'
import { DateLeaf, TeeOff } from './DateLeaf.tsx'
import { namesOn } from './describe-players.ts'
import { pathToCard } from './linked-card.ts'
import { SpotButton } from './SpotButton.tsx'
import { SpotsLeft } from './SpotsLeft.tsx'
import { TeeTimeNumber } from './TeeTimeNumber.tsx'

interface OpenSpotRowProps extends Pick<TeeTimeInGroup, 'teeTime' | 'group'> {
  readonly golferId: number
  readonly now: Date
}

/** A tee time with an open spot, with a button to claim it. The rest of the row links to its group. */
export function OpenSpotRow({ teeTime, group, golferId, now }: OpenSpotRowProps) {
  const players = namesOn(teeTime, golferId)
  return (
    <article
      aria-label={`${teeTime.course}, ${shortDate(teeTime.date)}, ${shortTime(teeTime.time)}`}
      data-spot={teeTime.id}
      className="sheet hover:border-edge"
    >
      <Link
        href={pathToCard(group.slug, teeTime.number)}
        className="flex items-start gap-3 rounded-t-[0.875rem] p-4 pb-2"
      >
        <DateLeaf date={teeTime.date} />
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center justify-between gap-x-2">
            <TeeOff time={teeTime.time} inRow />
            <SpotsLeft card={teeTime} golferId={golferId} now={now} />
          </span>
          <span className="block leading-snug font-semibold wrap-anywhere">{teeTime.course}</span>
          <span className="block text-sm text-muted wrap-anywhere">
            {group.name}{' '}
            <span className="whitespace-nowrap">
              · <TeeTimeNumber number={teeTime.number} />
            </span>
          </span>
        </span>
      </Link>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-1 pb-4">
        <p className="line-clamp-2 min-w-32 flex-1 text-sm wrap-anywhere">
          {players === '' ? 'Nobody in yet' : `With ${players}`}
        </p>
        <div className="flex max-[24rem]:flex-1 has-[[data-wide]]:basis-full">
          <SpotButton card={teeTime} golferId={golferId} now={now} />
        </div>
      </div>
    </article>
  )
}
