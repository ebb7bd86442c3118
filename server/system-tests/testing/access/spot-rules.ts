import { callForPlayers } from '../../../../contract/cut-offs.ts'
import { delayMorning, reportLate } from '../../../../contract/delays.ts'
import {
  bringGuest,
  joinWaitingList,
  leaveWaitingList,
  listMyWaitingEntries,
  releaseReservation,
  removeGuest,
  reserveSpot,
} from '../../../../contract/spots.ts'
import { members, ownerAndAdmins, type Rule, signedIn } from './rule.ts'

const teeTimeRule = { requires: 'group', thing: 'tee-time', pathOmitsGroup: true } as const
/** An id that no guest and no reservation has. Removing a missing guest or reservation succeeds. */
const MISSING_ID = 2_147_483_647

/**
 * Calls about waiting lists, guests, reservations, calls for players and delays. The tests' tee times have no
 * players.
 */
export const SPOT_RULES: readonly Rule[] = [
  {
    endpoint: joinWaitingList,
    ...teeTimeRule,
    body: () => ({}),
    statusByRole: members(409),
    needsSubscription: true,
  },
  { endpoint: listMyWaitingEntries, requires: 'session', statusByRole: signedIn() },
  { endpoint: leaveWaitingList, ...teeTimeRule, body: () => ({}), statusByRole: members() },
  {
    endpoint: bringGuest,
    ...teeTimeRule,
    body: () => ({ name: 'Dave' }),
    statusByRole: members(409),
    needsSubscription: true,
  },
  {
    endpoint: removeGuest,
    ...teeTimeRule,
    params: ({ thing }) => ({ id: thing, guestId: MISSING_ID }),
    statusByRole: members(),
  },
  {
    endpoint: reserveSpot,
    ...teeTimeRule,
    body: () => ({ name: 'Dave', date: '2026-06-02', time: '08:00' }),
    statusByRole: { ...members(403), creator: 201 },
    strangerStatus: 201,
    needsSubscription: true,
  },
  {
    endpoint: releaseReservation,
    ...teeTimeRule,
    params: ({ thing }) => ({ id: thing, reservationId: MISSING_ID }),
    statusByRole: members(),
  },
  // The creator gets 409, because the tests' tee times have no cut-off.
  {
    endpoint: callForPlayers,
    ...teeTimeRule,
    statusByRole: { ...members(403), creator: 409 },
    strangerStatus: 409,
    needsSubscription: true,
  },
  // The next two calls get 409, because they work only on the day of the round.
  {
    endpoint: delayMorning,
    ...teeTimeRule,
    body: () => ({ minutes: 45, version: 1 }),
    statusByRole: { ...ownerAndAdmins(409), creator: 409 },
  },
  {
    endpoint: reportLate,
    ...teeTimeRule,
    body: () => ({ minutes: 10 }),
    statusByRole: members(409),
  },
]
