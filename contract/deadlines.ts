import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, requester } from './fields.ts'
import { canEdit, isFull, type TeeTime, teeTime } from './tee-times.ts'

const HOUR_MS = 3_600_000

/** Hours before tee-off that courses commonly ask for. */
export const COMMON_CANCEL_HOURS = [2, 12, 24, 48, 72] as const

/** The creator is told how full a tee time is so long before its cut-off; */
export const GUARD_HOURS = 12
/** or so long, where the cut-off was set later than that. */
export const LATE_GUARD_HOURS = 2
/** What they can do about it stands on the card from so long before the cut-off. */
export const GUARD_SHOWN_HOURS = 24

/** The group is asked to fill one tee time so often. */
const LAST_CALL_EVERY_HOURS = 6

/** Players and guests, whoever else a spot is held for. */
export function spotsFilled({ participants, guests }: TeeTime): number {
  return participants.length + guests.length
}

/** Whether the course still takes a cancellation; undefined where nobody said until when. */
export function isBeforeCutOff({ cutOff }: TeeTime, now: Date): boolean | undefined {
  return cutOff ? now.getTime() < Date.parse(cutOff.at) : undefined
}

/**
 * Its creator has something to do about a tee time that is not full around its cut-off. Once that is
 * past, there is nothing left to do about spots that are all held for somebody.
 */
export function needsGuard(card: TeeTime, golferId: number | undefined, now: Date): boolean {
  return (
    card.cutOff !== null &&
    canEdit(card, golferId, now) &&
    spotsFilled(card) < card.maxPlayers &&
    (!isFull(card) || isBeforeCutOff(card, now) === true) &&
    now.getTime() >= Date.parse(card.cutOff.at) - GUARD_SHOWN_HOURS * HOUR_MS
  )
}

/** Its creator may ask the group to take the spots that are open, and not all the time. */
export function canCall(card: TeeTime, golferId: number | undefined, now: Date): boolean {
  return canEdit(card, golferId, now) && !isFull(card) && callableAt(card) <= now.getTime()
}

/** From when on the group may be asked once more. */
export function callableAt({ cutOff }: TeeTime): number {
  const calledAt = cutOff?.calledAt
  return calledAt ? Date.parse(calledAt) + LAST_CALL_EVERY_HOURS * HOUR_MS : 0
}

/** A golfer who leaves now stays on the hook. */
export function leavesOnTheHook(card: TeeTime, now: Date): boolean {
  return isBeforeCutOff(card, now) === false
}

export const callForPlayers = endpoint({
  method: 'POST',
  path: '/api/tee-times/{id}/last-call',
  summary: 'Ask the group to take the open spots of my tee time, which has a cut-off',
  params: idParams,
  body: z.optional(requester),
  answer: teeTime,
})
