import { expect, test } from 'vitest'
import { guardAt } from './guard-at.ts'

const NIGHT = { from: '21:00', to: '08:00' }
const EDMONTON = 'America/Edmonton'
const LONG_AGO = '2025-01-01T00:00:00Z'

test.each([
  // Cut-off at 08:12, as after a day's notice: twelve hours before is an evening still.
  ['2026-06-03T14:12:00Z', LONG_AGO, NIGHT, '2026-06-03T02:12:00.000Z'],
  // At 10:00: twelve hours before is 22:00, so 20:00, an hour before the quiet hours.
  ['2026-06-03T16:00:00Z', LONG_AGO, NIGHT, '2026-06-03T02:00:00.000Z'],
  // At 19:00: it would be 07:00 of that day.
  ['2026-06-04T01:00:00Z', LONG_AGO, NIGHT, '2026-06-03T02:00:00.000Z'],
  // At 20:30: it is 08:30, when nobody sleeps any more.
  ['2026-06-04T02:30:00Z', LONG_AGO, NIGHT, '2026-06-03T14:30:00.000Z'],
  // The quiet hours begin at that very minute.
  ['2026-06-03T15:00:00Z', LONG_AGO, NIGHT, '2026-06-03T02:00:00.000Z'],
  // Nobody's quiet hours.
  ['2026-06-03T16:00:00Z', LONG_AGO, { from: '00:00', to: '00:00' }, '2026-06-03T04:00:00.000Z'],
  // Set at the moment, or after it: two hours before.
  ['2026-06-03T14:12:00Z', '2026-06-03T02:12:00Z', NIGHT, '2026-06-03T12:12:00.000Z'],
  ['2026-06-03T14:12:00Z', '2026-06-03T12:11:00Z', NIGHT, '2026-06-03T12:12:00.000Z'],
  // Later still, whoever set it knows.
  ['2026-06-03T14:12:00Z', '2026-06-03T12:12:00Z', NIGHT, undefined],
  // The clocks went back in that night: 22:00 of the day before is thirteen hours before 10:00.
  ['2025-11-02T17:00:00Z', LONG_AGO, NIGHT, '2025-11-02T02:00:00.000Z'],
  // And forward: at 21:15, and 24 hours before that it was 20:15.
  ['2025-03-10T15:15:00Z', LONG_AGO, NIGHT, '2025-03-10T02:00:00.000Z'],
])(
  'a cut-off at %s that was set at %s, with quiet hours %j: %s',
  (cutOff, setAt, quietHours, at) => {
    const moment = guardAt({
      cutOff: new Date(cutOff),
      setAt: new Date(setAt),
      quietHours,
      timeZone: EDMONTON,
    })
    expect(moment?.toISOString()).toBe(at)
  },
)
