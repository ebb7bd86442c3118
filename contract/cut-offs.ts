import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { requester } from './fields.ts'
import { canEdit, isFull, type TeeTime, teeTime } from './tee-times.ts'

const HOUR_MS = 3_600_000

export const COMMON_CANCEL_HOURS = [2, 12, 24, 48, 72] as const

/** The creator is reminded this many hours before the cut-off, or earlier to avoid their quiet hours. */
export const CUT_OFF_REMINDER_HOURS = 12
/** Like {@link CUT_OFF_REMINDER_HOURS}, for a cut-off that was set too late for that reminder. */
export const LATE_CUT_OFF_REMINDER_HOURS = 2
/** From this many hours before the cut-off, the card says what to do about unfilled spots. */
export const CUT_OFF_NOTICE_HOURS = 24

/** The shortest time between two calls for players for the same tee time. */
const MIN_HOURS_BETWEEN_CALLS = 6

export function spotsFilled({ participants, guests }: TeeTime): number {
  return participants.length + guests.length
}

export function isBeforeCutOff({ cutOff }: TeeTime, now: Date): boolean | undefined {
  return cutOff ? now.getTime() < Date.parse(cutOff.at) : undefined
}

export function needsCutOffAction(card: TeeTime, golferId: number | undefined, now: Date): boolean {
  return (
    card.cutOff !== null &&
    canEdit(card, golferId, now) &&
    spotsFilled(card) < card.maxPlayers &&
    (!isFull(card) || isBeforeCutOff(card, now) === true) &&
    now.getTime() >= Date.parse(card.cutOff.at) - CUT_OFF_NOTICE_HOURS * HOUR_MS
  )
}

export function canCallForPlayers(card: TeeTime, golferId: number | undefined, now: Date): boolean {
  return (
    card.cutOff !== null &&
    canEdit(card, golferId, now) &&
    !isFull(card) &&
    nextCallAt(card) <= now.getTime()
  )
}

/** Returns when the creator can call for players again, in milliseconds since 1970; 0 before any call. */
export function nextCallAt({ cutOff }: TeeTime): number {
  const calledAt = cutOff?.calledAt
  return calledAt ? Date.parse(calledAt) + MIN_HOURS_BETWEEN_CALLS * HOUR_MS : 0
}

export function owesSpotOnLeaving(card: TeeTime, now: Date): boolean {
  return isBeforeCutOff(card, now) === false
}

export const callForPlayers = endpoint('POST', '/api/tee-times/{id}/last-call', {
  summary:
    'Call for players: ask the group to fill the open spots of my tee time, which has a cut-off',
  body: z.optional(requester),
  response: teeTime,
})
