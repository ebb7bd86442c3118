// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  /** The days from Friday to Tuesday. The clocks change in the early hours of Sunday. */
  readonly days: readonly [string, string, string, string, string]
  /** 24 elapsed hours before noon on Sunday. */
  readonly cutOff: Moment
  /** One minute before `cutOff`. */
  readonly lastMinute: Moment
  /** Five minutes after `lastMinute`, when Olga is notified of the golfers who left. */
  readonly notifiedAt: Moment
  /** Twelve elapsed hours before noon on Sunday. */
  readonly remindedAt: Moment
  /**
   * For a tee time that is posted less than twelve hours before its cut-off: the cut-off's local time on
   * Sunday, and the time of the reminder, two elapsed hours before the cut-off.
   */
  readonly late: { readonly cutOff: string; readonly remindedAt: Moment }
}

// Edmonton's dates are in 2025: in Node's time-zone data, Edmonton's clocks do not change after March 2026.
const CLOCK_CHANGES: readonly ClockChange[] = [
  {
    zone: 'America/Edmonton',
    utcOffsets: ['-07:00', '-06:00'],
    days: ['2025-03-07', '2025-03-08', '2025-03-09', '2025-03-10', '2025-03-11'],
    lastMinute: '2025-03-08T10:59-07:00',
    cutOff: '2025-03-08T11:00-07:00',
    notifiedAt: '2025-03-08T11:04-07:00',
    remindedAt: '2025-03-08T23:00-07:00',
    late: { cutOff: '03:30', remindedAt: '2025-03-09T00:30-07:00' },
  },
  {
    zone: 'America/Edmonton',
    utcOffsets: ['-06:00', '-07:00'],
    days: ['2025-10-31', '2025-11-01', '2025-11-02', '2025-11-03', '2025-11-04'],
    lastMinute: '2025-11-01T12:59-06:00',
    cutOff: '2025-11-01T13:00-06:00',
    notifiedAt: '2025-11-01T13:04-06:00',
    // 1:00 occurs twice that night. This is the first.
    remindedAt: '2025-11-02T01:00-06:00',
    late: { cutOff: '02:00', remindedAt: '2025-11-02T01:00-06:00' },
  },
  {
    zone: 'Europe/London',
    utcOffsets: ['+00:00', '+01:00'],
    days: ['2027-03-26', '2027-03-27', '2027-03-28', '2027-03-29', '2027-03-30'],
    lastMinute: '2027-03-27T10:59+00:00',
    cutOff: '2027-03-27T11:00+00:00',
    notifiedAt: '2027-03-27T11:04+00:00',
    remindedAt: '2027-03-27T23:00+00:00',
    late: { cutOff: '03:30', remindedAt: '2027-03-28T00:30+00:00' },
  },
  {
    zone: 'Europe/London',
    utcOffsets: ['+01:00', '+00:00'],
    days: ['2026-10-23', '2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27'],
    lastMinute: '2026-10-24T12:59+01:00',
    cutOff: '2026-10-24T13:00+01:00',
    notifiedAt: '2026-10-24T13:04+01:00',
    remindedAt: '2026-10-25T01:00+01:00',
    late: { cutOff: '02:00', remindedAt: '2026-10-25T01:00+01:00' },
  },
  {
    zone: 'Australia/Lord_Howe',
    // The clocks change by half an hour.
    utcOffsets: ['+11:00', '+10:30'],
    days: ['2026-04-03', '2026-04-04', '2026-04-05', '2026-04-06', '2026-04-07'],
    lastMinute: '2026-04-04T12:29+11:00',
    cutOff: '2026-04-04T12:30+11:00',
    notifiedAt: '2026-04-04T12:34+11:00',
    remindedAt: '2026-04-05T00:30+11:00',
    late: { cutOff: '02:30', remindedAt: '2026-04-05T01:00+11:00' },
  },
  {
    zone: 'Australia/Lord_Howe',
    utcOffsets: ['+10:30', '+11:00'],
    days: ['2027-10-01', '2027-10-02', '2027-10-03', '2027-10-04', '2027-10-05'],
    lastMinute: '2027-10-02T11:29+10:30',
    cutOff: '2027-10-02T11:30+10:30',
    notifiedAt: '2027-10-02T11:34+10:30',
    remindedAt: '2027-10-02T23:30+10:30',
    late: { cutOff: '03:30', remindedAt: '2027-10-03T01:00+10:30' },
  },
]

const FACTS_SQL = `
  select 'owed ' || s.tee_time_id || ' ' || s.position || ' ' || s.owed_since as id,
    g.name as story, who.name || ' owes a spot' as what
  from spots s join tee_times t on t.id = s.tee_time_id
  join groups g on g.id = t.group_id join golfers who on who.id = s.owed_by
  order by s.owed_since`

test.each(CLOCK_CHANGES)('$zone: cut-offs around $days.2', async (change) => {
  const { zone, days, lastMinute, cutOff, notifiedAt, remindedAt } = change
  const [friday, saturday, sunday, monday, tuesday] = days
  const [offsetBefore, offsetAfter] = change.utcOffsets
  const beforeChange = (date: string, time: string): Moment => `${date}T${time}${offsetBefore}`
  const afterChange = (date: string, time: string): Moment => `${date}T${time}${offsetAfter}`
  await walk.beginAt(beforeChange(friday, '12:00'))

  /**
   * Creates a group owned by Olga, and a tee time with a cut-off 24 hours before tee-off. For each player,
   * returns a function that makes the player leave.
   */
  async function createRound(
    name: string,
    [date, time]: readonly [string, string],
    { hasQuietHours = true, players = [] as string[] } = {},
  ) {
    const quietHours = hasQuietHours ? (['21:00', '08:00'] as const) : (['00:00', '00:00'] as const)
    const group = await walk.group(name, zone, { owner: await walk.golfer('Olga', { quietHours }) })
    const golfers = await Promise.all(players.map((one) => walk.member(group, one)))
    const { id } = await walk.teeTime(group, { date, time, cancelHours: 24, players: golfers })
    return golfers.map((golfer) => () => walk.tap(golfer, `/api/tee-times/${id}/unclaim`))
  }
  const [annLeaves, bobLeaves] = await createRound('left', [sunday, '12:00'], {
    players: ['Ann', 'Bob'],
  })
  await createRound('overnight', [monday, '12:00'], { hasQuietHours: false })
  await createRound('sunday evening', [monday, '19:30'])
  await createRound('monday morning', [tuesday, '09:15'])
  const quietHours = ['00:00', '00:00'] as const
  const lateGroup = await walk.group('late', zone, {
    owner: await walk.golfer('Olga', { quietHours }),
  })
  if (annLeaves === undefined || bobLeaves === undefined) throw new Error('Expected two players')

  const expected: Record<string, WalkEvent[]> = {
    // Twelve hours before the cut-off is at night, so Olga is reminded an hour before quiet hours begin.
    left: [
      [beforeChange(friday, '20:00'), 'Olga: cut-off'],
      // Ann leaves a minute before the cut-off, Bob at the cut-off. Olga gets one message about both.
      [cutOff, 'Bob owes a spot'],
      [notifiedAt, 'Olga: spots'],
    ],
    overnight: [[remindedAt, 'Olga: cut-off']],
    // Twelve hours before the cut-off is Sunday 7:30, in Olga's quiet hours.
    'sunday evening': [[beforeChange(saturday, '20:00'), 'Olga: cut-off']],
    // Twelve hours before the cut-off is Sunday 21:15, in Olga's quiet hours.
    'monday morning': [[afterChange(sunday, '20:00'), 'Olga: cut-off']],
    // The tee time is posted less than twelve hours before its cut-off, so Olga is reminded two hours before.
    late: [[change.late.remindedAt, 'Olga: cut-off']],
  }
  const events = await walk.walk({
    from: beforeChange(friday, '18:00'),
    to: afterChange(monday, '10:00'),
    timeZone: zone,
    actions: [
      [lastMinute, annLeaves],
      [cutOff, bobLeaves],
      [
        beforeChange(saturday, '22:00'),
        () => walk.teeTime(lateGroup, { date: monday, time: change.late.cutOff, cancelHours: 24 }),
      ],
    ],
    expected,
    factsSql: FACTS_SQL,
    strideMinutes: 60,
  })
  expect(events).toEqual(expected)
})
