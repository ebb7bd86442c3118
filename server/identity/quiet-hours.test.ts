import { expect, test } from 'vitest'
import { type QuietHours, quietUntil } from './quiet-hours.ts'

const NIGHT: QuietHours = { from: '21:00', to: '08:00' }

const quietEnd = (now: string, hours: QuietHours, zone: string) =>
  quietUntil(new Date(now), hours, zone)?.toISOString()

test.each<[string, string, QuietHours, string, string | undefined]>([
  ['by day', '2026-06-01T18:00:00Z', NIGHT, 'America/Edmonton', undefined],
  ['a second before nine', '2026-06-02T02:59:59Z', NIGHT, 'America/Edmonton', undefined],
  ['at nine', '2026-06-02T03:00:00Z', NIGHT, 'America/Edmonton', '2026-06-02T14:00:00.000Z'],
  ['past midnight', '2026-06-02T09:30:15Z', NIGHT, 'America/Edmonton', '2026-06-02T14:00:00.000Z'],
  [
    'the last second of the night',
    '2026-06-02T13:59:59Z',
    NIGHT,
    'America/Edmonton',
    '2026-06-02T14:00:00.000Z',
  ],
  ['at eight', '2026-06-02T14:00:00Z', NIGHT, 'America/Edmonton', undefined],
  [
    'quiet hours within a day',
    '2026-06-01T11:30:00Z',
    { from: '12:00', to: '13:00' },
    'Europe/London',
    '2026-06-01T12:00:00.000Z',
  ],
  [
    'no quiet hours',
    '2026-06-01T11:30:00Z',
    { from: '12:30', to: '12:30' },
    'Europe/London',
    undefined,
  ],
  [
    'all day but one minute',
    '2026-06-01T11:00:00Z',
    { from: '12:00', to: '11:59' },
    'Europe/London',
    '2026-06-02T10:59:00.000Z',
  ],
  // London's clocks go forward at 01:00Z on March 29, and back at 01:00Z on October 25.
  [
    'a night that is one hour shorter',
    '2026-03-28T22:00:00Z',
    NIGHT,
    'Europe/London',
    '2026-03-29T07:00:00.000Z',
  ],
  [
    'a night that is one hour longer',
    '2026-10-24T21:00:00Z',
    NIGHT,
    'Europe/London',
    '2026-10-25T08:00:00.000Z',
  ],
  [
    'an end that the clocks skip',
    '2026-03-29T00:10:00Z',
    { from: '21:00', to: '01:30' },
    'Europe/London',
    '2026-03-29T01:00:00.000Z',
  ],
  [
    'the first of two ends',
    '2026-10-25T00:10:00Z',
    { from: '21:00', to: '01:30' },
    'Europe/London',
    '2026-10-25T00:30:00.000Z',
  ],
  [
    'between both ends, no longer quiet',
    '2026-10-25T00:40:00Z',
    { from: '21:00', to: '01:30' },
    'Europe/London',
    undefined,
  ],
  [
    'quiet again',
    '2026-10-25T01:00:00Z',
    { from: '21:00', to: '01:30' },
    'Europe/London',
    '2026-10-25T01:30:00.000Z',
  ],
  [
    'quiet hours that the clocks skip entirely',
    '2026-03-29T01:00:00Z',
    { from: '01:00', to: '02:00' },
    'Europe/London',
    undefined,
  ],
  [
    'an hour that happens twice',
    '2026-10-25T00:00:00Z',
    { from: '01:00', to: '02:00' },
    'Europe/London',
    '2026-10-25T02:00:00.000Z',
  ],
  // Lord Howe Island moves its clocks by half an hour: back at 15:00Z on April 4, forward at 15:30Z on
  // October 3.
  [
    'half an hour longer',
    '2026-04-04T12:00:00Z',
    NIGHT,
    'Australia/Lord_Howe',
    '2026-04-04T21:30:00.000Z',
  ],
  [
    'half an hour shorter',
    '2026-10-03T12:00:00Z',
    NIGHT,
    'Australia/Lord_Howe',
    '2026-10-03T21:00:00.000Z',
  ],
  [
    'skipped by half an hour',
    '2026-10-03T15:10:00Z',
    { from: '21:00', to: '02:15' },
    'Australia/Lord_Howe',
    '2026-10-03T15:30:00.000Z',
  ],
])('quiet hours: %s', (_, now, hours, zone, expected) => {
  expect(quietEnd(now, hours, zone)).toBe(expected)
})

/**
 * Returns a function that formats an instant as local `HH:MM`. Uses Intl, because the code under test uses
 * Temporal.
 */
function wallClockFormatter(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (at) => format.format(at)
}

const MINUTE_MS = 60_000

// In this Node's time-zone data, Alberta's clocks change for the last time in March 2026. Under the old
// rules, they would also have changed in the test that starts in October 2026.
test.each([
  ['America/Edmonton', '2026-03-07T12:00:00Z'],
  ['America/Edmonton', '2026-10-31T12:00:00Z'],
  ['America/Edmonton', '2025-11-01T12:00:00Z'],
  ['Europe/London', '2026-03-28T12:00:00Z'],
  ['Europe/London', '2026-10-24T12:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T02:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T02:00:00Z'],
])('checks each minute of two days in %s from %s', (zone, start) => {
  const wallClock = wallClockFormatter(zone)
  const firstMinute = Date.parse(start)
  const minutes = Array.from({ length: 2 * 24 * 60 }, (_, index) => firstMinute + index * MINUTE_MS)
  const localTimes = minutes.map(wallClock)
  for (const hours of [NIGHT, { from: '01:45', to: '02:10' }, { from: '23:00', to: '01:30' }]) {
    const quietFlags = localTimes.map((time) =>
      hours.from <= hours.to
        ? hours.from <= time && time < hours.to
        : hours.from <= time || time < hours.to,
    )
    let end: number | undefined
    for (let index = minutes.length - 1; index >= 0; index -= 1) {
      if (!quietFlags[index]) end = minutes[index]
      else if (end === undefined) continue
      const expected = quietFlags[index] ? end : undefined
      const answer = quietUntil(new Date(minutes[index] ?? 0), hours, zone)?.getTime()
      if (answer !== expected)
        expect([localTimes[index], answer]).toEqual([localTimes[index], expected])
    }
  }
})
