import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant, localDate, localTime, requester, text, visibleLine } from './fields.ts'
import {
  DEFAULT_MAX_PLAYERS,
  MAX_CANCEL_HOURS,
  MAX_COURSE_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PLAYERS,
  MIN_CANCEL_HOURS,
} from './limits.ts'
import { warnOfOverlap } from './overlaps.ts'

const namedGolfer = z.object({ id, name: z.string() })

export const teeTime = z.object({
  id,
  groupId: id,
  /** For texts such as 'IN 7'. Unique in the group, and not reused until 60 days after tee-off. */
  number: z.int(),
  creatorId: id,
  creator: namedGolfer,
  creatorHasLeft: z.boolean(),
  course: z.string(),
  date: localDate,
  time: localTime,
  startsAt: instant,
  cost: z.int(),
  notes: z.nullable(z.string()),
  maxPlayers: z.int(),
  participants: z.array(namedGolfer),
  guests: z.array(z.object({ id, name: z.string(), hostId: id, hostName: z.string() })),
  reservations: z.array(
    z.object({
      id,
      name: z.string(),
      /** Null for a non-member. */
      golferId: z.nullable(id),
      until: instant,
    }),
  ),
  cutOff: z.nullable(
    z.object({
      hoursBefore: z.int(),
      at: instant,
      calledAt: z.nullable(instant),
      /** Spots that golfers left after the cut-off and that nobody has taken since. */
      owedSpots: z.array(z.object({ id, golferId: id, name: z.string() })),
    }),
  ),
  /** Spots that any member can claim: neither reserved nor offered to the waiting list. */
  availableSpots: z.int(),
  waiting: z.array(z.extend(namedGolfer, { offeredUntil: z.nullable(instant) })),
  version: z.int(),
})
export type TeeTime = z.output<typeof teeTime>

export function canClaim(card: TeeTime, golferId: number | undefined, now: Date): boolean {
  const hasSpotForMe = !isFull(card) || spotKeptUntil(card, golferId, now) !== undefined
  return couldPlay(card, golferId, now) && hasSpotForMe
}

export function canJoinWaitingList(card: TeeTime, golferId: number | undefined, now: Date) {
  const isWaiting = waitingPosition(card, golferId) !== undefined
  return couldPlay(card, golferId, now) && isFull(card) && !isWaiting
}

function couldPlay(card: TeeTime, golferId: number | undefined, now: Date): boolean {
  const isGolfer = golferId !== undefined && golferId > 0
  return isGolfer && !isPlaying(card, golferId) && !hasTeedOff(card, now)
}

/** Starts at 1. */
export function waitingPosition(card: TeeTime, golferId: number | undefined): number | undefined {
  const index = card.waiting.findIndex(({ id }) => id === golferId)
  return index < 0 ? undefined : index + 1
}

/** Returns when the golfer's reservation or offer expires; undefined if there is none, or it has expired. */
export function spotKeptUntil(card: TeeTime, golferId: number | undefined, now: Date) {
  const until =
    card.reservations.find((reservation) => reservation.golferId === golferId)?.until ??
    card.waiting.find(({ id }) => id === golferId)?.offeredUntil
  return until != null && Date.parse(until) > now.getTime() ? until : undefined
}

export function hasReservation(card: TeeTime, golferId: number | undefined): boolean {
  return card.reservations.some((reservation) => reservation.golferId === golferId)
}

/** Includes offered and reserved spots. An edit cannot reduce the tee time below this number of spots. */
export function takenSpotCount(card: TeeTime): number {
  const offered = card.waiting.filter(({ offeredUntil }) => offeredUntil !== null)
  return card.participants.length + card.guests.length + card.reservations.length + offered.length
}

export function canBringGuest(
  card: TeeTime,
  golferId: number | undefined,
  guestsPerPlayer: number,
  now: Date,
): boolean {
  return canBringReservedGuest(card, golferId, guestsPerPlayer, now) && !isFull(card)
}

/** Like {@link canBringGuest}, but for a guest with a reservation, who needs no open spot. */
export function canBringReservedGuest(
  card: TeeTime,
  golferId: number | undefined,
  guestsPerPlayer: number,
  now: Date,
): boolean {
  return (
    isPlaying(card, golferId) &&
    !hasTeedOff(card, now) &&
    card.guests.filter(({ hostId }) => hostId === golferId).length < guestsPerPlayer
  )
}

export function canReserve(card: TeeTime, golferId: number | undefined, now: Date): boolean {
  return canEdit(card, golferId, now) && !isFull(card)
}

/** The creator can cancel a tee time. If the creator has left the group, the owner can, too. */
export function mayCancel(
  card: Pick<TeeTime, 'creatorId' | 'creatorHasLeft'>,
  golferId: number | undefined,
  isOwner: boolean,
): boolean {
  return card.creatorId === golferId || (isOwner && card.creatorHasLeft)
}

/** Like {@link mayCancel}, but refuses after tee-off, because a played round must stay in the history. */
export function canCancel(
  card: TeeTime,
  golferId: number | undefined,
  isOwner: boolean,
  now: Date,
): boolean {
  return mayCancel(card, golferId, isOwner) && !hasTeedOff(card, now)
}

export function canEdit(card: TeeTime, golferId: number | undefined, now: Date): boolean {
  return card.creatorId === golferId && !hasTeedOff(card, now)
}

export function isPlaying(card: TeeTime, golferId: number | undefined): boolean {
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
const cancelHours = z.nullable(
  z
    .int('Enter the number of hours')
    .check(
      z.minimum(MIN_CANCEL_HOURS, `Enter at least ${MIN_CANCEL_HOURS} hour`),
      z.maximum(MAX_CANCEL_HOURS, `Enter at most ${MAX_CANCEL_HOURS} hours`),
    ),
)
export const maxPlayers = z
  .int('Enter the number of players')
  .check(
    z.minimum(1, 'Enter at least 1 player'),
    z.maximum(MAX_PLAYERS, `Enter at most ${MAX_PLAYERS} players`),
  )

export const postTeeTimeForm = z.object({
  course,
  date: localDate,
  time: localTime,
  notes,
  maxPlayers: z._default(maxPlayers, DEFAULT_MAX_PLAYERS),
  cancelHours: z._default(cancelHours, null),
  joinAsPlayer: z._default(z.boolean(), false),
})

/** A client may omit the id. If it sends one, it must be that of the signed-in golfer. */
const golferInBody = z.object({ golferId: z.optional(id) })

export const listTeeTimes = endpoint('GET', '/api/groups/slug/{slug}/tee-times', {
  summary: 'The upcoming tee times of a group, soonest first',
  response: z.array(teeTime),
})

const usedCourse = z.object({ course: z.string(), time: localTime })
export type UsedCourse = z.output<typeof usedCourse>

export const listUsedCourses = endpoint('GET', '/api/groups/{id}/courses', {
  summary:
    "Courses of the last year to suggest when I post: mine first, then the group's, latest first",
  response: z.array(usedCourse),
})

export const postTeeTime = endpoint('POST', '/api/tee-times', {
  summary:
    'Post a tee time. With `warnOfOverlap`, 409 OVERLAPS if the poster joins and plays another round at that time',
  body: z.extend(postTeeTimeForm, {
    groupId: id,
    creatorId: z.optional(id),
    warnOfOverlap,
    cost: z._default(z.int().check(z.minimum(0), z.maximum(1_000_000)), 0),
  }),
  response: teeTime,
  status: 201,
  once: true,
})

export const editTeeTime = endpoint('PUT', '/api/tee-times/{id}', {
  summary:
    'Edit my tee time; omitted fields stay as they are. 409 OUT_OF_DATE if it was edited since `version`',
  body: z.object({
    course: z.optional(course),
    date: z.optional(localDate),
    time: z.optional(localTime),
    notes,
    maxPlayers: z.optional(maxPlayers),
    cancelHours: z.optional(cancelHours),
    /** The version of the card that was edited. Later claims and withdrawals do not conflict. */
    version: z.int(),
    requesterId: z.optional(id),
  }),
  response: teeTime,
})

export const claimSpot = endpoint('POST', '/api/tee-times/{id}/claim', {
  summary:
    'Claim a spot; if I already have one, nothing changes. With `warnOfOverlap`, 409 OVERLAPS if I play another round at that time',
  body: z.optional(z.extend(golferInBody, { warnOfOverlap })),
  response: teeTime,
})

export const leaveSpot = endpoint('POST', '/api/tee-times/{id}/unclaim', {
  summary: 'Give up my spot; if I have none, nothing changes',
  body: z.optional(golferInBody),
  response: teeTime,
})

export const cancelTeeTime = endpoint('DELETE', '/api/tee-times/{id}', {
  summary: 'Cancel a tee time; 409 TEE_TIME_PAST after tee-off',
  body: z.optional(requester),
})

export const cleanUpPastTeeTimes = endpoint('POST', '/api/cleanup/past-tee-times', {
  summary: "Archive my groups' past tee times",
  response: z.object({ archived: z.int() }),
})

const teeTimeInGroup = z.object({
  teeTime,
  group: z.object({ id, name: z.string(), slug: z.string() }),
  /** By the group's local date. */
  isToday: z.boolean(),
})
export type TeeTimeInGroup = z.output<typeof teeTimeInGroup>

export const listMyTeeTimes = endpoint('GET', '/api/my-tee-times', {
  summary:
    'My upcoming rounds, spots kept for me, and open spots in the next few days, across my groups',
  response: z.object({
    rounds: z.array(teeTimeInGroup),
    openSpots: z.array(teeTimeInGroup),
  }),
})
