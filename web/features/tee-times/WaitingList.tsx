import ChevronDown from 'lucide-react/icons/chevron-down'
import { capitalized } from '../../../contract/names.ts'
import { type TeeTime, waitingPosition } from '../../../contract/tee-times.ts'
import { describeUntil } from '../../lib/dates.ts'

interface WaitingLineProps {
  readonly card: TeeTime
  readonly golferId: number | undefined
  /** The group's; undefined while loading. */
  readonly timeZone: string | undefined
  readonly now: Date
}

/** The waiting list: how many golfers wait, and on a tap their names in order. */
export function WaitingList({ card, golferId, timeZone, now }: WaitingLineProps) {
  const { waiting } = card
  if (waiting.length === 0) return null
  const place = waitingPosition(card, golferId)
  const isAsked = waiting.some(({ id, offeredUntil }) => id === golferId && offeredUntil !== null)
  return (
    <details className="group -my-2 text-sm">
      <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-1.5 text-muted [&::-webkit-details-marker]:hidden">
        {waiting.length} waiting
        <ChevronDown
          aria-hidden
          size={16}
          className="shrink-0 transition-transform group-open:rotate-180"
        />
        {place !== undefined && !isAsked && (
          <span className="ml-auto font-semibold text-ink">
            You are {describePlace(place)} in line
          </span>
        )}
      </summary>
      <ol aria-label="Waiting list" className="space-y-1 pb-2">
        {waiting.map(({ id, name, offeredUntil }) => (
          <li key={id} className="flex gap-2">
            <span className="min-w-5 text-right text-muted">{waitingPosition(card, id)}.</span>
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{capitalized(name)}</span>
              {id === golferId && ' (you)'}
              {offeredUntil !== null && Date.parse(offeredUntil) > now.getTime() && (
                <span className="text-muted">
                  {' '}
                  · offered until {describeUntil(offeredUntil, timeZone, now)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}

const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })

/** Formats a place as an ordinal: 2 as '2nd'. */
export function describePlace(place: number): string {
  return `${place}${ENDINGS[ordinals.select(place)] ?? 'th'}`
}
