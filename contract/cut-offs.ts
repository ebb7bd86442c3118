import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, requester } from './fields.ts'
import { canEdit, isFull, type TeeTime, teeTime } from './tee-times.ts'

const HOUR_MS = 3_600_000

/** Common cancellation cut-offs of courses, in hours before tee-off. */
export const COMMON_CANCEL_HOURS = [2, 12, 24, 48, 72] as const

/** How long before the cut-off a tee time's creator is reminded of how many spots are filled. */
export const CUT_OFF_REMINDER_HOURS = 12
/** How long before the cut-off the reminder is sent if the cut-off was set too late for the usual one. */
export const LATE_CUT_OFF_REMINDER_HOURS = 2
/** How long before the cut-off the card starts to show the creator what to do about it. */
export const CUT_OFF_NOTICE_HOURS = 24

/** How long the creator must wait before asking the group for players again. */
const LAST_CALL_EVERY_HOURS = 6

/** Returns how many spots players and guests fill, not counting reserved spots. */
export function spotsFilled({ participants, guests }: TeeTime): number {
  return participants.length + guests.length
}

/** Returns whether the course still accepts a cancellation; undefined without a cut-off. */
export function isBeforeCutOff({ cutOff }: TeeTime, now: Date): boolean | undefined {
  return cutOff ? now.getTime() < Date.parse(cutOff.at) : undefined
}

/**
 * Returns whether the cut-off is near and the creator of a tee time that is not full should act. After the
 * cut-off there is nothing left to do if all open spots are reserved for somebody.
 */
export function needsCutOffAction(card: TeeTime, golferId: number | undefined, now: Date): boolean {
  return (
    card.cutOff !== null &&
    canEdit(card, golferId, now) &&
    spotsFilled(card) < card.maxPlayers &&
    (!isFull(card) || isBeforeCutOff(card, now) === true) &&
    now.getTime() >= Date.parse(card.cutOff.at) - CUT_OFF_NOTICE_HOURS * HOUR_MS
  )
}

/**
 * Returns whether the creator may call for players: spots are open, and there was no call recently.
 */
export function canCallForPlayers(card: TeeTime, golferId: number | undefined, now: Date): boolean {
  return canEdit(card, golferId, now) && !isFull(card) && nextCallAt(card) <= now.getTime()
}

/**
 * Returns when the creator may call for players again, in milliseconds since 1970; 0 if there was
 * no call yet.
 */
export function nextCallAt({ cutOff }: TeeTime): number {
  const calledAt = cutOff?.calledAt
  return calledAt ? Date.parse(calledAt) + LAST_CALL_EVERY_HOURS * HOUR_MS : 0
}

/** Returns whether a golfer who leaves now owes the spot until somebody takes it. */
export function owesSpotOnLeaving(card: TeeTime, now: Date): boolean {
  return isBeforeCutOff(card, now) === false
}

export const callForPlayers = endpoint('POST', '/api/tee-times/{id}/last-call', {
  summary:
    'Call for players: ask the group to fill the open spots of my tee time, which has a cut-off',
  params: idParams,
  body: z.optional(requester),
  answer: teeTime,
})
