import { expect, test } from 'vitest'
import type { RecurringTeeTime } from '../../../contract/recurring-tee-times.ts'
import { describeEnd, describePlan, describeSchedule } from './RecurringTeeTimesDialog.tsx'

const next = {
  date: '2026-05-30',
  time: '08:12',
  postedAt: '2026-05-23T14:12:00.000Z',
  skipped: false,
}

const recurring: RecurringTeeTime = {
  id: 1,
  creator: { id: 1, name: 'bob' },
  course: 'Lakeview',
  time: '08:12',
  everyWeeks: 1,
  daysAhead: 1,
  maxPlayers: 2,
  cancelHours: null,
  notes: null,
  joinAsPlayer: false,
  nextDates: [],
  ended: null,
}

test.each([
  [{ time: '08:12', everyWeeks: 1, nextDates: [next] }, 'Every Sat, 8:12 AM'],
  [{ time: '20:00', everyWeeks: 2, nextDates: [next] }, 'Every other Sat, 8:00 PM'],
  [{ time: '20:00', everyWeeks: 2, nextDates: [] }, '8:00 PM'],
])('describes the schedule %j as: %s', (schedule, words) => {
  expect(describeSchedule({ ...recurring, ...schedule })).toBe(words)
})

test.each([
  [
    { cancelHours: 24, joinAsPlayer: true },
    1,
    '2 spots, posted 1 day ahead, cut-off 24 hours before, you play',
  ],
  [
    { cancelHours: 1, joinAsPlayer: true },
    2,
    '2 spots, posted 1 day ahead, cut-off 1 hour before, Bob plays',
  ],
  [{ cancelHours: null, joinAsPlayer: false }, 1, '2 spots, posted 1 day ahead'],
])('describes what will be posted with %j to golfer %d as: %s', (plan, golferId, words) => {
  expect(describePlan({ ...recurring, ...plan }, golferId)).toBe(words)
})

test.each([
  [null, undefined],
  [
    { at: '2026-05-30T15:00:00.000Z', by: null },
    'It ended because Bob was no longer in the group.',
  ],
  [{ at: '2026-05-30T15:00:00.000Z', by: 'Ada' }, 'Ada ended it.'],
])('describes the end %j as: %s', (ended, words) => {
  expect(describeEnd({ ...recurring, ended })).toBe(words)
})
