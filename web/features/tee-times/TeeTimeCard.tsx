import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { downloadRound as endpoint } from '../../../contract/calendars.ts'
import type { GroupDetail } from '../../../contract/groups.ts'
import { capitalized } from '../../../contract/names.ts'
import type { User } from '../../../contract/sessions.ts'
import {
  canLeave,
  hasTeedOff,
  isFull,
  offerFor,
  type TeeTime,
} from '../../../contract/tee-times.ts'
import { useAction } from '../../lib/action.ts'
import { addressOf, getFile } from '../../lib/api-client.ts'
import { shortDate, shortTime } from '../../lib/dates.ts'
import { invalidateGroup } from '../../lib/refetch-stale.ts'
import { useNowAround } from '../../lib/timing.ts'
import { saveFile } from '../../ui/save-file.ts'
import { WeatherStrip } from '../weather/WeatherStrip.tsx'
import { CreatorControls, DayOfPlay, GuestsAndReservations } from './CardButtons.tsx'
import { DateBadge, deadlinesOf, SpotsLeft, TeeOff, TeeTimeNumber } from './CardParts.tsx'
import { CutOffReminder, CutOffText } from './CutOff.tsx'
import { Slots } from './Slots.tsx'
import { SpotButton } from './SpotButton.tsx'
import { WaitingList } from './WaitingList.tsx'

interface TeeTimeCardProps {
  readonly card: TeeTime
  /** Undefined while the user is loading. */
  readonly user: User | undefined
  readonly isOwner: boolean
  /** False for a super admin who isn't in the group and can only look. */
  readonly isMember: boolean
  /** Undefined while loading. */
  readonly group: GroupDetail | undefined
  /** Set if the page's address links to this card. It is 'marked' for a moment, then 'seen'. */
  readonly linked: 'marked' | 'seen' | undefined
}

export function TeeTimeCard(props: TeeTimeCardProps) {
  const { card, user, isOwner, isMember, group, linked } = props
  const timeZone = group?.timeZone
  const now = useNowAround(...deadlinesOf(card))
  // Don't dim a full card for a golfer with an offered or reserved spot: they can still take it.
  const isDimmed = isFull(card) && offerFor(card, user?.id, now) === undefined
  return (
    <article
      aria-label={`${card.course}, ${shortDate(card.date)}, ${shortTime(card.time)}`}
      data-card={card.id}
      data-full={isDimmed || undefined}
      data-marked={linked === 'marked' || undefined}
      tabIndex={linked && -1}
      className="sheet tee-time flex flex-col gap-3 p-4"
    >
      <div className="flex items-start gap-3">
        <DateBadge date={card.date} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-start justify-between gap-x-2">
            <TeeOff time={card.time} />
            <Standing card={card} golferId={user?.id} now={now} />
          </div>
          <h3 className="mt-0.5 leading-snug font-semibold wrap-anywhere">{card.course}</h3>
        </div>
      </div>
      <Slots card={card} golferId={user?.id} timeZone={timeZone} now={now} />
      <WaitingList card={card} golferId={user?.id} timeZone={timeZone} now={now} />
      {card.notes && (
        <p className="border-l-3 border-ball pl-3 text-sm whitespace-pre-line wrap-anywhere">
          {card.notes}
        </p>
      )}
      <CutOffText card={card} golferId={user?.id} timeZone={timeZone} now={now} />
      <WeatherStrip
        course={card.course}
        date={card.date}
        time={card.time}
        groupId={card.groupId}
        isOver={hasTeedOff(card, now)}
      />
      {isMember && user && group && <DayOfPlay card={card} golferId={user.id} group={group} />}
      <div className="flex justify-between gap-3 text-sm text-muted">
        <p className="wrap-anywhere">Posted by {capitalized(card.creator.name)}</p>
        <span className="flex items-start gap-2">
          <TeeTimeNumber number={card.number} />
          {isMember && user && group && (
            <GuestsAndReservations card={card} golferId={user.id} group={group} now={now} />
          )}
          {isMember && user && <AddToCalendar card={card} golferId={user.id} now={now} />}
        </span>
      </div>
      {isMember && user && (
        <CutOffReminder card={card} golferId={user.id} timeZone={timeZone} now={now} />
      )}
      {!isMember ? null : user ? (
        <div className="flex flex-wrap gap-2 not-has-[button]:hidden">
          <div className="flex flex-[1_1_8rem] empty:hidden has-[[data-wide]]:basis-full">
            <SpotButton card={card} golferId={user.id} timeZone={timeZone} now={now} />
          </div>
          <CreatorControls
            card={card}
            golferId={user.id}
            isOwner={isOwner}
            timeZone={timeZone}
            now={now}
          />
        </div>
      ) : (
        <p className="grid min-h-11 place-items-center text-sm text-muted">Loading user data...</p>
      )}
    </article>
  )
}

interface RecurringProps {
  readonly card: TeeTime
  readonly golferId: number | undefined
  readonly now: Date
}

function Standing({ card, golferId, now }: RecurringProps) {
  if (hasTeedOff(card, now)) return <span className="chip bg-sunken">Teed off</span>
  return <SpotsLeft card={card} golferId={golferId} now={now} />
}

interface AddToCalendarProps {
  readonly card: TeeTime
  readonly golferId: number
  readonly now: Date
}

/** Button for players to add a round to the phone's calendar. */
function AddToCalendar({ card, golferId, now }: AddToCalendarProps) {
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

/** Downloads a tee time as a calendar file. */
async function downloadRound({ id, number }: TeeTime): Promise<void> {
  // A plain link would not send the session.
  const file = await getFile(addressOf(endpoint, { params: { id } }))
  saveFile(file, `tee-time-${number}.ics`)
}
