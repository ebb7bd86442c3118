import { describe, expect, test } from 'vitest'
import { describeCalendar } from './describe-calendar.ts'
import { readCalendar } from './testing/read-calendar.ts'
import { ANN, BOB, CY, HOSTILE, OPTIONS, roundOf } from './testing/rounds.ts'

/** Splits a calendar into lines and joins folded ones (RFC 5545, 3.1). */
const linesOf = (calendar: string) => calendar.replace(/\r\n[ \t]/g, '').split('\r\n')

test('writes a round as a calendar file', () => {
  expect(linesOf(describeCalendar([roundOf()], OPTIONS))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fourball//Tee times//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:tee-time-70@golf.example',
    'SEQUENCE:3',
    'DTSTAMP:20260529T200000Z',
    'DTSTART:20260530T141200Z',
    'DTEND:20260530T184200Z',
    'SUMMARY:Golf: Shaganappi Point',
    'LOCATION:Shaganappi Point',
    'DESCRIPTION:With Ann Lee\\nSaturday Stampede #7',
    'URL;VALUE=URI:https://golf.example/stampede?t=7',
    'STATUS:CONFIRMED',
    'LAST-MODIFIED:20260528T183000Z',
    'END:VEVENT',
    'END:VCALENDAR',
  ])
})

test.each([
  [[ANN, CY], 2, 'With Ann Lee and 2 guests'],
  [[CY], 1, 'With 1 guest'],
  [[CY], 0, 'Saturday Stampede #7'],
])('counts the other players and guests', (players, guests, first) => {
  const [event] = readCalendar(describeCalendar([roundOf({ players, guests })], OPTIONS))
  expect(event?.description?.split('\n')[0]).toBe(first)
})

test('writes the same feed until something changes, with a refresh interval', () => {
  const feed = describeCalendar([roundOf()], OPTIONS, 'feed')
  expect(describeCalendar([roundOf()], { ...OPTIONS, now: new Date() }, 'feed')).toBe(feed)
  const lines = linesOf(feed)
  expect(lines).toContain('DTSTAMP:20260528T183000Z')
  expect(lines).toContain('X-WR-CALNAME:Fourball')
  expect(lines).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H')
  expect(lines.filter((line) => line.startsWith('METHOD'))).toEqual([])
})

test('writes a valid calendar for an empty feed', () => {
  expect(readCalendar(describeCalendar([], OPTIONS, 'feed'))).toEqual([])
})

test('removes a canceled round from the calendar', () => {
  const cancelled = roundOf({ version: 4, cancelledAt: new Date('2026-05-29T19:00:00Z') })
  const lines = linesOf(describeCalendar([cancelled], OPTIONS))
  expect(lines).toContain('UID:tee-time-70@golf.example')
  expect(lines).toContain('SEQUENCE:4')
  expect(lines).toContain('STATUS:CANCELLED')
  expect(lines).toContain('SUMMARY:Cancelled: Golf: Shaganappi Point')
})

describe.each(HOSTILE)('%j typed by someone', (hostile) => {
  const hostileRound = roundOf({
    course: hostile,
    notes: hostile,
    groupName: hostile,
    players: [{ id: 9, name: hostile }, CY],
  })
  const ordinaryRound = roundOf({ notes: 'Two carts booked' })

  test('does not start a new line', () => {
    const names = (calendar: string) => linesOf(calendar).map((line) => line.split(/[:;]/)[0])
    expect(names(describeCalendar([hostileRound], OPTIONS))).toEqual(
      names(describeCalendar([ordinaryRound], OPTIONS)),
    )
  })

  test('appears as text in the same number of lines', () => {
    const [event] = readCalendar(describeCalendar([hostileRound], OPTIONS))
    expect(event?.summary.startsWith('Golf: ')).toBe(true)
    expect(event?.description.split('\n')).toHaveLength(3)
    expect(`${event?.summary}${event?.description}`).not.toMatch(/:\/\/evil|@evil|evil[.．。․]ex/)
  })
})

test('limits lines to 75 octets without splitting a character', () => {
  const long = '⛳️ Čeněk’s Öland 三宅 🏌🏽‍♀️ '.repeat(12).slice(0, 100)
  const round = roundOf({ course: long, notes: 'ÄÖÜ äöü ß — '.repeat(40).trim() })
  const file = describeCalendar([round], OPTIONS)
  for (const line of file.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/\n|\r/)
    expect(line.isWellFormed()).toBe(true)
  }
  const [event] = readCalendar(file)
  expect(event?.location).toBe(long.replace(/\s+/g, ' ').trim())
  expect(event?.description).toContain(round.notes)
})

test("names all players except the calendar's owner", () => {
  const [event] = readCalendar(describeCalendar([roundOf({ players: [ANN, BOB, CY] })], OPTIONS))
  expect(event?.description).toBe('With Ann Lee and Bob Hill\nSaturday Stampede #7')
  const [alone] = readCalendar(describeCalendar([roundOf({ players: [CY] })], OPTIONS))
  expect(alone?.description).toBe('Saturday Stampede #7')
})
