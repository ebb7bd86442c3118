import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { canLeave, hasTeedOff, type TeeTime } from '../../../contract/tee-times.ts'
import { useAction } from '../../lib/action.ts'
import { invalidateGroup } from '../../lib/read-anew.ts'
import { downloadRound } from './calendars/download-round.ts'

interface AddToCalendarProps {
  readonly card: TeeTime
  readonly golferId: number
  readonly now: Date
}

/** Button for players to add a round to the phone's calendar. */
export function AddToCalendar({ card, golferId, now }: AddToCalendarProps) {
  const add = useAction({
    run: () => downloadRound(card),
    success: {
      title: 'Calendar File Ready',
      description: 'Open it to add this round to your calendar.',
    },
    failure: {
      title: 'Failed to Add to Calendar',
      fallback: 'An error occurred while making the calendar file.',
    },
    onError: () => void invalidateGroup(card.groupId),
  })
  if (!canLeave(card, golferId) || hasTeedOff(card, now)) return null
  return (
    <button
      type="button"
      title="Add to calendar"
      aria-label="Add to calendar"
      aria-disabled={add.isPending || undefined}
      // The negative margins keep the card from growing.
      className="icon-button -my-3 -mr-3"
      onClick={() => add.mutate()}
    >
      <CalendarPlus aria-hidden size={20} />
    </button>
  )
}
