import { instantAt } from '../../../platform/clock.ts'
import type { Reader } from '../format-for-reader.ts'
import type { GroupToNotify, TeeTimeToNotify } from '../store.ts'

export const ANN = { id: 1, name: 'Ann Lee' }
export const BOB = { id: 2, name: 'Bob Hill' }
export const CY = { id: 3, name: 'Cy Young' }
export const DI = { id: 4, name: 'Di Park' }

/** Returns Cy as the reader, on the day before the tee time of {@link buildRound}. */
export function buildReader(overrides: Partial<Reader> = {}): Reader {
  return {
    golferId: CY.id,
    timeZone: 'America/Edmonton',
    now: new Date('2026-05-29T20:00:00Z'),
    link: (path) => `https://golf.example${path}`,
    unsubscribe: 'https://golf.example/unsubscribe/abc/posted',
    ...overrides,
  }
}

/** Returns Ann's tee time on Saturday, May 30, at 8:12, in Calgary. */
export function buildRound(overrides: Partial<TeeTimeToNotify> = {}): TeeTimeToNotify {
  const { date = '2026-05-30', time = '08:12', zone = 'America/Edmonton' } = overrides
  const { maxPlayers = 4, players = [ANN, BOB], guests = 0 } = overrides
  return {
    id: 70,
    number: 7,
    course: 'Shaganappi Point',
    date,
    time,
    startsAt: instantAt(date, time, zone),
    notes: null,
    waiting: 0,
    guests,
    insteadOfSpot: null,
    offerEndsAt: null,
    reservationEndsAt: null,
    maxPlayers,
    openSpots: Math.max(0, maxPlayers - players.length - guests),
    cancelHours: null,
    version: 3,
    changedAt: new Date('2026-05-28T18:30:00Z'),
    cancelledAt: null,
    archivedAt: null,
    creatorId: ANN.id,
    creatorName: ANN.name,
    zone,
    units: 'metric',
    groupName: 'Saturday Stampede',
    slug: 'stampede',
    expiryDate: null,
    renews: false,
    players,
    ...overrides,
  }
}

export function buildGroup(overrides: Partial<GroupToNotify> = {}): GroupToNotify {
  return {
    name: 'Saturday Stampede',
    slug: 'stampede',
    zone: 'America/Edmonton',
    ownerId: CY.id,
    isAdmin: true,
    expiryDate: null,
    subscriptionStatus: null,
    renews: false,
    ...overrides,
  }
}

/** Input with which strangers might break out of a field or misuse our emails. */
export const HOSTILE_INPUTS = [
  'Eve\r\nBcc: eve@evil.example',
  'Eve\u2028\u2029\u0085\u0000next',
  '\u202eevE\u202c \u2066x\u2069',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '&lt;b&gt; &amp; co',
  '$& $1 {link} \\n %0d%0a',
  'Win at https://evil.example/free?x=1',
  'evil．example evil。example evil․example',
]
