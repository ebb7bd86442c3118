import { callForPlayers } from '../../../contract/deadlines.ts'
import { delayMorning, runLate } from '../../../contract/delays.ts'
import { bringGuest, removeGuest } from '../../../contract/guests.ts'
import { holdSpot, releaseHold } from '../../../contract/spot-holds.ts'
import { listMyLines, stopWaiting, waitForSpot } from '../../../contract/waiting-lists.ts'
import { managers, members, type Rule, signedIn } from './rule.ts'

const onTeeTime = { wall: 'group', thing: 'tee-time', standsAlone: true } as const
/** Nobody's guest, and nobody's hold: taking it out changes nothing. */
const NOBODYS = 2_147_483_647

/** Lines, guests and held spots of a tee time that has open spots, in which the caller does not play. */
export const LINE_RULES: readonly Rule[] = [
  { endpoint: waitForSpot, ...onTeeTime, body: () => ({}), own: members(409), needsTime: true },
  { endpoint: listMyLines, wall: 'session', own: signedIn() },
  { endpoint: stopWaiting, ...onTeeTime, body: () => ({}), own: members() },
  {
    endpoint: bringGuest,
    ...onTeeTime,
    body: () => ({ name: 'Dave' }),
    own: members(409),
    needsTime: true,
  },
  {
    endpoint: removeGuest,
    ...onTeeTime,
    params: ({ thing }) => ({ id: thing, guestId: NOBODYS }),
    own: members(),
  },
  {
    endpoint: holdSpot,
    ...onTeeTime,
    body: () => ({ name: 'Dave', date: '2026-06-02', time: '08:00' }),
    own: { ...members(403), creator: 201 },
    atHome: 201,
    needsTime: true,
  },
  {
    endpoint: releaseHold,
    ...onTeeTime,
    params: ({ thing }) => ({ id: thing, holdId: NOBODYS }),
    own: members(),
  },
  // It has no cut-off.
  {
    endpoint: callForPlayers,
    ...onTeeTime,
    own: { ...members(403), creator: 409 },
    atHome: 409,
    needsTime: true,
  },
  // Both are for the day itself.
  {
    endpoint: delayMorning,
    ...onTeeTime,
    body: () => ({ minutes: 45, version: 1 }),
    own: { ...managers(409), creator: 409 },
  },
  { endpoint: runLate, ...onTeeTime, body: () => ({ minutes: 10 }), own: members(409) },
]
