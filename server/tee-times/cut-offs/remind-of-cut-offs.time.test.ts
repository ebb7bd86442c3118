import { expect, test } from 'vitest'
import { cutOffReminderAt } from './remind-of-cut-offs.ts'

const NIGHT = { from: '21:00', to: '08:00' }
const EDMONTON = 'America/Edmonton'
const LONG_AGO = '2025-01-01T00:00:00Z'

test.each([
  // Cut-off at 08:12: twelve hours before is 20:12, just before the quiet hours.
  ['2026-06-03T14:12:00Z', LONG_AGO, NIGHT, '2026-06-03T02:12:00.000Z'],
  // Cut-off at 10:00: twelve hours before is 22:00, in quiet hours, so 20:00, an hour before they begin.
  ['2026-06-03T16:00:00Z', LONG_AGO, NIGHT, '2026-06-03T02:00:00.000Z'],
  // Cut-off at 19:00: twelve hours before is 07:00, in quiet hours, so 20:00 on the day before.
  ['2026-06-04T01:00:00Z', LONG_AGO, NIGHT, '2026-06-03T02:00:00.000Z'],
  // Cut-off at 20:30: twelve hours before is 08:30, after the quiet hours.
  ['2026-06-04T02:30:00Z', LONG_AGO, NIGHT, '2026-06-03T14:30:00.000Z'],
  // Quiet hours begin exactly twelve hours before.
  ['2026-06-03T15:00:00Z', LONG_AGO, NIGHT, '2026-06-03T02:00:00.000Z'],
  // No quiet hours.
  ['2026-06-03T16:00:00Z', LONG_AGO, { from: '00:00', to: '00:00' }, '2026-06-03T04:00:00.000Z'],
  // The creator set the cut-off when the first reminder was due, or later. So the reminder comes two hours
  // before the cut-off.
  ['2026-06-03T14:12:00Z', '2026-06-03T02:12:00Z', NIGHT, '2026-06-03T12:12:00.000Z'],
  ['2026-06-03T14:12:00Z', '2026-06-03T12:11:00Z', NIGHT, '2026-06-03T12:12:00.000Z'],
  // The creator set the cut-off when it was only two hours away, so there is no reminder.
  ['2026-06-03T14:12:00Z', '2026-06-03T12:12:00Z', NIGHT, undefined],
  // The clocks went back that night: twelve hours before 10:00 is 23:00, in quiet hours, so 20:00.
  ['2025-11-02T17:00:00Z', LONG_AGO, NIGHT, '2025-11-02T02:00:00.000Z'],
  // Cut-off at 09:15, a day after clocks went forward: twelve hours earlier is 21:15, in quiet hours, so 20:00.
  ['2025-03-10T15:15:00Z', LONG_AGO, NIGHT, '2025-03-10T02:00:00.000Z'],
])(
  'for a cut-off at %s set at %s with quiet hours %j, reminds at %s',
  (cutOff, setAt, quietHours, at) => {
    const moment = cutOffReminderAt({
      cutOff: new Date(cutOff),
      setAt: new Date(setAt),
      quietHours,
      timeZone: EDMONTON,
    })
    expect(moment?.toISOString()).toBe(at)
  },
)
