import { expect, test } from 'vitest'
import { instantAt } from '../../platform/clock.ts'
import { datesDue, postingTimeOf, timeOnDate, upcomingDates } from './compute-dates.ts'

/**
 * Each case: a name, the zone, the Sunday of a clock change, and the UTC offsets before and after the change.
 */
const CLOCK_CHANGES = [
  ['Europe/London, forward', 'Europe/London', '2026-03-29', '+00:00', '+01:00'],
  ['Europe/London, back', 'Europe/London', '2026-10-25', '+01:00', '+00:00'],
  ['Australia/Lord_Howe, back', 'Australia/Lord_Howe', '2026-04-05', '+11:00', '+10:30'],
  ['Australia/Lord_Howe, forward', 'Australia/Lord_Howe', '2026-10-04', '+10:30', '+11:00'],
  // These dates are in 2025: newer time-zone data has no clock changes in Alberta after March 2026.
  ['America/Edmonton, forward', 'America/Edmonton', '2025-03-09', '-07:00', '-06:00'],
  ['America/Edmonton, back', 'America/Edmonton', '2025-11-02', '-06:00', '-07:00'],
] as const

/** Returns the instant of 08:12 on a date at a UTC offset. */
const teeOffAt = (date: string, offset: string) => new Date([date, `T08:12:00${offset}`].join(''))

test.each(CLOCK_CHANGES)(
  'keeps the local time before and after the change: %s',
  (_, zone, date, offsetBefore, offsetAfter) => {
    const recurrence = { time: '08:12', everyWeeks: 1, daysAhead: 7, nextDate: date }
    expect(timeOnDate(date, recurrence, zone)).toBe('08:12')
    expect(instantAt(date, recurrence.time, zone)).toEqual(teeOffAt(date, offsetAfter))
    // The tee time is posted a week earlier, at 08:12 by the offset before the change.
    const posting = postingTimeOf(date, recurrence, zone)
    expect(posting).toEqual(new Date(teeOffAt(date, offsetBefore).getTime() - 7 * 86_400_000))
    const before = new Date(posting.getTime() - 1)
    expect(datesDue(recurrence, zone, before).due).toEqual([])
    expect(datesDue(recurrence, zone, posting).due).toEqual([date])
  },
)

test.each([
  ['Europe/London', '2026-03-29', '01:30', '02:00', '2026-03-29T01:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-04', '02:10', '02:30', '2026-10-03T15:30:00Z'],
  ['America/Edmonton', '2025-03-09', '02:59', '03:00', '2025-03-09T09:00:00Z'],
])(
  'uses the first time after the gap for a time that the clocks of %s skip',
  (zone, date, time, first, instant) => {
    const recurrence = { time, everyWeeks: 1, daysAhead: 7, nextDate: date }
    expect(timeOnDate(date, recurrence, zone)).toBe(first)
    expect(instantAt(date, recurrence.time, zone)).toEqual(new Date(instant))
  },
)

test.each([
  ['Europe/London', '2026-10-25', '01:30', '2026-10-25T00:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45:00Z'],
  ['America/Edmonton', '2025-11-02', '01:30', '2025-11-02T07:30:00Z'],
])('uses the first occurrence of a repeated time in %s', (zone, date, time, instant) => {
  expect(instantAt(date, time, zone)).toEqual(new Date(instant))
})

test('is played every other week across the end of a year', () => {
  const recurrence = { time: '08:12', everyWeeks: 2, daysAhead: 7, nextDate: '2026-12-05' }
  const now = new Date('2026-12-01T12:00:00Z')
  expect(upcomingDates(recurrence, 'America/Edmonton', now, 4)).toEqual([
    '2026-12-05',
    '2026-12-19',
    '2027-01-02',
    '2027-01-16',
  ])
})

test('after downtime, leaves out past dates and posts upcoming ones', () => {
  const recurrence = { time: '08:12', everyWeeks: 1, daysAhead: 14, nextDate: '2026-06-06' }
  // It is noon on a Saturday, so that day's tee time has begun.
  const now = new Date('2026-06-20T18:00:00Z')
  expect(datesDue(recurrence, 'America/Edmonton', now)).toEqual({
    due: ['2026-06-27', '2026-07-04'],
    next: '2026-07-11',
  })
})
