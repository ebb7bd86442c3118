import { expect, test } from 'vitest'
import { defaultEnd, describeNextStep, reservationForm, SOMEBODY_ELSE } from './ReserveSpot.tsx'

const ZONE = 'America/Edmonton'
const NOON = new Date('2026-05-29T18:00:00Z')
const FIVE_FORTY = new Date('2026-05-29T23:40:00Z')

test.each([
  ['this evening', '2026-05-30 08:12', NOON, '2026-05-29 18:00'],
  ['an hour before tee-off if that is earlier', '2026-05-29 18:30', NOON, '2026-05-29 17:30'],
  [
    'an hour before tee-off if the evening has begun',
    '2026-05-31 08:12',
    '2026-05-30T00:00:00Z',
    '2026-05-31 07:12',
  ],
  [
    'the day before if tee-off is right after midnight',
    '2026-05-30 00:30',
    '2026-05-30T01:00:00Z',
    '2026-05-29 23:30',
  ],
  ['tee-off in its last hour', '2026-05-29 12:40', NOON, '2026-05-29 12:40'],
  [
    'tee-off in its last hour, even if this evening is earlier',
    '2026-05-29 18:30',
    FIVE_FORTY,
    '2026-05-29 18:30',
  ],
  ['tee-off if it is an hour away', '2026-05-29 13:00', NOON, '2026-05-29 13:00'],
])('suggests a reservation until %s', (_when, teeOff, now, until) => {
  const [date = '', time = ''] = teeOff.split(' ')
  const end = defaultEnd({ date, time }, ZONE, new Date(now))
  expect(`${end.date} ${end.time}`).toBe(until)
})

const filledForm = { who: '7', name: '', date: '2026-05-29', time: '18:00' }

test('sends a member by id and anyone else by name', () => {
  const end = { date: '2026-05-29', time: '18:00' }
  expect(reservationForm.parse(filledForm)).toEqual({ forGolferId: 7, ...end })
  const byName = { ...filledForm, who: SOMEBODY_ELSE, name: ' Dave ' }
  expect(reservationForm.parse(byName)).toEqual({ name: 'Dave', ...end })
})

test.each([
  [{ who: '' }, 'who', 'Pick a golfer'],
  [{ who: SOMEBODY_ELSE, name: ' ' }, 'name', 'A name is required'],
  [{ date: '' }, 'date', 'Pick a date'],
  [{ time: '' }, 'time', 'Pick a time'],
])('refuses a form with %j', (wrong, field, message) => {
  const parsed = reservationForm.safeParse({ ...filledForm, ...wrong })
  expect(parsed.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    [field, message],
  ])
  expect(reservationForm.safeParse(filledForm).success).toBe(true)
})

test.each([
  ['a member', 7, true, "We'll let them know. If they don't claim it in time, someone else can."],
  [
    'someone else, whom the golfer can bring',
    undefined,
    true,
    'Add them as your guest before the time is up, or someone else can take the spot.',
  ],
  [
    'someone else, whom the golfer cannot bring',
    undefined,
    false,
    'When the time is up, someone else can take the spot.',
  ],
] as const)(
  'says what happens next after reserving a spot for %s',
  (_, golferId, canBring, next) => {
    expect(describeNextStep(golferId, canBring)).toBe(next)
  },
)
