import CalendarClock from 'lucide-react/icons/calendar-clock'
import { isBeforeCutOff, needsGuard } from '../../../contract/deadlines.ts'
import { capitalised } from '../../../contract/names.ts'
import { hasTeedOff, type TeeTime } from '../../../contract/tee-times.ts'
import { describeUntil } from '../../lib/dates.ts'

interface CutOffLineProps {
  readonly card: TeeTime
  readonly golferId: number | undefined
  /** The group's; undefined while loading. */
  readonly timeZone: string | undefined
  readonly now: Date
}

/**
 * Shows the cut-off to the players and the creator, and once it has passed, to everyone. Also names late
 * withdrawals that aren't shown on an open spot.
 */
export function CutOffLine({ card, golferId, timeZone, now }: CutOffLineProps) {
  const isBefore = isBeforeCutOff(card, now)
  if (!card.cutOff || isBefore === undefined || hasTeedOff(card, now)) return null
  const { at, onTheHook } = card.cutOff
  const concerned =
    card.creatorId === golferId || card.participants.some(({ id }) => id === golferId)
  if (isBefore && !concerned) return null
  const beyond = onTheHook
    .slice(card.availableSpots)
    .map(({ golferId: id, name }) => (id === golferId ? 'you' : capitalised(name)))
  // `DeadlineGuard` already shows the cut-off.
  if (beyond.length === 0 && needsGuard(card, golferId, now)) return null
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <CalendarClock aria-hidden size={18} className="mt-px shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {isBefore ? 'Cut-off ' : 'Cut-off was '}
        <span className="whitespace-nowrap">{describeUntil(at, timeZone, now)}</span>
        {beyond.length > 0 && <>. On the hook: {new Intl.ListFormat('en-US').format(beyond)}</>}
      </span>
    </p>
  )
}
