import Navigation from 'lucide-react/icons/navigation'
import { type ReactNode, startTransition, useEffect, useId, useState } from 'react'
import type { GroupDetail } from '../../../contract/groups.ts'
import { isPlaying, type TeeTime } from '../../../contract/tee-times.ts'
import { dateIn, readableDate } from '../../lib/dates.ts'
import { useNowAround } from '../../lib/timing.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { WeatherCredit } from '../weather/WeatherStrip.tsx'
import {
  chooseTopCard,
  dayName,
  directionsTo,
  type Filter,
  hasKeptSpot,
  matchesFilter,
} from './arrange-tee-times.ts'
import { deadlinesOf } from './CardParts.tsx'
import { TeeTimeCard } from './TeeTimeCard.tsx'

export function TeeTimeList(props: {
  /** Soonest first. */
  cards: readonly TeeTime[]
  /** Whether the cards come from the server, not from this phone's storage. */
  areFresh: boolean
  golferId: number | undefined
  group: GroupDetail | undefined
  filter: Filter
  onShowAll: () => void
  /** The card that the page's URL links to. Every filter shows it. */
  linked: { id: number | undefined; isMarked: boolean }
}) {
  const { cards, areFresh, golferId, group, filter, onShowAll, linked } = props
  const now = useNowAround()
  const today = dateIn(group?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, now)
  const viewer = { golferId: group?.role === 'super-admin' ? undefined : golferId, now }
  const shownCards = useSteadyCards(
    cards,
    (card) => card.id === linked.id || matchesFilter(card, filter, viewer),
  )
  const nextTopCard = golferId && (chooseTopCard(cards, viewer)?.id ?? null)
  const topCardId = useTopCard(cards, areFresh, nextTopCard)

  const topCard = shownCards.find(({ id }) => id === topCardId)
  const renderedCount = useRenderedCount(shownCards.length)
  const areAllRendered = renderedCount >= shownCards.length || linked.id !== undefined
  const otherCards = shownCards
    .filter((card) => card !== topCard)
    .slice(0, areAllRendered ? undefined : renderedCount - (topCard ? 1 : 0))
  const renderCard = (card: TeeTime) => (
    <TeeTimeCard
      key={card.id}
      card={card}
      golferId={golferId}
      group={group}
      linked={card.id !== linked.id ? undefined : linked.isMarked ? 'marked' : 'seen'}
    />
  )
  if (shownCards.length === 0) {
    return (
      <Notice
        title={filter === 'open' ? 'No Open Spots' : 'Nothing Here Yet'}
        action={
          <Button look="outline" onClick={onShowAll}>
            Show All
          </Button>
        }
      >
        {filter === 'open'
          ? 'There are no spots you can claim right now.'
          : "This is where you'll see your rounds, the tee times you posted, and the ones you're waiting for."}
      </Notice>
    )
  }
  return (
    <>
      <div className="days mt-2">
        {topCard && (
          <TopCard card={topCard} golferId={viewer.golferId} today={today}>
            {renderCard(topCard)}
          </TopCard>
        )}
        {[...Map.groupBy(otherCards, (card) => card.date)].map(([date, list], index) => (
          <section
            key={date}
            aria-labelledby={`day-${date}`}
            data-same-day={(index === 0 && date === topCard?.date) || undefined}
            className="day"
          >
            <DayHeading id={`day-${date}`} date={date} today={today} />
            <div className="day-cards">{list.map(renderCard)}</div>
          </section>
        ))}
      </div>
      {areAllRendered && <WeatherCredit />}
    </>
  )
}

function DayHeading({ id, date, today }: { id: string; date: string; today: string }) {
  const name = dayName(date, today)
  const full = readableDate(date)
  return (
    <h3
      id={id}
      className="sticky top-[env(safe-area-inset-top)] z-20 -mx-4 bg-ground px-5 pt-2 pb-1 text-[0.9375rem] leading-5 font-bold lg:mx-0 lg:px-1"
    >
      {name}
      {name !== full && <span className="font-normal text-muted"> {full}</span>}
    </h3>
  )
}

/**
 * Shows the next round, or the tee time with a spot kept for the golfer. This card stays on top even if the
 * golfer leaves the round or passes on the spot: see useTopCard.
 */
function TopCard(props: {
  card: TeeTime
  golferId: number | undefined
  today: string
  children: ReactNode
}) {
  const { card, golferId, today, children } = props
  const id = useId()
  const now = useNowAround(...deadlinesOf(card))
  const title = isPlaying(card, golferId)
    ? "You're playing"
    : hasKeptSpot(card, { golferId, now }) && 'A spot for you'
  return (
    <section aria-labelledby={id} className="day">
      <div className={title ? 'top-card turf mt-1 rounded-[0.875rem] px-1 pb-1' : ''}>
        {title ? (
          <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 px-3">
            <h3
              id={id}
              className="min-w-0 flex-1 basis-32 py-2.5 text-[0.9375rem] leading-tight font-semibold"
            >
              {title}{' '}
              <span className="font-normal whitespace-nowrap text-on-turf-muted">
                {inSentence(dayName(card.date, today))}
              </span>
            </h3>
            <a
              href={directionsTo(card.course)}
              target="_blank"
              rel="noreferrer"
              className="-mx-3 inline-flex min-h-11 items-center gap-1.5 rounded-[0.625rem] px-3 text-sm font-semibold hover:underline"
            >
              <Navigation size={16} />
              Directions
            </a>
          </div>
        ) : (
          <DayHeading id={id} date={card.date} today={today} />
        )}
        {children}
      </div>
    </section>
  )
}

const inSentence = (day: string) =>
  day === 'Today' || day === 'Tomorrow' ? day.toLowerCase() : `on ${day}`

const CARDS_PER_SCREEN = 3
let haveAllBeenRendered = false

/**
 * Returns how many cards to render. The page's first render only fills the screen. Each later render adds
 * only a few cards, because every response that arrives would make one long render begin again.
 */
function useRenderedCount(total: number): number {
  const [count, setCount] = useState(
    haveAllBeenRendered ? Number.POSITIVE_INFINITY : CARDS_PER_SCREEN,
  )
  useEffect(() => {
    if (count < total) startTransition(() => setCount(count + CARDS_PER_SCREEN))
    else haveAllBeenRendered = true
  }, [count, total])
  return count
}

/** Once a card is shown, it stays, so that a card in use doesn't vanish. Remount to change the filter. */
function useSteadyCards(cards: readonly TeeTime[], isShown: (card: TeeTime) => boolean) {
  const [keptIds, setKeptIds] = useState<ReadonlySet<number>>(new Set())
  const shownCards = cards.filter((card) => keptIds.has(card.id) || isShown(card))
  const newCards = shownCards.filter(({ id }) => !keptIds.has(id))
  if (newCards.length > 0) setKeptIds(new Set([...keptIds, ...newCards.map(({ id }) => id)]))
  return shownCards
}

/**
 * Returns the id of the card to show first; null for none. The id stays the same while the golfer uses the
 * list, because a card must not move to the top when the golfer claims a spot in it or is offered one.
 * @param next the id to return when a new choice is due; undefined while the user is loading
 */
function useTopCard(cards: readonly TeeTime[], areFresh: boolean, next: number | null | undefined) {
  const [choice, setChoice] = useState<{ id: number | null; isFinal: boolean }>()
  const isGone = choice?.id != null && !cards.some(({ id }) => id === choice.id)
  if (!choice || isGone || (areFresh && !choice.isFinal)) {
    setChoice({ id: next ?? null, isFinal: areFresh || next === undefined })
  }
  useEffect(() => {
    // When the golfer returns to the app, choose again: the next round may be another one.
    const chooseOnReturn = () => {
      const isBusy = document.querySelector('[role=dialog]') !== null
      if (document.visibilityState === 'visible' && !isBusy) setChoice(undefined)
    }
    // After a click on a card, keep the choice: on a slow connection, a golfer may claim before the first
    // fresh cards arrive. Don't listen in the capture phase: rendering before React handles a click on a
    // checkbox would undo the click.
    const keepChoice = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('article'))) return
      setChoice((current) =>
        current === undefined || current.isFinal ? current : { ...current, isFinal: true },
      )
    }
    document.addEventListener('visibilitychange', chooseOnReturn)
    document.addEventListener('click', keepChoice)
    return () => {
      document.removeEventListener('visibilitychange', chooseOnReturn)
      document.removeEventListener('click', keepChoice)
    }
  }, [])
  return choice?.id ?? null
}
