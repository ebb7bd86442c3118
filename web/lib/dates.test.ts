import { expect, test } from 'vitest'
import { dateIn, daysAfter, fromCalendarDay, shortDate, shortTime, toCalendarDay } from './dates.ts'

test.each([
  ['2026-05-30', 'Sat, May 30'],
  ['2026-01-01', 'Thu, Jan 1'],
  ['2028-02-29', 'Tue, Feb 29'],
  ['2026-12-31', 'Thu, Dec 31'],
])('%s reads %s', (date, shown) => {
  expect(shortDate(date)).toBe(shown)
})

test.each([
  ['00:00', '12:00 AM'],
  ['00:05', '12:05 AM'],
  ['08:12', '8:12 AM'],
  ['11:59', '11:59 AM'],
  ['12:00', '12:00 PM'],
  ['13:30', '1:30 PM'],
  ['23:59', '11:59 PM'],
])('%s reads %s', (time, shown) => {
  expect(shortTime(time)).toBe(shown)
})

test("today is the course's today", () => {
  const now = new Date('2026-05-31T03:00:00Z')
  expect(dateIn('America/Edmonton', now)).toBe('2026-05-30')
  expect(dateIn('Pacific/Auckland', now)).toBe('2026-05-31')
})

test('days are counted on the calendar', () => {
  expect(daysAfter('2026-02-28', 1)).toBe('2026-03-01')
  expect(daysAfter('2026-05-30', 731)).toBe('2028-05-30')
})

test('a calendar widget gives back the date it was given', () => {
  for (const date of ['2026-03-08', '2026-11-01', '2026-05-30', '2028-02-29']) {
    expect(fromCalendarDay(toCalendarDay(date))).toBe(date)
  }
})
