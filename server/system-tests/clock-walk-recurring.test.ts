// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecurringTeeTime } from '../../contract/recurring-tee-times.ts'
import {
  type ClockWalk,
  type Moment,
  startClockWalk,
  type WalkEvent,
} from './testing/clock-walk.ts'

let walk: ClockWalk

beforeAll(async () => {
  walk = await startClockWalk()
})
afterAll(() => walk.close())

interface Change {
  readonly zone: string
  readonly utcOffsets: readonly [before: string, after: string]
  readonly begins: string
  /** Five Sundays in a row. The clocks change in the early hours of the third. */
  readonly sundays: readonly [string, string, string, string, string]
  /** The Thursdays ten and three days before the third Sunday, and four and eleven days after it. */
  readonly thursdays: readonly [string, string, string, string]
  /** `time` is skipped or repeated on the third Sunday. `played` and `at` are the tee-off on that Sunday. */
  readonly night: { readonly time: string; readonly played: string; readonly at: Moment }
  readonly posted: Moment
  /** Ten elapsed minutes after `posted`. */
  readonly notifiedOthers: Moment
}

// Edmonton's dates are in 2025, because in Node's time-zone data its clocks do not change after March 2026.
const CHANGES: readonly Change[] = [
  {
    zone: 'America/Edmonton',
    utcOffsets: ['-07:00', '-06:00'],
    begins: '2025-02-22',
    sundays: ['2025-02-23', '2025-03-02', '2025-03-09', '2025-03-16', '2025-03-23'],
    thursdays: ['2025-02-27', '2025-03-06', '2025-03-13', '2025-03-20'],
    // 2:00 becomes 3:00.
    night: { time: '02:30', played: '03:00', at: '2025-03-09T03:00-06:00' },
    posted: '2025-03-09T01:55-07:00',
    notifiedOthers: '2025-03-09T03:05-06:00',
  },
  {
    zone: 'America/Edmonton',
    utcOffsets: ['-06:00', '-07:00'],
    begins: '2025-10-18',
    sundays: ['2025-10-19', '2025-10-26', '2025-11-02', '2025-11-09', '2025-11-16'],
    thursdays: ['2025-10-23', '2025-10-30', '2025-11-06', '2025-11-13'],
    // 2:00 becomes 1:00. Tee-off is at the first 1:30.
    night: { time: '01:30', played: '01:30', at: '2025-11-02T01:30-06:00' },
    posted: '2025-11-02T01:55-06:00',
    notifiedOthers: '2025-11-02T01:05-07:00',
  },
  {
    zone: 'Europe/London',
    utcOffsets: ['+00:00', '+01:00'],
    begins: '2027-03-13',
    sundays: ['2027-03-14', '2027-03-21', '2027-03-28', '2027-04-04', '2027-04-11'],
    thursdays: ['2027-03-18', '2027-03-25', '2027-04-01', '2027-04-08'],
    // 1:00 becomes 2:00.
    night: { time: '01:30', played: '02:00', at: '2027-03-28T02:00+01:00' },
    posted: '2027-03-28T00:55+00:00',
    notifiedOthers: '2027-03-28T02:05+01:00',
  },
  {
    zone: 'Europe/London',
    utcOffsets: ['+01:00', '+00:00'],
    begins: '2026-10-10',
    sundays: ['2026-10-11', '2026-10-18', '2026-10-25', '2026-11-01', '2026-11-08'],
    thursdays: ['2026-10-15', '2026-10-22', '2026-10-29', '2026-11-05'],
    // 2:00 becomes 1:00.
    night: { time: '01:30', played: '01:30', at: '2026-10-25T01:30+01:00' },
    posted: '2026-10-25T01:55+01:00',
    notifiedOthers: '2026-10-25T01:05+00:00',
  },
  {
    zone: 'Australia/Lord_Howe',
    utcOffsets: ['+11:00', '+10:30'],
    begins: '2026-03-21',
    sundays: ['2026-03-22', '2026-03-29', '2026-04-05', '2026-04-12', '2026-04-19'],
    thursdays: ['2026-03-26', '2026-04-02', '2026-04-09', '2026-04-16'],
    // 2:00 becomes 1:30: the clocks change by half an hour.
    night: { time: '01:45', played: '01:45', at: '2026-04-05T01:45+11:00' },
    posted: '2026-04-05T01:55+11:00',
    notifiedOthers: '2026-04-05T01:35+10:30',
  },
  {
    zone: 'Australia/Lord_Howe',
    utcOffsets: ['+10:30', '+11:00'],
    begins: '2027-09-18',
    sundays: ['2027-09-19', '2027-09-26', '2027-10-03', '2027-10-10', '2027-10-17'],
    thursdays: ['2027-09-23', '2027-09-30', '2027-10-07', '2027-10-14'],
    // 2:00 becomes 2:30.
    night: { time: '02:15', played: '02:30', at: '2027-10-03T02:30+11:00' },
    posted: '2027-10-03T01:55+10:30',
    notifiedOthers: '2027-10-03T02:35+11:00',
  },
]

const FACTS_SQL = `
  select 'tee time ' || t.id as id, g.name as story,
    t.date || ' ' || t.time || ' is ' ||
      to_char(t.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as what
  from tee_times t join groups g on g.id = t.group_id order by t.id`

test.each(CHANGES)('$zone: recurring tee times and alerts around $night.at', async (change) => {
  const { zone, begins, sundays, thursdays, night } = change
  const [first, second, sunday, fourth, fifth] = sundays
  const [earlyThursday, skippedThursday, lateThursday, endedThursday] = thursdays
  const [offsetBefore, offsetAfter] = change.utcOffsets
  const before = (date: string, time: string): Moment => `${date}T${time}${offsetBefore}`
  const after = (date: string, time: string): Moment => `${date}T${time}${offsetAfter}`
  await walk.beginAt(before(begins, '10:00'))

  async function createRecurring(
    name: string,
    time: string,
    everyWeeks: number,
    daysAhead: number,
  ) {
    const group = await walk.group(name, zone)
    await walk.member(group, 'Ann')
    const path = `/api/groups/${group.id}/standing-times`
    const { body } = await walk.tap(group.owner, path, {
      course: 'Shaganappi Point',
      date: first,
      time,
      maxPlayers: 4,
      joinAsPlayer: false,
      everyWeeks,
      daysAhead,
    })
    const { id } = (body as { recurringTeeTime: RecurringTeeTime }).recurringTeeTime
    return { owner: group.owner, path: `${path}/${id}` }
  }
  await createRecurring('weekly', '08:12', 1, 7)
  await createRecurring('fortnightly', '09:40', 2, 10)
  await createRecurring('night', night.time, 1, 7)
  const recurring = await createRecurring('skipped', '10:00', 1, 3)

  const group = await walk.group('saved alert', zone)
  const quietHours = ['00:00', '00:00'] as const
  const ann = await walk.member(group, 'Ann', { quietHours })
  await walk.member(group, 'Bob', { quietHours })
  await walk.tap(ann, `/api/groups/${group.id}/my-wishes`, { days: [7], notAfter: '10:00' })

  const posted = (at: Moment, date: string, time: string, is: Moment): WalkEvent[] => [
    [at, `${date} ${time} is ${is}`],
    [at, 'Ann: posted'],
  ]
  const weekly = (at: Moment, date: string, is: Moment) => posted(at, date, '08:12', is)
  const expected: Record<string, WalkEvent[]> = {
    weekly: [
      ...weekly(before(first, '08:12'), second, before(second, '08:12')),
      ...weekly(before(second, '08:12'), sunday, after(sunday, '08:12')),
      ...weekly(after(sunday, '08:12'), fourth, after(fourth, '08:12')),
      ...weekly(after(fourth, '08:12'), fifth, after(fifth, '08:12')),
    ],
    fortnightly: [
      ...posted(before(earlyThursday, '09:40'), sunday, '09:40', after(sunday, '09:40')),
      ...posted(after(lateThursday, '09:40'), fifth, '09:40', after(fifth, '09:40')),
    ],
    // Each tee time is posted a week ahead, in Ann's quiet hours. She is notified when they end, at 8:00.
    night: [
      [before(first, night.time), `${second} ${night.time} is ${before(second, night.time)}`],
      [before(first, '08:00'), 'Ann: posted'],
      [before(second, night.time), `${sunday} ${night.played} is ${night.at}`],
      [before(second, '08:00'), 'Ann: posted'],
      [night.at, `${fourth} ${night.time} is ${after(fourth, night.time)}`],
      [after(sunday, '08:00'), 'Ann: posted'],
      [after(fourth, night.time), `${fifth} ${night.time} is ${after(fifth, night.time)}`],
      [after(fourth, '08:00'), 'Ann: posted'],
    ],
    // The owner skips the third Sunday, and ends the recurring tee time before the fifth.
    skipped: [
      ...posted(before(earlyThursday, '10:00'), second, '10:00', before(second, '10:00')),
      ...posted(after(lateThursday, '10:00'), fourth, '10:00', after(fourth, '10:00')),
    ],
    'saved alert': [
      ...posted(change.posted, fourth, '08:12', after(fourth, '08:12')),
      [change.notifiedOthers, 'Bob: posted'],
    ],
  }
  const events = await walk.walk({
    from: before(begins, '10:00'),
    to: after(endedThursday, '12:00'),
    timeZone: zone,
    actions: [
      [change.posted, () => walk.teeTime(group, { date: fourth, time: '08:12' })],
      [
        before(second, '12:00'),
        () => walk.tap(recurring.owner, `${recurring.path}/skip`, { date: sunday }),
      ],
      [
        after(fourth, '12:00'),
        () => walk.app.phone(recurring.owner.session).delete(recurring.path),
      ],
    ],
    expected,
    marks: [before(skippedThursday, '10:00'), after(endedThursday, '10:00')],
    factsSql: FACTS_SQL,
    stride: 12 * 60,
  })
  expect(events).toEqual(expected)
})
