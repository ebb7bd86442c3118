import ChevronDown from 'lucide-react/icons/chevron-down'
import Navigation from 'lucide-react/icons/navigation'
import { memo, useId, useLayoutEffect, useRef, useState } from 'react'
import { needsCutOffAction } from '../../../contract/cut-offs.ts'
import { type GroupDetail, isUnpaid } from '../../../contract/groups.ts'
import { capitalized } from '../../../contract/names.ts'
import { canCancel, hasTeedOff, isPlaying, type TeeTime } from '../../../contract/tee-times.ts'
import { readableDate } from '../../lib/dates.ts'
import { useNowAround } from '../../lib/timing.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { PAUSE_NOTICE_ID } from '../groups/SubscriptionNotices.tsx'
import { WeatherLine, WeatherStrip } from '../weather/WeatherStrip.tsx'
import { canFold, directionsTo, isDimmed } from './arrange-tee-times.ts'
import {
  AddToCalendar,
  CreatorControls,
  DelayOrLateButton,
  GuestsAndReservations,
} from './CardButtons.tsx'
import { deadlinesOf, nameOf, SpotsLeft, TeeOff, TeeTimeNumber } from './CardParts.tsx'
import { CutOffLine, CutOffReminder } from './CutOff.tsx'
import { ShareButton } from './Share.tsx'
import { SpotControls, useSpotActions } from './SpotButton.tsx'
import { Spots } from './Spots.tsx'
import { WaitingList } from './WaitingList.tsx'

/** Memoized, because the list renders often, and a change rarely concerns more than one card. */
export const TeeTimeCard = memo(function TeeTimeCard(props: {
  card: TeeTime
  golferId: number | undefined
  group: GroupDetail | undefined
  /** Set if the page's URL links to this card: first 'marked', to highlight the card briefly, then 'seen'. */
  linked: 'marked' | 'seen' | undefined
}) {
  const { card, golferId, group, linked } = props
  const { course, date, time } = card
  const now = useNowAround(...deadlinesOf(card))
  const pauseId = group && isUnpaid(group, now) ? PAUSE_NOTICE_ID : undefined
  const sharedProps = { card, golferId, timeZone: group?.timeZone, pauseId, now }
  const isOwner = golferId !== undefined && golferId === group?.ownerId
  // A super admin who isn't in the group can only view it.
  const isViewOnly = group?.role === 'super-admin'
  const memberProps =
    !isViewOnly && golferId !== undefined ? { ...sharedProps, golferId } : undefined
  const spotActions = useSpotActions({ ...sharedProps, golferId: memberProps?.golferId ?? 0 })
  const isConfirmingLeave = spotActions.action === 'leave' && spotActions.question !== ''
  const { isOpen, isFolded, toggleProps } = useFolding(
    canFold(card, { golferId: memberProps?.golferId, now }),
    golferId !== undefined,
    linked !== undefined,
  )
  const weatherProps = { course, date, time, groupId: card.groupId, units: group?.units }
  const detailsId = useId()
  // On a phone, there is no space for the word 'Details' next to other buttons or the waiting list.
  const isCrowded = card.waiting.length > 0 || canCancel(card, memberProps?.golferId, isOwner, now)
  // If the golfer has no action, the poster's name is shown in place of the buttons.
  const isIdle =
    !isCrowded && spotActions.action === undefined && (isViewOnly || golferId !== undefined)
  const posterText = `Posted by ${capitalized(card.creator.name)}`
  const moreButtons = (
    <>
      {group && <ShareButton card={card} group={group} />}
      <button
        type="button"
        {...toggleProps}
        aria-controls={detailsId}
        className={`inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1 rounded-[0.625rem] text-[0.9375rem] font-semibold hover:bg-sunken ${isCrowded ? 'lg:px-3' : 'px-3'}`}
      >
        <span className={isCrowded ? 'sr-only lg:not-sr-only' : ''}>Details</span>
        <ChevronDown size={18} className={`transition-transform ${isOpen ? 'rotate-180' : ''}`} />
      </button>
    </>
  )
  return (
    <article
      aria-label={nameOf(card)}
      data-card={card.id}
      data-full={isDimmed(card, { golferId, now }) || undefined}
      data-folded={isFolded || undefined}
      data-mine={isPlaying(card, memberProps?.golferId) || undefined}
      data-marked={linked === 'marked' || undefined}
      tabIndex={linked && -1}
      className={`sheet tee-time ${isFolded ? '' : 'flex flex-col gap-1.5 px-3 py-2'}`}
    >
      {isFolded ? (
        <h4 className="rounded-[inherit]">
          <button
            type="button"
            {...toggleProps}
            className="-my-px flex min-h-11 w-full items-center gap-2 rounded-[inherit] px-3 text-start text-[0.9375rem] hover:bg-sunken"
          >
            <TeeOff time={time} isSmall />
            <span className="min-w-0 flex-1 truncate font-semibold">{course}</span>
            <SpotsLeft {...sharedProps} />
            <ChevronDown size={18} className="shrink-0" />
          </button>
        </h4>
      ) : (
        <>
          <div>
            <div className="flex flex-wrap items-center gap-x-3">
              <time dateTime={date} className="sr-only">
                {readableDate(date)}
              </time>
              <TeeOff time={time} />
              {isOpen ? <span className="flex-1" /> : <WeatherLine {...weatherProps} />}
              <SpotsLeft {...sharedProps} />
            </div>
            <div className="flex items-baseline justify-between gap-3">
              <h4 className="min-w-0 leading-snug font-semibold wrap-anywhere">{course}</h4>
              <span className="text-sm text-muted">
                <TeeTimeNumber number={card.number} />
              </span>
            </div>
          </div>
          <Spots {...sharedProps} spotActions={spotActions} />
          <div className="flex flex-wrap items-center gap-1.5 [&:not(:has(>:not(:empty)))]:hidden">
            {isIdle && (
              <p className="min-w-0 flex-1 text-sm text-muted wrap-anywhere">{posterText}</p>
            )}
            {memberProps && spotActions.action !== undefined && (
              <div className="flex flex-[1_1_6rem] has-[[data-wide]]:basis-full">
                <SpotControls {...memberProps} spotActions={spotActions} />
              </div>
            )}
            {!isViewOnly && golferId === undefined && (
              <p className="grid min-h-11 flex-1 place-items-center text-sm text-muted">
                Loading user data...
              </p>
            )}
            {/* These buttons wrap to the next row together. */}
            <div className="ml-auto flex flex-wrap items-center justify-end gap-1.5 empty:hidden">
              {/* While the app asks whether to leave, hide 'Cancel', which would seem to be an answer. */}
              {memberProps && !isConfirmingLeave && (
                <CreatorControls {...memberProps} isOwner={isOwner} />
              )}
              {card.waiting.length === 0 && moreButtons}
            </div>
          </div>
          {card.waiting.length > 0 && (
            <div className="flex items-start gap-1.5">
              <WaitingList {...sharedProps} />
              <div className="flex items-center gap-1.5">{moreButtons}</div>
            </div>
          )}
          {card.notes && (
            <p
              className={`border-l-3 border-ball pl-3 text-sm whitespace-pre-line wrap-anywhere ${isOpen ? '' : 'line-clamp-2'}`}
            >
              {card.notes}
            </p>
          )}
          <CutOffLine {...sharedProps} />
          {memberProps && needsCutOffAction(card, memberProps.golferId, now) && (
            <CutOffReminder {...memberProps} />
          )}
          {memberProps && group && <DelayOrLateButton {...memberProps} group={group} />}
          <div id={detailsId} hidden={!isOpen} className="space-y-2">
            {isOpen && (
              <>
                <WeatherStrip {...weatherProps} hasBegun={hasTeedOff(card, now)} />
                <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
                  {!isIdle && <p className="min-w-0 wrap-anywhere">{posterText}</p>}
                  <div className="-mx-2 flex flex-wrap items-center *:px-2 *:text-sm">
                    <a
                      href={directionsTo(course)}
                      target="_blank"
                      rel="noreferrer"
                      className={`${buttonClass('quiet')} in-[.top-card]:hidden`}
                    >
                      <Navigation size={18} />
                      Directions
                    </a>
                    {memberProps && group && (
                      <GuestsAndReservations {...memberProps} group={group} />
                    )}
                    {memberProps && <AddToCalendar {...memberProps} />}
                  </div>
                </div>
              </>
            )}
          </div>
        </>
      )}
    </article>
  )
})

/** A card that first appeared unfolded is never folded, so that it doesn't change while in use. */
function useFolding(isFoldable: boolean, isUserLoaded: boolean, isLinked: boolean) {
  const [isOpen, setOpen] = useState(false)
  const [startsFolded] = useState(isUserLoaded && isFoldable)
  const isFolded = isFoldable && startsFolded && !isOpen && !isLinked
  const toggleRef = useRef<HTMLButtonElement>(null)
  const wasToggled = useRef(false)
  useLayoutEffect(() => {
    // The tapped button has been replaced by the one for the opposite action, so focus the new one.
    if (wasToggled.current) toggleRef.current?.focus({ preventScroll: true })
    wasToggled.current = false
  })
  const toggle = () => {
    wasToggled.current = true
    setOpen(!isOpen)
  }
  const toggleProps = { ref: toggleRef, 'aria-expanded': isOpen, onClick: toggle }
  return { isOpen, isFolded, toggleProps }
}
