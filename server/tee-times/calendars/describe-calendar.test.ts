import { describe, expect, test } from 'vitest'
import { describeCalendar } from './describe-calendar.ts'
import { readCalendar } from './testing/read-calendar.ts'
import { ANN, BOB, CY, HOSTILE, OWNER, roundOf } from './testing/rounds.ts'

/** Splits a calendar into lines and joins folded ones (RFC 5545, 3.1). */
const linesOf = (calendar: string) => calendar.replace(/\r\n[ \t]/g, '').split('\r\n')

test('writes a round as a calendar file', () => {
  expect(linesOf(describeCalendar([roundOf()], OWNER))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fourball//Tee times//EN',
    'METHOD:PUBLISH',
    'BEGIN:VTIMEZONE',
    'TZID:America/Edmonton',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:-0600',
    'TZOFFSETTO:-0600',
    'TZNAME:MDT',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:tee-time-70@golf.example',
    'SEQUENCE:3',
    'DTSTAMP:20260529T200000Z',
    'DTSTART;TZID=America/Edmonton:20260530T081200',
    'DTEND;TZID=America/Edmonton:20260530T124200',
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
  const [event] = readCalendar(describeCalendar([roundOf({ players, guests })], OWNER))
  expect(event?.description?.split('\n')[0]).toBe(first)
})

test('writes the same feed until something changes, with a refresh interval', () => {
  const feed = describeCalendar([roundOf()], OWNER, 'feed')
  expect(describeCalendar([roundOf()], { ...OWNER, now: new Date() }, 'feed')).toBe(feed)
  const lines = linesOf(feed)
  expect(lines).toContain('DTSTAMP:20260528T183000Z')
  expect(lines).toContain('X-WR-CALNAME:Fourball')
  expect(lines).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H')
  expect(lines.filter((line) => line.startsWith('METHOD'))).toEqual([])
})

test('writes a valid calendar for an empty feed', () => {
  expect(readCalendar(describeCalendar([], OWNER, 'feed'))).toEqual([])
})

test('removes a canceled round from the calendar', () => {
  const cancelled = roundOf({ version: 4, cancelledAt: new Date('2026-05-29T19:00:00Z') })
  const lines = linesOf(describeCalendar([cancelled], OWNER))
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
    expect(names(describeCalendar([hostileRound], OWNER))).toEqual(
      names(describeCalendar([ordinaryRound], OWNER)),
    )
  })

  test('appears as text in the same number of lines', () => {
    const [event] = readCalendar(describeCalendar([hostileRound], OWNER))
    expect(event?.summary.startsWith('Golf: ')).toBe(true)
    expect(event?.description.split('\n')).toHaveLength(3)
    expect(`${event?.summary}${event?.description}`).not.toMatch(/:\/\/evil|@evil|evil[.．。․]ex/)
  })
})

test('limits lines to 75 octets without splitting a character', () => {
  const long = '⛳️ Čeněk’s Öland 三宅 🏌🏽‍♀️ '.repeat(12).slice(0, 100)
  const round = roundOf({ course: long, notes: 'ÄÖÜ äöü ß — '.repeat(40).trim() })
  const file = describeCalendar([round], OWNER)
  for (const line of file.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toMatch(/\n|\r/)
    expect(line.isWellFormed()).toBe(true)
  }
  const [event] = readCalendar(file)
  expect(event?.location).toBe(long.replace(/\s+/g, ' ').trim())
  expect(event?.description).toContain(round.notes)
})

describe('local time and instant', () => {
  const DAYS = ['2025-03-08', '2025-03-09', '2025-03-10', '2025-11-01', '2025-11-02', '2025-11-03']
  const EUROPE = [
    '2026-03-28',
    '2026-03-29',
    '2026-03-30',
    '2026-10-24',
    '2026-10-25',
    '2027-10-31',
  ]
  const SOUTH = ['2026-04-04', '2026-04-05', '2026-04-06', '2026-10-03', '2026-10-04', '2027-10-03']
  const rounds = (zone: string, dates: readonly string[]) =>
    dates.map((date, index) => roundOf({ id: index + 1, date, zone }))

  test.each([
    ['America/Edmonton', DAYS],
    ['America/Edmonton', ['2026-03-07', '2026-03-08', '2026-11-01', '2027-01-15']],
    ['Europe/London', EUROPE],
    ['Europe/Dublin', EUROPE],
    ['Australia/Lord_Howe', SOUTH],
    ['Africa/Casablanca', ['2026-02-14', '2026-02-15', '2026-03-22', '2026-12-01']],
    ['Asia/Kathmandu', ['2026-05-30']],
    ['America/Santiago', ['2026-04-04', '2026-04-05', '2026-09-06', '2027-04-04']],
    ['UTC', ['2026-05-30']],
  ])('match in %s over %j, in both parsers', (zone, dates) => {
    const events = readCalendar(describeCalendar(rounds(zone, dates), OWNER))
    expect(events.map(({ start }) => start.toISOString())).toEqual(
      rounds(zone, dates).map(({ startsAt }) => startsAt.toISOString()),
    )
  })

  test.each([
    ['America/Edmonton', DAYS],
    ['Europe/London', EUROPE],
    ['Australia/Lord_Howe', SOUTH],
  ])('uses local time in %s with one rule each for standard and daylight time', (zone, dates) => {
    const lines = linesOf(describeCalendar(rounds(zone, dates), OWNER))
    for (const date of dates) {
      expect(lines).toContain(`DTSTART;TZID=${zone}:${date.replaceAll('-', '')}T081200`)
    }
    // Outlook accepts time zones in no other form.
    expect(lines.filter((line) => line === 'BEGIN:STANDARD')).toHaveLength(1)
    expect(lines.filter((line) => line === 'BEGIN:DAYLIGHT')).toHaveLength(1)
    expect(lines.filter((line) => line.startsWith('RRULE:FREQ=YEARLY;'))).toHaveLength(2)
  })

  test('uses UTC for rounds to which the rules of the latest round do not apply', () => {
    const lines = linesOf(
      describeCalendar(rounds('America/Edmonton', ['2026-03-07', '2026-03-09']), OWNER),
    )
    expect(lines).toContain('DTSTART:20260307T151200Z')
    expect(lines).toContain('DTSTART;TZID=America/Edmonton:20260309T081200')
  })

  test('match in every time zone, in both parsers', { tags: 'thorough' }, () => {
    const dates = ['2026-11-21', '2027-03-28', '2027-07-01', '2027-11-07', '2028-03-12']
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      const events = readCalendar(describeCalendar(rounds(zone, dates), OWNER))
      expect(
        events.map(({ start }) => start),
        zone,
      ).toEqual(rounds(zone, dates).map(({ startsAt }) => startsAt))
    }
  })

  test('puts rounds in several time zones into one feed, with each zone only once', () => {
    const feed = describeCalendar(
      [...rounds('Europe/London', EUROPE), ...rounds('America/Edmonton', ['2026-05-30'])],
      OWNER,
      'feed',
    )
    const zones = linesOf(feed).filter((line) => /^TZID:/.test(line))
    expect(zones).toEqual(['TZID:Europe/London', 'TZID:America/Edmonton'])
  })
})

test("names all players except the calendar's owner", () => {
  const [event] = readCalendar(describeCalendar([roundOf({ players: [ANN, BOB, CY] })], OWNER))
  expect(event?.description).toBe('With Ann Lee and Bob Hill\nSaturday Stampede #7')
  const [alone] = readCalendar(describeCalendar([roundOf({ players: [CY] })], OWNER))
  expect(alone?.description).toBe('Saturday Stampede #7')
})
