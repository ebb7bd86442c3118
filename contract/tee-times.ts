import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  done,
  id,
  idParams,
  instant,
  localDate,
  localTime,
  requester,
  text,
  visibleLine,
} from './fields.ts'
import { slugParams } from './groups.ts'
import {
  DEFAULT_MAX_PLAYERS,
  MAX_CANCEL_HOURS,
  MAX_COURSE_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PLAYERS,
  MIN_CANCEL_HOURS,
} from './limits.ts'
import { warnOfOverlap } from './overlaps.ts'

const golferName = z.object({ id, name: z.string() })

/** A tee time as its card shows it. */
export const teeTime = z.object({
  id,
  groupId: id,
  /** What golfers call it by text: small, the group's own, and not given again for 60 days. */
  number: z.int(),
  creatorId: id,
  creator: golferName,
  /** The creator is no longer a member, so the owner may cancel. */
  creatorHasLeft: z.boolean(),
  course: z.string(),
  date: localDate,
  time: localTime,
  /** `date` and `time` in the group's zone, as an instant. */
  startsAt: instant,
  cost: z.int(),
  notes: z.nullable(z.string()),
  maxPlayers: z.int(),
  /** In the order in which they claimed. */
  participants: z.array(golferName),
  /** Who came along with a player, and has a spot. */
  guests: z.array(z.object({ id, name: z.string(), hostId: id, hostName: z.string() })),
  /** Spots that the creator holds for somebody. */
  holds: z.array(
    z.object({
      id,
      name: z.string(),
      /** Null for who is no member. */
      golferId: z.nullable(id),
      until: instant,
    }),
  ),
  /** Until when the course takes a cancellation; null where nobody said so. */
  cutOff: z.nullable(
    z.object({
      hoursBefore: z.int(),
      at: instant,
      /** When its creator last asked the group to fill it. */
      calledAt: z.nullable(instant),
      /** Who left later than that, for each spot that nobody has taken since. */
      onTheHook: z.array(z.object({ id, golferId: id, name: z.string() })),
    }),
  ),
  /** Spots that anybody may claim: those that come free while golfers wait belong to these first. */
  availableSpots: z.int(),
  /** Who waits for a spot, first come first served. */
  waiting: z.array(
    z.extend(golferName, {
      /** Until when a free spot is held for this golfer; null before it is offered. */
      offeredUntil: z.nullable(instant),
    }),
  ),
  /** Rises by at least one with every change; a lower one is old news. */
  version: z.int(),
})
export type TeeTime = z.output<typeof teeTime>

/** A golfer who is not playing yet may claim an open spot, or one held for them, until tee-off. */
export function canClaim(card: TeeTime, golferId: number | undefined, now: Date): boolean {
  return (
    golferId !== undefined &&
    golferId > 0 &&
    !isPlaying(card, golferId) &&
    !hasTeedOff(card, now) &&
    (!isFull(card) || offerFor(card, golferId, now) !== undefined)
  )
}

/** A golfer who does not play may wait for a spot of a full tee time until tee-off. */
export function canWait(card: TeeTime, golferId: number | undefined, now: Date): boolean {
  return (
    golferId !== undefined &&
    golferId > 0 &&
    !isPlaying(card, golferId) &&
    placeInLine(card, golferId) === undefined &&
    !hasTeedOff(card, now) &&
    isFull(card)
  )
}

/** A golfer's place in line, from 1; undefined for who does not wait. */
export function placeInLine(card: TeeTime, golferId: number | undefined): number | undefined {
  const index = card.waiting.findIndex(({ id }) => id === golferId)
  return index < 0 ? undefined : index + 1
}

/** Until when a spot is held for a golfer, in line or by name; undefined when none is. */
export function offerFor(
  card: TeeTime,
  golferId: number | undefined,
  now: Date,
): string | undefined {
  if (golferId === undefined) return undefined
  const until =
    card.holds.find((hold) => hold.golferId === golferId)?.until ??
    card.waiting.find(({ id }) => id === golferId)?.offeredUntil
  return until != null && Date.parse(until) > now.getTime() ? until : undefined
}

/** Spots that somebody has, or that are held for somebody: a tee time has no fewer. */
export function spotsTaken(card: TeeTime): number {
  const offered = card.waiting.filter(({ offeredUntil }) => offeredUntil !== null)
  return card.participants.length + card.guests.length + card.holds.length + offered.length
}

/** Who plays may bring a guest while a spot is open, and the group lets them bring more. */
export function canBringGuest(
  card: TeeTime,
  golferId: number | undefined,
  guestsPerPlayer: number,
  now: Date,
): boolean {
  return canBringHeld(card, golferId, guestsPerPlayer, now) && !isFull(card)
}

/** As {@link canBringGuest}, for somebody for whom a spot is held by name: it is theirs. */
export function canBringHeld(
  card: TeeTime,
  golferId: number | undefined,
  guestsPerPlayer: number,
  now: Date,
): boolean {
  return (
    golferId !== undefined &&
    isPlaying(card, golferId) &&
    !hasTeedOff(card, now) &&
    card.guests.filter(({ hostId }) => hostId === golferId).length < guestsPerPlayer
  )
}

/** Its creator may hold an open spot of a tee time for somebody. */
export function canHold(card: TeeTime, golferId: number | undefined, now: Date): boolean {
  return canEdit(card, golferId, now) && !isFull(card)
}

export function canLeave(card: TeeTime, golferId: number | undefined): boolean {
  return golferId !== undefined && isPlaying(card, golferId)
}

/** The creator may cancel; the owner too, once the creator has left the group. */
export function mayCancel(
  card: Pick<TeeTime, 'creatorId' | 'creatorHasLeft'>,
  golferId: number | undefined,
  isOwner: boolean,
): boolean {
  return card.creatorId === golferId || (isOwner && card.creatorHasLeft)
}

/** As {@link mayCancel}, until tee-off: a played round is history. */
export function canCancel(
  card: TeeTime,
  golferId: number | undefined,
  isOwner: boolean,
  now: Date,
): boolean {
  return mayCancel(card, golferId, isOwner) && !hasTeedOff(card, now)
}

/** Its creator may change it until tee-off. */
export function canEdit(card: TeeTime, golferId: number | undefined, now: Date): boolean {
  return card.creatorId === golferId && !hasTeedOff(card, now)
}

function isPlaying(card: TeeTime, golferId: number): boolean {
  return card.participants.some((participant) => participant.id === golferId)
}

export function isFull(card: TeeTime): boolean {
  return card.availableSpots <= 0
}

export function hasTeedOff(card: Pick<TeeTime, 'startsAt'>, now: Date): boolean {
  return Date.parse(card.startsAt) <= now.getTime()
}

const course = visibleLine(MAX_COURSE_LENGTH, 'Course is required')
const notes = z.optional(z.nullable(text(MAX_NOTES_LENGTH)))
/** Hours before tee-off until which the course takes a cancellation; null for no such rule. */
const cancelHours = z.nullable(
  z
    .int('Enter a number of hours')
    .check(
      z.minimum(MIN_CANCEL_HOURS, `At least ${MIN_CANCEL_HOURS} hour`),
      z.maximum(MAX_CANCEL_HOURS, `At most ${MAX_CANCEL_HOURS} hours`),
    ),
)
const maxPlayers = z
  .int()
  .check(
    z.minimum(1, 'At least 1 player'),
    z.maximum(MAX_PLAYERS, `At most ${MAX_PLAYERS} players`),
  )

/** What a person types into the 'Post Tee Time' dialog. */
export const postTeeTimeForm = z.object({
  course,
  date: localDate,
  time: localTime,
  notes,
  maxPlayers: z._default(maxPlayers, DEFAULT_MAX_PLAYERS),
  cancelHours: z._default(cancelHours, null),
  /** The poster takes the first spot. */
  joinAsPlayer: z._default(z.boolean(), false),
})

/** Identity comes from the session; an id sent along must agree with it. */
const golferInBody = z.object({ golferId: z.optional(id) })

export const listTeeTimes = endpoint({
  method: 'GET',
  path: '/api/groups/slug/{slug}/tee-times',
  summary: 'The tee times to come of a group, soonest first',
  params: slugParams,
  answer: z.array(teeTime),
})

export const postTeeTime = endpoint({
  method: 'POST',
  path: '/api/tee-times',
  summary:
    'Post a tee time. With `warnOfOverlap`, 409 OVERLAPS where the poster joins and plays another round at that time',
  body: z.extend(postTeeTimeForm, {
    groupId: id,
    creatorId: z.optional(id),
    warnOfOverlap,
    cost: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
  }),
  answer: teeTime,
  status: 201,
  once: true,
})

export const editTeeTime = endpoint({
  method: 'PUT',
  path: '/api/tee-times/{id}',
  summary:
    'Change a tee time of mine; what is left out stays. 409 OUT_OF_DATE when it was edited since `version`',
  params: idParams,
  body: z.object({
    course: z.optional(course),
    date: z.optional(localDate),
    time: z.optional(localTime),
    notes,
    maxPlayers: z.optional(maxPlayers),
    cancelHours: z.optional(cancelHours),
    /** Of the card as its editor knows it. Spots that were claimed or left since are no conflict. */
    version: z.int(),
    requesterId: z.optional(id),
  }),
  answer: teeTime,
})

export const claimSpot = endpoint({
  method: 'POST',
  path: '/api/tee-times/{id}/claim',
  summary:
    'Claim a spot; claiming the one I hold changes nothing. With `warnOfOverlap`, 409 OVERLAPS where I play another round at that time',
  params: idParams,
  body: z.optional(z.extend(golferInBody, { warnOfOverlap })),
  answer: teeTime,
})

export const leaveSpot = endpoint({
  method: 'POST',
  path: '/api/tee-times/{id}/unclaim',
  summary: 'Release my spot; releasing none changes nothing',
  params: idParams,
  body: z.optional(golferInBody),
  answer: teeTime,
})

export const cancelTeeTime = endpoint({
  method: 'DELETE',
  path: '/api/tee-times/{id}',
  summary: 'Cancel a tee time; 409 TEE_TIME_PAST from tee-off on',
  params: idParams,
  body: z.optional(requester),
  answer: done,
})

export const cleanUpPastTeeTimes = endpoint({
  method: 'POST',
  path: '/api/cleanup/past-tee-times',
  summary: "Archive my groups' tee times that are over",
  answer: z.object({ archived: z.int() }),
})

/** A tee time together with the group it stands in. */
const teeTimeInGroup = z.object({
  teeTime,
  group: z.object({ id, name: z.string(), slug: z.string() }),
  /** By the date where the group plays. */
  isToday: z.boolean(),
})
export type TeeTimeInGroup = z.output<typeof teeTimeInGroup>

/** For the dashboard: across all my groups. */
export const myTeeTimes = endpoint({
  method: 'GET',
  path: '/api/my-tee-times',
  summary: 'My rounds to come, and the open spots I could take soon, across my groups',
  answer: z.object({
    /** Where I play, soonest first. */
    rounds: z.array(teeTimeInGroup),
    /** Where I could take a spot within the next days, soonest first. */
    openSpots: z.array(teeTimeInGroup),
  }),
})
