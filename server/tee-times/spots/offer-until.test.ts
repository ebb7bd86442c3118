import { expect, test } from 'vitest'
import { DEFAULT_QUIET_HOURS } from '../../../contract/preferences.ts'
import { computeOfferEnd } from './offer-until.ts'

const golferIn = (
  timeZone: string,
  quietHours = DEFAULT_QUIET_HOURS as { from: string; to: string },
) => ({
  timeZone,
  quietHours,
})
const offerEnd = (now: string, startsAt: string, golfer = golferIn('UTC')) =>
  computeOfferEnd(new Date(now), new Date(startsAt), golfer).toISOString()

test.each([
  [
    'more than a day ahead',
    '2026-06-01T12:00:00Z',
    '2026-06-02T12:00:01Z',
    '2026-06-01T14:00:00.000Z',
  ],
  ['a day ahead', '2026-06-01T12:00:00Z', '2026-06-02T12:00:00Z', '2026-06-01T12:30:00.000Z'],
  [
    'just over three hours ahead',
    '2026-06-01T12:00:00Z',
    '2026-06-01T15:00:01Z',
    '2026-06-01T12:30:00.000Z',
  ],
  ['three hours ahead', '2026-06-01T12:00:00Z', '2026-06-01T15:00:00Z', '2026-06-01T12:10:00.000Z'],
  [
    'a few minutes ahead',
    '2026-06-01T12:00:00Z',
    '2026-06-01T12:04:00Z',
    '2026-06-01T12:04:00.000Z',
  ],
])('computes the end of an offer when tee-off is %s', (_what, now, startsAt, expected) => {
  expect(offerEnd(now, startsAt)).toBe(expected)
})

test.each([
  [
    'made in quiet hours, counts from their end',
    '2026-06-01T23:30:00Z',
    '2026-06-05T12:00:00Z',
    '2026-06-02T10:00:00.000Z',
  ],
  [
    'runs into quiet hours, continues after them',
    '2026-06-01T20:15:00Z',
    '2026-06-05T12:00:00Z',
    '2026-06-02T09:15:00.000Z',
  ],
  [
    'ends exactly when quiet hours begin',
    '2026-06-01T19:00:00Z',
    '2026-06-05T12:00:00Z',
    '2026-06-01T21:00:00.000Z',
  ],
  [
    'made at night, half a day and a minute before tee-off, pauses',
    '2026-06-01T22:00:00Z',
    '2026-06-02T10:01:00Z',
    '2026-06-02T08:30:00.000Z',
  ],
  [
    'made at night, half a day before tee-off, does not pause',
    '2026-06-01T22:00:00Z',
    '2026-06-02T10:00:00Z',
    '2026-06-01T22:30:00.000Z',
  ],
])('computes the end of an offer with quiet hours: %s', (_what, now, startsAt, expected) => {
  expect(offerEnd(now, startsAt)).toBe(expected)
})

test('does not pause if quiet hours begin and end at the same time', () => {
  const always = golferIn('UTC', { from: '08:00', to: '08:00' })
  expect(offerEnd('2026-06-01T23:30:00Z', '2026-06-05T12:00:00Z', always)).toBe(
    '2026-06-02T01:30:00.000Z',
  )
})

// The cases for Edmonton are from 2025: according to newer zone data, its clocks no longer change.
test.each([
  ['America/Edmonton', 'forward', '2025-03-09T03:15:00Z', '2025-03-09T15:15:00.000Z'],
  ['America/Edmonton', 'back', '2025-11-02T02:15:00Z', '2025-11-02T16:15:00.000Z'],
  ['Europe/London', 'forward', '2026-03-28T20:15:00Z', '2026-03-29T08:15:00.000Z'],
  ['Europe/London', 'back', '2026-10-24T19:15:00Z', '2026-10-25T09:15:00.000Z'],
  ['Australia/Lord_Howe', 'forward', '2026-10-03T09:45:00Z', '2026-10-03T22:15:00.000Z'],
  ['Australia/Lord_Howe', 'back', '2026-04-04T09:15:00Z', '2026-04-04T22:45:00.000Z'],
])(
  'in %s, on the night the clocks go %s, counts the rest of two hours from 8:00',
  (zone, _way, now, expected) => {
    expect(offerEnd(now, '2027-06-05T12:00:00Z', golferIn(zone))).toBe(expected)
  },
)

test('pauses on the night after one on which the clocks skipped the start of quiet hours', () => {
  const ann = golferIn('America/Nuuk', { from: '23:00', to: '07:00' })
  // 22:30 local time.
  expect(offerEnd('2027-03-28T23:30:00Z', '2027-06-05T12:00:00Z', ann)).toBe(
    '2027-03-29T09:30:00.000Z',
  )
})
