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

interface ClockChange {
  readonly zone: string
  readonly utcOffsets: readonly [before: string, after: string]
  readonly startDate: string
  /** Five Sundays in a row. The clocks change in the early hours of the third. */
  readonly sundays: readonly [string, string, string, string, string]
  /** The Thursdays ten and three days before the third Sunday, and four and eleven days after it. */
  readonly thursdays: readonly [string, string, string, string]
  /**
   * `time` is skipped or repeated on the third Sunday. `actualTime` and `teeOffAt` are the tee-off on that
   * Sunday.
   */
  readonly night: { readonly time: string; readonly actualTime: string; readonly teeOffAt: Moment }
  readonly postedAt: Moment
  /** Ten elapsed minutes after `postedAt`. */
  readonly othersNotifiedAt: Moment
}

// Edmonton's dates are in 2025: in Node's time-zone data, Edmonton's clocks do not change after March 2026.
const CLOCK_CHANGES: readonly ClockChange[] = [
  {
    zone: 'America/Edmonton',
    utcOffsets: ['-07:00', '-06:00'],
    startDate: '2025-02-22',
    sundays: ['2025-02-23', '2025-03-02', '2025-03-09', '2025-03-16', '2025-03-23'],
    thursdays: ['2025-02-27', '2025-03-06', '2025-03-13', '2025-03-20'],
    // 2:00 becomes 3:00.
    night: { time: '02:30', actualTime: '03:00', teeOffAt: '2025-03-09T03:00-06:00' },
    postedAt: '2025-03-09T01:55-07:00',
    othersNotifiedAt: '2025-03-09T03:05-06:00',
  },
  {
    zone: 'America/Edmonton',
    utcOffsets: ['-06:00', '-07:00'],
    startDate: '2025-10-18',
    sundays: ['2025-10-19', '2025-10-26', '2025-11-02', '2025-11-09', '2025-11-16'],
    thursdays: ['2025-10-23', '2025-10-30', '2025-11-06', '2025-11-13'],
    // 2:00 becomes 1:00. Tee-off is at the first 1:30.
    night: { time: '01:30', actualTime: '01:30', teeOffAt: '2025-11-02T01:30-06:00' },
    postedAt: '2025-11-02T01:55-06:00',
    othersNotifiedAt: '2025-11-02T01:05-07:00',
  },
  {
    zone: 'Europe/London',
    utcOffsets: ['+00:00', '+01:00'],
    startDate: '2027-03-13',
    sundays: ['2027-03-14', '2027-03-21', '2027-03-28', '2027-04-04', '2027-04-11'],
    thursdays: ['2027-03-18', '2027-03-25', '2027-04-01', '2027-04-08'],
    // 1:00 becomes 2:00.
    night: { time: '01:30', actualTime: '02:00', teeOffAt: '2027-03-28T02:00+01:00' },
    postedAt: '2027-03-28T00:55+00:00',
    othersNotifiedAt: '2027-03-28T02:05+01:00',
  },
  {
    zone: 'Europe/London',
    utcOffsets: ['+01:00', '+00:00'],
    startDate: '2026-10-10',
    sundays: ['2026-10-11', '2026-10-18', '2026-10-25', '2026-11-01', '2026-11-08'],
    thursdays: ['2026-10-15', '2026-10-22', '2026-10-29', '2026-11-05'],
    // 2:00 becomes 1:00.
    night: { time: '01:30', actualTime: '01:30', teeOffAt: '2026-10-25T01:30+01:00' },
    postedAt: '2026-10-25T01:55+01:00',
    othersNotifiedAt: '2026-10-25T01:05+00:00',
  },
  {
    zone: 'Australia/Lord_Howe',
    utcOffsets: ['+11:00', '+10:30'],
    startDate: '2026-03-21',
    sundays: ['2026-03-22', '2026-03-29', '2026-04-05', '2026-04-12', '2026-04-19'],
    thursdays: ['2026-03-26', '2026-04-02', '2026-04-09', '2026-04-16'],
    // 2:00 becomes 1:30: the clocks change by half an hour.
    night: { time: '01:45', actualTime: '01:45', teeOffAt: '2026-04-05T01:45+11:00' },
    postedAt: '2026-04-05T01:55+11:00',
    othersNotifiedAt: '2026-04-05T01:35+10:30',
  },
  {
    zone: 'Australia/Lord_Howe',
    utcOffsets: ['+10:30', '+11:00'],
    startDate: '2027-09-18',
    sundays: ['2027-09-19', '2027-09-26', '2027-10-03', '2027-10-10', '2027-10-17'],
    thursdays: ['2027-09-23', '2027-09-30', '2027-10-07', '2027-10-14'],
    // 2:00 becomes 2:30.
    night: { time: '02:15', actualTime: '02:30', teeOffAt: '2027-10-03T02:30+11:00' },
    postedAt: '2027-10-03T01:55+10:30',
    othersNotifiedAt: '2027-10-03T02:35+11:00',
  },
]

const FACTS_SQL = `
  select 'tee time ' || t.id as id, g.name as story,
    t.date || ' ' || t.time || ' is ' ||
      to_char(t.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as what
  from tee_times t join groups g on g.id = t.group_id order by t.id`

test.each(CLOCK_CHANGES)(
  '$zone: recurring tee times and alerts around $night.teeOffAt',
  async (change) => {
    const { zone, startDate, sundays, thursdays, night } = change
    const [first, second, sunday, fourth, fifth] = sundays
    const [earlyThursday, skippedThursday, lateThursday, endedThursday] = thursdays
    const [offsetBefore, offsetAfter] = change.utcOffsets
    const beforeChange = (date: string, time: string): Moment => `${date}T${time}${offsetBefore}`
    const afterChange = (date: string, time: string): Moment => `${date}T${time}${offsetAfter}`
    await walk.beginAt(beforeChange(startDate, '10:00'))

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

    const postedEvents = (
      postedAt: Moment,
      date: string,
      time: string,
      startsAt: Moment,
    ): WalkEvent[] => [
      [postedAt, `${date} ${time} is ${startsAt}`],
      [postedAt, 'Ann: posted'],
    ]
    const weeklyEvents = (postedAt: Moment, date: string, startsAt: Moment) =>
      postedEvents(postedAt, date, '08:12', startsAt)
    const expected: Record<string, WalkEvent[]> = {
      weekly: [
        ...weeklyEvents(beforeChange(first, '08:12'), second, beforeChange(second, '08:12')),
        ...weeklyEvents(beforeChange(second, '08:12'), sunday, afterChange(sunday, '08:12')),
        ...weeklyEvents(afterChange(sunday, '08:12'), fourth, afterChange(fourth, '08:12')),
        ...weeklyEvents(afterChange(fourth, '08:12'), fifth, afterChange(fifth, '08:12')),
      ],
      fortnightly: [
        ...postedEvents(
          beforeChange(earlyThursday, '09:40'),
          sunday,
          '09:40',
          afterChange(sunday, '09:40'),
        ),
        ...postedEvents(
          afterChange(lateThursday, '09:40'),
          fifth,
          '09:40',
          afterChange(fifth, '09:40'),
        ),
      ],
      // Each tee time is posted a week ahead, in Ann's quiet hours. She is notified when they end, at 8:00.
      night: [
        [
          beforeChange(first, night.time),
          `${second} ${night.time} is ${beforeChange(second, night.time)}`,
        ],
        [beforeChange(first, '08:00'), 'Ann: posted'],
        [beforeChange(second, night.time), `${sunday} ${night.actualTime} is ${night.teeOffAt}`],
        [beforeChange(second, '08:00'), 'Ann: posted'],
        [night.teeOffAt, `${fourth} ${night.time} is ${afterChange(fourth, night.time)}`],
        [afterChange(sunday, '08:00'), 'Ann: posted'],
        [
          afterChange(fourth, night.time),
          `${fifth} ${night.time} is ${afterChange(fifth, night.time)}`,
        ],
        [afterChange(fourth, '08:00'), 'Ann: posted'],
      ],
      // The owner skips the third Sunday, and ends the recurring tee time before the fifth.
      skipped: [
        ...postedEvents(
          beforeChange(earlyThursday, '10:00'),
          second,
          '10:00',
          beforeChange(second, '10:00'),
        ),
        ...postedEvents(
          afterChange(lateThursday, '10:00'),
          fourth,
          '10:00',
          afterChange(fourth, '10:00'),
        ),
      ],
      'saved alert': [
        ...postedEvents(change.postedAt, fourth, '08:12', afterChange(fourth, '08:12')),
        [change.othersNotifiedAt, 'Bob: posted'],
      ],
    }
    const events = await walk.walk({
      from: beforeChange(startDate, '10:00'),
      to: afterChange(endedThursday, '12:00'),
      timeZone: zone,
      actions: [
        [change.postedAt, () => walk.teeTime(group, { date: fourth, time: '08:12' })],
        [
          beforeChange(second, '12:00'),
          () => walk.tap(recurring.owner, `${recurring.path}/skip`, { date: sunday }),
        ],
        [
          afterChange(fourth, '12:00'),
          () => walk.app.phone(recurring.owner.session).delete(recurring.path),
        ],
      ],
      expected,
      marks: [beforeChange(skippedThursday, '10:00'), afterChange(endedThursday, '10:00')],
      factsSql: FACTS_SQL,
      strideMinutes: 12 * 60,
    })
    expect(events).toEqual(expected)
  },
)
