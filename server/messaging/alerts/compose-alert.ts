import { isSubscribed } from '../../../contract/groups.ts'
import type { Context } from '../../context.ts'
import { linkTo } from '../../platform/config.ts'
import { describeCalendar, findOverlap } from '../../tee-times/index.ts'
import type { Compose, Composed, DeliveryToCompose, Words } from '../deliveries/deliver.ts'
import { composeDelay, composeWeather } from './compose-day.ts'
import { composeDeadline } from './compose-deadline.ts'
import { composePayment, type PaymentEvent } from './compose-payment.ts'
import { describeChange } from './describe-account.ts'
import { describeChanged, describeMoved, parseTeeTimeBefore } from './describe-changed.ts'
import {
  composeDeletion,
  describeAdded,
  describeJoinRequest,
  describeOwnership,
} from './describe-group.ts'
import {
  describeExpired,
  describeJoined,
  describeOffer,
  describeOpenSpot,
  describePosted,
  describeReserved,
} from './describe-offers.ts'
import { describeCancelled, describeReminder, describeSpots } from './describe-round.ts'
import { type ComposeFor, hasSpot, type Reader } from './format-for-reader.ts'
import {
  findGolferName,
  findGroupToNotify,
  findReservedUntil,
  findRounds,
  listJoinRequesters,
  type Round,
} from './store.ts'

/** Composes what an alert says right now, or returns undefined if nothing in it still applies. */
export const composeAlert: Compose = async (ctx, delivery) => {
  const to: Reader = {
    golferId: delivery.golferId,
    timeZone: delivery.timeZone,
    now: ctx.clock.now(),
    link: (path) => linkTo(ctx.config, path),
    unsubscribe: delivery.unsubscribe,
  }
  switch (delivery.event) {
    case 'posted':
    case 'opened':
      return composeInvitation(ctx, delivery, to)
    case 'spots':
    case 'changed':
    case 'cancelled':
    case 'reminder-evening':
    case 'reminder-soon':
      return composeRound(ctx, delivery, to)
    case 'delayed':
    case 'running-late':
      return composeDelay(ctx, delivery, to)
    case 'cut-off':
    case 'last-call':
    case 'spot-filled':
      return composeDeadline(ctx, delivery, to)
    case 'weather-watch':
      return composeWeather(ctx, delivery, to)
    case 'offer':
    case 'joined':
    case 'offer-expired':
    case 'reserved':
      return composeWaiting(ctx, delivery, to)
    case 'added':
    case 'join-request':
    case 'ownership':
    case 'trial-ends':
    case 'paid':
    case 'payment-failed':
    case 'payment-returned':
    case 'subscription-ended':
      return composeGroup(ctx, delivery.event, delivery, to)
    case 'group-deleted':
    case 'group-restored':
      return composeDeletion(ctx, delivery.event, delivery, to)
    case 'password-changed':
    case 'password-reset':
    case 'phone-changed':
    case 'texts-on':
      return describeChange(delivery.event, to)
    case 'opt-in':
    case 'reply':
      // Replies and opt-in requests are composed when they are queued.
      return undefined
  }
}

/** The most tee times in one message. All are loaded into memory, and nobody reads a longer list. */
const MOST_TEE_TIMES = 50

const composeInvitation: ComposeFor = async (ctx, { event, golferId, teeTimeIds }, to) => {
  const rounds = await findRounds(ctx.db, teeTimeIds.slice(0, MOST_TEE_TIMES), golferId)
  const [first, ...others] = rounds.filter(
    (round) =>
      isUpcoming(round, to) &&
      round.openSpots > 0 &&
      !hasSpot(round, golferId) &&
      isSubscribed(round, to.now),
  )
  if (first === undefined) return undefined
  return event === 'posted'
    ? describePosted([first, ...others], to, { hasMore: teeTimeIds.length > MOST_TEE_TIMES })
    : describeOpenSpot(first, to)
}

const composeRound: ComposeFor = async (ctx, { event, golferId, teeTimeIds, data }, to) => {
  const rounds = await findRounds(ctx.db, teeTimeIds.slice(0, MOST_TEE_TIMES), golferId)
  if (event === 'cancelled') {
    const [round] = rounds
    if (round === undefined || round.cancelledAt === null || round.startsAt <= to.now)
      return undefined
    if (!hasSpot(round, golferId) && round.insteadOfSpot === null) return undefined
    return ofTheirs(
      round,
      to,
      describeCancelled(round, to, await findGolferName(ctx.db, data['by'])),
    )
  }
  const toCome = rounds.filter((round) => isUpcoming(round, to))
  if (event === 'spots') {
    const [round] = toCome
    if (round === undefined || round.creatorId !== golferId) return undefined
    const words = describeSpots(round, to)
    return hasSpot(round, golferId) ? ofOwnRound(round, to, words) : words
  }
  const ofAnEdit = event === 'changed' && data['zone'] === undefined
  const [round, ...others] = toCome.filter(
    (one) => hasSpot(one, golferId) || (ofAnEdit && one.insteadOfSpot !== null),
  )
  if (round === undefined) return undefined
  if (event === 'changed') {
    // The group's time zone changed, which applies to all its tee times.
    if (data['zone'] !== undefined) {
      const moved = describeMoved([round, ...others], to)
      return others.length === 0
        ? ofOwnRound(round, to, moved)
        : { ...moved, ownRoundAt: round.startsAt }
    }
    const was = parseTeeTimeBefore(data)
    const moved = was !== undefined && (was.date !== round.date || was.time !== round.time)
    const overlap =
      moved && hasSpot(round, golferId)
        ? await findOverlap(ctx.db, golferId, round.startsAt, round.id)
        : undefined
    const words = was && describeChanged(round, to, was, overlap)
    return words && ofTheirs(round, to, words)
  }
  // If the time has changed since, another reminder is sent for the new time.
  if (data['startsAt'] !== round.startsAt.toISOString()) return undefined
  return {
    ...describeReminder(round, to, event === 'reminder-evening' ? 'evening' : 'soon'),
    ownRoundAt: round.startsAt,
  }
}

const composeWaiting: ComposeFor = async (ctx, { event, golferId, teeTimeIds, data }, to) => {
  const [round] = await findRounds(ctx.db, teeTimeIds, golferId)
  if (round === undefined || !isUpcoming(round, to)) return undefined
  if (event === 'joined') {
    if (!hasSpot(round, golferId)) return undefined
    const overlap = await findOverlap(ctx.db, golferId, round.startsAt, round.id)
    return ofOwnRound(round, to, describeJoined(round, to, overlap))
  }
  if (hasSpot(round, golferId)) return undefined
  if (event === 'offer-expired') {
    // If the golfer is waiting again or has a reservation, another message covers that.
    return round.insteadOfSpot === null ? describeExpired(round, to) : undefined
  }
  if (event === 'reserved') {
    const kept = { teeTimeId: round.id, golferId, as: 'reservation' } as const
    const until = await findReservedUntil(ctx.db, kept)
    if (until === undefined || until <= to.now) return undefined
    return { ...describeReserved(round, to, until), ownRoundAt: round.startsAt }
  }
  const kept = { teeTimeId: round.id, golferId, as: 'offer' } as const
  const until = await findReservedUntil(ctx.db, kept)
  if (until === undefined || until <= to.now || data['until'] !== until.toISOString())
    return undefined
  // Close to tee-off, quiet hours pause neither the offer nor this message.
  return { ...describeOffer(round, to, until), ownRoundAt: round.startsAt }
}

async function composeGroup(
  ctx: Context,
  event: 'added' | 'join-request' | 'ownership' | PaymentEvent,
  { golferId, groupId, data }: DeliveryToCompose,
  to: Reader,
): Promise<Composed | undefined> {
  if (groupId === null) return undefined
  const group = await findGroupToNotify(ctx.db, groupId, golferId)
  if (group === undefined) return undefined
  const isOwner = group.ownerId === golferId
  switch (event) {
    case 'added': {
      const how = data['how']
      return how === 'added' || how === 'accepted' || how === 'created'
        ? describeAdded(group, to, how, await findGolferName(ctx.db, data['by']))
        : undefined
    }
    case 'join-request': {
      if (!isOwner && !group.isAdmin) return undefined
      const [newest, ...others] = await listJoinRequesters(ctx.db, groupId)
      return newest === undefined ? undefined : describeJoinRequest(group, to, [newest, ...others])
    }
    case 'ownership':
      return isOwner
        ? describeOwnership(group, to, await findGolferName(ctx.db, data['by']))
        : undefined
    default:
      return isOwner ? composePayment(event, group, to, data) : undefined
  }
}

function ofOwnRound(round: Round, to: Reader, words: Words): Composed {
  return {
    ...words,
    mail: { ...words.mail, calendar: describeCalendar([round], to) },
    ownRoundAt: round.startsAt,
  }
}

function ofTheirs(round: Round, to: Reader, words: Words): Composed {
  return hasSpot(round, to.golferId)
    ? ofOwnRound(round, to, words)
    : { ...words, ownRoundAt: round.startsAt }
}

function isUpcoming({ cancelledAt, archivedAt, startsAt }: Round, { now }: Reader): boolean {
  return cancelledAt === null && archivedAt === null && startsAt > now
}
