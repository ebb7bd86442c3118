import { expect, test } from 'vitest'
import {
  dateIn,
  daysAfter,
  describeMoment,
  formatAsOf,
  fromCalendarDay,
  mediumDate,
  monthAndYear,
  nameOfMonth,
  readableDate,
  shortTime,
  toCalendarDay,
} from './dates.ts'

test.each([
  ['2026-05-30', 'Sat, May 30'],
  ['2026-01-01', 'Thu, Jan 1'],
  ['2028-02-29', 'Tue, Feb 29'],
  ['2026-12-31', 'Thu, Dec 31'],
])('formats the date %s as %s', (date, shown) => {
  expect(readableDate(date)).toBe(shown)
})

test.each([
  ['00:00', '12:00 AM'],
  ['00:05', '12:05 AM'],
  ['08:12', '8:12 AM'],
  ['11:59', '11:59 AM'],
  ['12:00', '12:00 PM'],
  ['13:30', '1:30 PM'],
  ['23:59', '11:59 PM'],
])('formats the time %s as %s', (time, shown) => {
  expect(shortTime(time)).toBe(shown)
})

test('returns the date in a time zone', () => {
  const now = new Date('2026-05-31T03:00:00Z')
  expect(dateIn('America/Edmonton', now)).toBe('2026-05-30')
  expect(dateIn('Pacific/Auckland', now)).toBe('2026-05-31')
})

test('adds days across months and years', () => {
  expect(daysAfter('2026-02-28', 1)).toBe('2026-03-01')
  expect(daysAfter('2026-05-30', 731)).toBe('2028-05-30')
})

test('converts a date for a calendar widget and back', () => {
  for (const date of ['2026-03-08', '2026-11-01', '2026-05-30', '2028-02-29']) {
    expect(fromCalendarDay(toCalendarDay(date))).toBe(date)
  }
})

test('names a month the same in every time zone', () => {
  expect([nameOfMonth('2026-01'), monthAndYear('2025-12')]).toEqual(['Jan', 'Dec 2025'])
})

const NOW = new Date('2026-05-29T12:00:00Z')

test("shows a time in the group's time zone, with the day if it is not today", () => {
  expect(describeMoment('2026-05-29T20:30:00.000Z', 'America/Edmonton', NOW)).toBe('2:30 PM today')
  expect(describeMoment('2026-05-30T06:00:00.000Z', 'America/Edmonton', NOW)).toBe(
    'Sat, May 30, 12:00 AM',
  )
})

test("uses the phone's time zone when the group's is unknown", () => {
  expect(describeMoment('2026-05-29T12:15:00.000Z', undefined, NOW)).toBe('6:00 PM today')
})

test('shows when the content was loaded, with the day if it was not today', () => {
  const at = new Date(2026, 5, 6, 8, 12).getTime()
  expect(formatAsOf(at, new Date(2026, 5, 6, 9, 0).getTime())).toBe('8:12 AM')
  expect(formatAsOf(at, new Date(2026, 5, 7, 7, 0).getTime())).toBe('Jun 6, 8:12 AM')
})

test("shows a date in the group's time zone", () => {
  expect(mediumDate('2026-12-01T06:59:59Z', 'America/Denver')).toBe('Nov 30, 2026')
})
