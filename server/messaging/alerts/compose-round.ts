import { isUnpaid } from '../../../contract/groups.ts'
import type { Context } from '../../context.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import type { NotificationData } from '../../ports.ts'
import { describeCalendar, findOverlap } from '../../tee-times/index.ts'
import type { Composed, DeliveryToCompose } from '../deliveries/deliver.ts'
import * as changes from './describe-changed.ts'
import * as offers from './describe-offers.ts'
import * as status from './describe-round.ts'
import { courseTimeOf, cutOffOf, type Reader } from './format-for-reader.ts'
import type { Rounds, TeeTimeToNotify } from './store.ts'
import * as store from './store.ts'

interface AlertDetails extends DeliveryToCompose {
  readonly ctx: Context
  /** The tee times that the alert applies to, soonest first. */
  readonly rounds: Rounds
  /** The name of the golfer who caused the alert, if known. */
  readonly by: string | undefined
  /** When the alert becomes pointless. */
  readonly until: Date
}

interface RoundAlert {
  readonly appliesTo: (round: TeeTimeToNotify, to: Reader, data: NotificationData) => boolean
  readonly compose: (
    first: TeeTimeToNotify,
    to: Reader,
    about: AlertDetails,
  ) => Composed | undefined | Promise<Composed | undefined>
  /** Returns when the alert becomes pointless. The default is tee-off. */
  readonly usefulUntil?: (
    round: TeeTimeToNotify,
    delivery: DeliveryToCompose,
  ) => Date | null | undefined
}

/** All tee times of a message are loaded into memory, and nobody reads a longer list. */
const MAX_TEE_TIMES_IN_MESSAGE = 50

/** A 'running-late' alert is dropped this long after tee-off or after it was queued, whichever is later. */
const LATE_NOTICE_MAX_AGE_MS = HOUR_MS

const hasOwnSpot = ({ players }: TeeTimeToNotify, to: Reader) =>
  players.some(({ id }) => id === to.golferId)
const hasNoSpot = (round: TeeTimeToNotify, to: Reader) => !hasOwnSpot(round, to)
const canClaim = (round: TeeTimeToNotify, to: Reader) =>
  hasNoSpot(round, to) && round.openSpots > 0 && !isUnpaid(round, to.now)
const isPostedByReader = (round: TeeTimeToNotify, to: Reader) => round.creatorId === to.golferId
const reminderAlert = (kind: 'evening' | 'soon'): RoundAlert => ({
  // `data.startsAt` is the tee-off that applied when the reminder was queued.
  appliesTo: (round, to, data) =>
    hasOwnSpot(round, to) && data['startsAt'] === round.startsAt.toISOString(),
  compose: (round, to) => status.describeReminder(round, to, kind),
})

export const ROUND_ALERTS = {
  posted: {
    appliesTo: canClaim,
    compose: (_, to, { rounds, teeTimeIds }) =>
      offers.describePosted(rounds, to, { hasMore: teeTimeIds.length > MAX_TEE_TIMES_IN_MESSAGE }),
  },
  opened: { appliesTo: canClaim, compose: offers.describeOpenSpot },
  'last-call': {
    appliesTo: canClaim,
    compose(round, to) {
      const cutOff = cutOffOf(round)
      return cutOff && status.describeLastCall(round, to, cutOff)
    },
  },
  spots: { appliesTo: isPostedByReader, compose: status.describeSpots },
  'cut-off': {
    appliesTo: (round, to, data) =>
      isPostedByReader(round, to) &&
      round.players.length + round.guests < round.maxPlayers &&
      data['cutOff'] === cutOffOf(round)?.startsAt.toISOString(),
    compose: (round, to, { until }) =>
      status.describeCutOff(round, to, courseTimeOf(until, round.zone)),
    usefulUntil: (round) => cutOffOf(round)?.startsAt,
  },
  changed: {
    // If the group's time zone changed (`zone`), only golfers with a spot are notified.
    appliesTo: (round, to, data) =>
      hasOwnSpot(round, to) || (data['zone'] === undefined && round.insteadOfSpot !== null),
    async compose(round, to, { ctx, rounds, data }) {
      if (data['zone'] !== undefined) return changes.describeZoneChange(rounds, to)
      const was = changes.teeTimeBefore.safeParse(data).data
      if (was === undefined) return undefined
      const isMoved = was.date !== round.date || was.time !== round.time
      const overlap =
        isMoved && hasOwnSpot(round, to) ? await findReaderOverlap(ctx, round, to) : undefined
      return changes.describeChanged(round, to, was, overlap)
    },
  },
  cancelled: {
    appliesTo: (round, to) => hasOwnSpot(round, to) || round.insteadOfSpot !== null,
    compose: (round, to, { by }) => status.describeCancelled(round, to, by),
  },
  delayed: {
    appliesTo: (round, to, data) =>
      (hasOwnSpot(round, to) || round.insteadOfSpot !== null || isPostedByReader(round, to)) &&
      typeof data[round.id] === 'string' &&
      data[round.id] !== round.time,
    compose: (_, to, { rounds, data }) => changes.describeDelayed(rounds, to, data),
  },
  'running-late': {
    appliesTo: hasOwnSpot,
    compose(round, to, { by: name, data: { by, minutes } }) {
      if (name === undefined || typeof minutes !== 'number') return undefined
      const isPlaying = round.players.some(({ id }) => id === by)
      return isPlaying ? changes.describeLate(round, to, name, minutes) : undefined
    },
    usefulUntil: ({ startsAt }, { createdAt }) =>
      new Date(Math.max(startsAt.getTime(), createdAt.getTime()) + LATE_NOTICE_MAX_AGE_MS),
  },
  'weather-watch': {
    // The forecast does not apply to a tee time that has moved to another date.
    appliesTo: (round, to, data) => hasOwnSpot(round, to) && round.date === data['date'],
    compose: (round, to, { data }) =>
      changes.describeWeather(round, to, changes.weatherProblem.parse(data)),
  },
  'reminder-evening': reminderAlert('evening'),
  'reminder-soon': reminderAlert('soon'),
  offer: {
    appliesTo: (round, to, data) =>
      hasNoSpot(round, to) && data['until'] === round.offerEndsAt?.toISOString(),
    compose: (round, to, { until }) => offers.describeOffer(round, to, until),
    usefulUntil: ({ offerEndsAt }) => offerEndsAt,
  },
  reserved: {
    appliesTo: hasNoSpot,
    compose: (round, to, { until }) => offers.describeReserved(round, to, until),
    usefulUntil: ({ reservationEndsAt }) => reservationEndsAt,
  },
  joined: {
    appliesTo: hasOwnSpot,
    compose: async (round, to, { ctx }) =>
      offers.describeSpotFromWaitingList(round, to, await findReaderOverlap(ctx, round, to)),
  },
  'offer-expired': {
    // A golfer who is on the waiting list again or has a reservation gets other messages about that.
    appliesTo: (round, to) => hasNoSpot(round, to) && round.insteadOfSpot === null,
    compose: offers.describeOfferExpired,
  },
  'spot-filled': {
    // A golfer who still plays may owe the spot of a guest they removed.
    appliesTo: () => true,
    compose: (round, to, { by }) => status.describeSpotCovered(round, to, by),
  },
} satisfies Record<string, RoundAlert>

type RoundEvent = keyof typeof ROUND_ALERTS

/** Events that quiet hours do not delay near tee-off, even if the golfer has no spot in the round. */
const QUIET_EXEMPT_EVENTS = new Set<RoundEvent>([
  'changed',
  'cancelled',
  'delayed',
  'offer',
  'reserved',
  'spot-filled',
])

/**
 * Events that change a player's calendar entry. An email to a player about such an event has the updated
 * entry attached, unless the email is about several tee times.
 */
const CALENDAR_EVENTS = new Set<RoundEvent>(['spots', 'changed', 'cancelled', 'delayed', 'joined'])

export async function composeRoundAlert(
  ctx: Context,
  event: RoundEvent,
  delivery: DeliveryToCompose,
  to: Reader,
): Promise<Composed | undefined> {
  const { appliesTo, compose, usefulUntil }: RoundAlert = ROUND_ALERTS[event]
  const found = await store.findTeeTimesToNotify(
    ctx.db,
    delivery.teeTimeIds.slice(0, MAX_TEE_TIMES_IN_MESSAGE),
    to.golferId,
  )
  const [first, ...others] = found.filter(
    (round) => isCurrent(round, event, to) && appliesTo(round, to, delivery.data),
  )
  if (first === undefined) return undefined
  // With several tee times, quiet hours must not delay the alert past the first tee-off.
  const until = usefulUntil ? usefulUntil(first, delivery) : first.startsAt
  if (!until || until <= to.now) return undefined
  const by = await store.findGolferName(ctx.db, delivery.data['by'])
  const rounds: Rounds = [first, ...others]
  const composed = await compose(first, to, { ...delivery, ctx, by, until, rounds })
  if (composed === undefined) return undefined
  const hasCalendar = hasOwnSpot(first, to) && CALENDAR_EVENTS.has(event) && others.length === 0
  return {
    text: composed.text,
    address: composed.address,
    mail: { ...composed.mail, ...(hasCalendar && { calendar: describeCalendar([first], to) }) },
    ...((hasOwnSpot(first, to) || QUIET_EXEMPT_EVENTS.has(event)) && {
      ownRoundAt: first.startsAt,
    }),
    usefulUntil: until,
    expiresAt: usefulUntil ? until : (others.at(-1) ?? first).startsAt,
  }
}

function isCurrent(round: TeeTimeToNotify, event: RoundEvent, { now }: Reader): boolean {
  const { cancelledAt, archivedAt, startsAt } = round
  if (event === 'running-late') return cancelledAt === null
  if (event === 'cancelled') return cancelledAt !== null && startsAt > now
  return cancelledAt === null && archivedAt === null && startsAt > now
}

function findReaderOverlap(
  { db }: Context,
  { startsAt, id }: TeeTimeToNotify,
  { golferId }: Reader,
) {
  return findOverlap(db, golferId, startsAt, id)
}
