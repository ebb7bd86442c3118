import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'wouter'
import { hasTeedOff, type TeeTimeInGroup } from '../../../contract/tee-times.ts'
import { useNowAround } from '../../lib/now.ts'
import { momentsOf } from './card-moments.ts'
import { DateLeaf, TeeOff } from './DateLeaf.tsx'
import { namesOn } from './describe-players.ts'
import { pathToCard } from './linked-card.ts'
import { SpotsLeft } from './SpotsLeft.tsx'
import { TeeTimeNumber } from './TeeTimeNumber.tsx'

interface RoundRowProps extends TeeTimeInGroup {
  readonly golferId: number
}

/** One of the golfer's rounds: when, where and with whom. Links to its group. */
export function RoundRow({ teeTime, group, isToday, golferId }: RoundRowProps) {
  const now = useNowAround(...momentsOf(teeTime))
  const others = namesOn(teeTime, golferId)
  return (
    <Link
      href={pathToCard(group.slug, teeTime.number)}
      data-round={teeTime.id}
      className="sheet flex items-start gap-3 p-4 hover:border-edge"
    >
      <DateLeaf date={teeTime.date} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <TeeOff time={teeTime.time} inRow />
          <span className="flex gap-1.5">
            {hasTeedOff(teeTime, now) ? (
              <span className="chip bg-sunken">Teed off</span>
            ) : (
              <>
                {isToday && <span className="chip bg-fairway text-on-fairway">Today</span>}
                <SpotsLeft card={teeTime} golferId={golferId} now={now} />
              </>
            )}
          </span>
        </span>
        <span className="block leading-snug font-semibold wrap-anywhere">{teeTime.course}</span>
        <span className="block text-sm text-muted wrap-anywhere">
          {group.name}{' '}
          <span className="whitespace-nowrap">
            · <TeeTimeNumber number={teeTime.number} />
          </span>
        </span>
        <span className="mt-1 line-clamp-2 text-sm wrap-anywhere">
          {others === '' ? 'Nobody else yet' : `With ${others}`}
        </span>
      </span>
      <ChevronRight aria-hidden size={20} className="-mr-1 shrink-0 self-center text-muted" />
    </Link>
  )
}
