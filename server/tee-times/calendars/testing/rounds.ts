import type { CalendarRound } from '../store.ts'

export const ANN = { id: 1, name: 'Ann Lee' }
export const BOB = { id: 2, name: 'Bob Hill' }
export const CY = { id: 3, name: 'Cy Young' }

/** The options for Cy's calendar on the day before the round of {@link roundOf}. */
export const OPTIONS = {
  golferId: CY.id,
  now: new Date('2026-05-29T20:00:00Z'),
  link: (path: string) => `https://golf.example${path}`,
}

/** Returns a round that Ann and Cy play in Calgary at 8:12 on Saturday, May 30. */
export function roundOf(overrides: Partial<CalendarRound> = {}): CalendarRound {
  return {
    id: 70,
    number: 7,
    course: 'Shaganappi Point',
    startsAt: new Date('2026-05-30T14:12:00Z'),
    notes: null,
    version: 3,
    changedAt: new Date('2026-05-28T18:30:00Z'),
    cancelledAt: null,
    groupName: 'Saturday Stampede',
    slug: 'stampede',
    players: [ANN, CY],
    guests: 0,
    ...overrides,
  }
}

/** Strings that try to break out of a calendar property. */
export const HOSTILE = [
  'Eve\r\nBEGIN:VALARM\r\nEND:VALARM',
  'Eve\u2028\u2029\u0085\u0000next',
  '\u202eevE\u202c \u2066x\u2069',
  '";X=1:a,b;c\\;d\\,e\\\\n',
  '\\nATTENDEE:mailto:eve@evil.example',
  'Win at https://evil.example/free?x=1',
]
