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

type Day = readonly [date: string, offset: string]

interface ClockChange {
  readonly zone: string
  /** The clocks change in the early hours of Sunday. Each day has its UTC offset at noon. */
  readonly saturday: Day
  readonly sunday: Day
  readonly monday: Day
  readonly friday: string
  /** The first minute after the clocks change. */
  readonly changedAt: Moment
  /** `teeOff` is a local time on Sunday. `reminderSoonAt` is three elapsed hours before it. */
  readonly dawn: { readonly teeOff: string; readonly reminderSoonAt: Moment }
  /**
   * When the evening reminder for the tee time at 10:30 on Sunday goes out: twelve elapsed hours before
   * tee-off, because the reminder is not held until quiet hours end.
   */
  readonly unheldReminderAt: Moment
  /**
   * `to` is a local time that Sunday skips or repeats. If quiet hours are set to end at `to`, they actually
   * end at the instant `endsAt`.
   */
  readonly quiet: { readonly to: string; readonly endsAt: Moment }
  /** A tee time is posted at `postedAt`, after the change. Bob is texted about it at `textedAt`. */
  readonly afterChange: { readonly postedAt: Moment; readonly textedAt: Moment }
  /** Three hours before the tee time at 10:00 on Monday in Nairobi. */
  readonly awayReminderAt: Moment
  /**
   * A trial that ends at noon a week after Saturday. The owner is notified less than 7 × 24 hours before the
   * end, by a job that runs at 11 minutes past each hour in UTC.
   */
  readonly trial: { readonly endsAt: Moment; readonly notifiedAt: Moment }
}

// Edmonton's dates are in 2025: in Node's time-zone data, Edmonton's clocks do not change after March 2026.
const CLOCK_CHANGES: readonly ClockChange[] = [
  {
    zone: 'America/Edmonton',
    saturday: ['2025-03-08', '-07:00'],
    sunday: ['2025-03-09', '-06:00'],
    monday: ['2025-03-10', '-06:00'],
    friday: '2025-03-14',
    // 2:00 becomes 3:00.
    changedAt: '2025-03-09T03:00-06:00',
    dawn: { teeOff: '05:00', reminderSoonAt: '2025-03-09T01:00-07:00' },
    unheldReminderAt: '2025-03-08T21:30-07:00',
    quiet: { to: '02:30', endsAt: '2025-03-09T03:00-06:00' },
    afterChange: { postedAt: '2025-03-09T03:10-06:00', textedAt: '2025-03-09T03:10-06:00' },
    awayReminderAt: '2025-03-09T22:00-06:00',
    trial: { endsAt: '2025-03-15T12:00-06:00', notifiedAt: '2025-03-08T11:11-07:00' },
  },
  {
    zone: 'America/Edmonton',
    saturday: ['2025-11-01', '-06:00'],
    sunday: ['2025-11-02', '-07:00'],
    monday: ['2025-11-03', '-07:00'],
    friday: '2025-11-07',
    // 2:00 becomes 1:00.
    changedAt: '2025-11-02T01:00-07:00',
    dawn: { teeOff: '03:30', reminderSoonAt: '2025-11-02T01:30-06:00' },
    unheldReminderAt: '2025-11-01T23:30-06:00',
    quiet: { to: '01:30', endsAt: '2025-11-02T01:30-06:00' },
    afterChange: { postedAt: '2025-11-02T01:10-07:00', textedAt: '2025-11-02T01:30-07:00' },
    awayReminderAt: '2025-11-02T21:00-07:00',
    trial: { endsAt: '2025-11-08T12:00-07:00', notifiedAt: '2025-11-01T13:11-06:00' },
  },
  {
    zone: 'Europe/London',
    saturday: ['2027-03-27', '+00:00'],
    sunday: ['2027-03-28', '+01:00'],
    monday: ['2027-03-29', '+01:00'],
    friday: '2027-04-02',
    // 1:00 becomes 2:00.
    changedAt: '2027-03-28T02:00+01:00',
    dawn: { teeOff: '04:30', reminderSoonAt: '2027-03-28T00:30+00:00' },
    unheldReminderAt: '2027-03-27T21:30+00:00',
    quiet: { to: '01:30', endsAt: '2027-03-28T02:00+01:00' },
    afterChange: { postedAt: '2027-03-28T02:10+01:00', textedAt: '2027-03-28T02:10+01:00' },
    awayReminderAt: '2027-03-29T05:00+01:00',
    trial: { endsAt: '2027-04-03T12:00+01:00', notifiedAt: '2027-03-27T11:11+00:00' },
  },
  {
    zone: 'Europe/London',
    saturday: ['2026-10-24', '+01:00'],
    sunday: ['2026-10-25', '+00:00'],
    monday: ['2026-10-26', '+00:00'],
    friday: '2026-10-30',
    // 2:00 becomes 1:00.
    changedAt: '2026-10-25T01:00+00:00',
    dawn: { teeOff: '03:30', reminderSoonAt: '2026-10-25T01:30+01:00' },
    unheldReminderAt: '2026-10-24T23:30+01:00',
    quiet: { to: '01:30', endsAt: '2026-10-25T01:30+01:00' },
    afterChange: { postedAt: '2026-10-25T01:10+00:00', textedAt: '2026-10-25T01:30+00:00' },
    awayReminderAt: '2026-10-26T04:00+00:00',
    trial: { endsAt: '2026-10-31T12:00+00:00', notifiedAt: '2026-10-24T13:11+01:00' },
  },
  {
    zone: 'Australia/Lord_Howe',
    saturday: ['2026-04-04', '+11:00'],
    sunday: ['2026-04-05', '+10:30'],
    monday: ['2026-04-06', '+10:30'],
    friday: '2026-04-10',
    // 2:00 becomes 1:30: the clocks change by half an hour.
    changedAt: '2026-04-05T01:30+10:30',
    dawn: { teeOff: '04:00', reminderSoonAt: '2026-04-05T01:30+11:00' },
    unheldReminderAt: '2026-04-04T23:00+11:00',
    quiet: { to: '01:45', endsAt: '2026-04-05T01:45+11:00' },
    afterChange: { postedAt: '2026-04-05T01:35+10:30', textedAt: '2026-04-05T01:45+10:30' },
    awayReminderAt: '2026-04-06T14:30+10:30',
    trial: { endsAt: '2026-04-11T12:00+10:30', notifiedAt: '2026-04-04T13:11+11:00' },
  },
  {
    zone: 'Australia/Lord_Howe',
    saturday: ['2027-10-02', '+10:30'],
    sunday: ['2027-10-03', '+11:00'],
    monday: ['2027-10-04', '+11:00'],
    friday: '2027-10-08',
    // 2:00 becomes 2:30.
    changedAt: '2027-10-03T02:30+11:00',
    dawn: { teeOff: '05:00', reminderSoonAt: '2027-10-03T01:30+10:30' },
    unheldReminderAt: '2027-10-02T22:00+10:30',
    quiet: { to: '02:15', endsAt: '2027-10-03T02:30+11:00' },
    afterChange: { postedAt: '2027-10-03T02:35+11:00', textedAt: '2027-10-03T02:35+11:00' },
    awayReminderAt: '2027-10-04T15:00+11:00',
    trial: { endsAt: '2027-10-09T12:00+11:00', notifiedAt: '2027-10-02T11:41+10:30' },
  },
]

test.each(CLOCK_CHANGES)('$zone: reminders and quiet hours around $changedAt', async (change) => {
  const { zone, dawn, unheldReminderAt, quiet, afterChange, awayReminderAt, trial } = change
  const on =
    ([date, offset]: Day) =>
    (time: string): Moment =>
      `${date}T${time}${offset}`
  const [saturday, sunday, monday] = [on(change.saturday), on(change.sunday), on(change.monday)]
  const [sundayDate] = change.sunday
  const [mondayDate] = change.monday
  await walk.beginAt(saturday('09:00'))

  async function createRound(
    name: string,
    [date, time]: readonly [date: string, time: string],
    { quietTo, zoneOfGroup = zone }: { quietTo?: string; zoneOfGroup?: string } = {},
  ) {
    const group = await walk.group(name, zoneOfGroup)
    const ann = await walk.member(group, 'Ann', {
      timeZone: zone,
      ...(quietTo !== undefined && { quietHours: ['17:30', quietTo] }),
    })
    await walk.teeTime(group, { date, time, players: [ann] })
  }
  await createRound('sunday', [sundayDate, '08:12'])
  await createRound('monday', [mondayDate, '08:12'])
  await createRound('dawn', [sundayDate, dawn.teeOff])
  await createRound('unheld', [sundayDate, '10:30'], { quietTo: '08:00' })
  await createRound('quiet', [sundayDate, '16:00'], { quietTo: quiet.to })
  await createRound('away', [mondayDate, '10:00'], { zoneOfGroup: 'Africa/Nairobi' })

  const group = await walk.group('posted', zone)
  await walk.member(group, 'Ann')
  await walk.member(group, 'Bob', { quietHours: ['17:30', quiet.to] })
  const postTeeTime = () => walk.teeTime(group, { date: change.friday })

  await walk.group('trial', zone, {
    owner: await walk.golfer('Olga'),
    expiryDate: new Date(Date.parse(trial.endsAt)),
  })

  const expected: Record<string, WalkEvent[]> = {
    sunday: [
      [saturday('18:00'), 'Ann: reminder-evening'],
      [sunday('05:12'), 'Ann: reminder-soon'],
    ],
    monday: [
      [sunday('18:00'), 'Ann: reminder-evening'],
      [monday('05:12'), 'Ann: reminder-soon'],
    ],
    dawn: [
      [saturday('18:00'), 'Ann: reminder-evening'],
      [dawn.reminderSoonAt, 'Ann: reminder-soon'],
    ],
    // Ann's quiet hours end less than three hours before tee-off, so the evening reminder is not held until
    // they end. It goes out twelve hours before tee-off.
    unheld: [
      [unheldReminderAt, 'Ann: reminder-evening'],
      [sunday('07:30'), 'Ann: reminder-soon'],
    ],
    quiet: [
      [quiet.endsAt, 'Ann: reminder-evening'],
      [sunday('13:00'), 'Ann: reminder-soon'],
    ],
    // The evening reminder follows Ann's time zone, not the group's.
    away: [
      [sunday('18:00'), 'Ann: reminder-evening'],
      [awayReminderAt, 'Ann: reminder-soon'],
    ],
    posted: [
      [quiet.endsAt, 'Bob: posted'],
      [afterChange.textedAt, 'Bob: posted'],
      [sunday('08:00'), 'Ann: posted'],
    ],
    trial: [[trial.notifiedAt, 'Olga: trial-ends']],
  }
  const events = await walk.walk({
    from: saturday('10:00'),
    to: monday('16:00'),
    timeZone: zone,
    actions: [
      [saturday('22:00'), postTeeTime],
      [afterChange.postedAt, postTeeTime],
    ],
    expected,
    marks: [change.changedAt, saturday('18:00'), saturday('21:00')],
    strideMinutes: 60,
  })
  expect(events).toEqual(expected)
})
