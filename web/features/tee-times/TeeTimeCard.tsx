import type { GroupDetail } from '../../../contract/groups.ts'
import { capitalized } from '../../../contract/names.ts'
import type { User } from '../../../contract/sessions.ts'
import { hasTeedOff, isFull, offerFor, type TeeTime } from '../../../contract/tee-times.ts'
import { shortDate, shortTime } from '../../lib/dates.ts'
import { useNowAround } from '../../lib/timing.ts'
import { WeatherStrip } from '../weather/WeatherStrip.tsx'
import { AddToCalendar, CreatorControls, DayOfPlay, GuestsAndReservations } from './CardButtons.tsx'
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
  const { course, date, time } = card
  const now = useNowAround(...deadlinesOf(card))
  const hasBegun = hasTeedOff(card, now)
  const shared = { card, golferId: user?.id, timeZone: group?.timeZone, now }
  // Undefined also for those who can only look.
  const golfer = isMember && user ? { ...shared, golferId: user.id } : undefined
  // Don't dim a full card for a golfer with an offered or reserved spot: they can still take it.
  const isDimmed = isFull(card) && offerFor(card, user?.id, now) === undefined
  return (
    <article
      aria-label={`${course}, ${shortDate(date)}, ${shortTime(time)}`}
      data-card={card.id}
      data-full={isDimmed || undefined}
      data-marked={linked === 'marked' || undefined}
      tabIndex={linked && -1}
      className="sheet tee-time flex flex-col gap-3 p-4"
    >
      <div className="flex items-start gap-3">
        <DateBadge date={date} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-start justify-between gap-x-2">
            <TeeOff time={time} />
            {hasBegun ? (
              <span className="chip bg-sunken">Teed off</span>
            ) : (
              <SpotsLeft {...shared} />
            )}
          </div>
          <h3 className="mt-0.5 leading-snug font-semibold wrap-anywhere">{course}</h3>
        </div>
      </div>
      <Slots {...shared} />
      <WaitingList {...shared} />
      {card.notes && (
        <p className="border-l-3 border-ball pl-3 text-sm whitespace-pre-line wrap-anywhere">
          {card.notes}
        </p>
      )}
      <CutOffText {...shared} />
      <WeatherStrip
        course={course}
        date={date}
        time={time}
        groupId={card.groupId}
        units={group?.units}
        isOver={hasBegun}
      />
      {golfer && group && <DayOfPlay {...golfer} group={group} />}
      <div className="flex justify-between gap-3 text-sm text-muted">
        <p className="wrap-anywhere">Posted by {capitalized(card.creator.name)}</p>
        <span className="flex items-start gap-2">
          <TeeTimeNumber number={card.number} />
          {golfer && group && <GuestsAndReservations {...golfer} group={group} />}
          {golfer && <AddToCalendar {...golfer} />}
        </span>
      </div>
      {golfer && <CutOffReminder {...golfer} />}
      {golfer && (
        <div className="flex flex-wrap gap-2 not-has-[button]:hidden">
          <div className="flex flex-[1_1_8rem] empty:hidden has-[[data-wide]]:basis-full">
            <SpotButton {...golfer} />
          </div>
          <CreatorControls {...golfer} isOwner={isOwner} />
        </div>
      )}
      {isMember && !user && (
        <p className="grid min-h-11 place-items-center text-sm text-muted">Loading user data...</p>
      )}
    </article>
  )
}
