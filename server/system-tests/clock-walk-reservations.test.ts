// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ClockWalk,
  type Moment,
  startClockWalk,
  type WalkEvent,
} from './testing/clock-walk.ts'
import type { TestGolfer, TestGroup } from './testing/factories.ts'

let walk: ClockWalk

beforeAll(async () => {
  walk = await startClockWalk()
})
afterAll(() => walk.close())

/** When a spot opens up, and when the offer to the first golfer on the waiting list ends. */
interface FreedSpot {
  readonly freedAt: Moment
  readonly offerEndsAt: Moment
}

/** A tee-off on the Sunday of the change, in local time. */
interface TeeOff {
  readonly teeOff: string
}

interface ClockChange {
  readonly zone: string
  /** The clocks change early on Sunday. `offset` is the UTC offset at noon on that day. */
  readonly saturday: readonly [date: string, offset: string]
  readonly sunday: readonly [date: string, offset: string]
  readonly friday: string
  /** The first minute after the clocks change. */
  readonly changedAt: Moment
  /** A golfer without quiet hours gets an offer for two elapsed hours. */
  readonly overnight: FreedSpot
  /**
   * When the spot opens up, tee-off is more than 24 hours away by the wall clock and less by elapsed time, or
   * vice versa.
   */
  readonly day: FreedSpot & TeeOff
  /**
   * Like `day`, but with 12 hours instead of 24. `textedAt` is when Ann is texted about the offer, and about
   * its end.
   */
  readonly evening: FreedSpot & TeeOff & { readonly textedAt: readonly [Moment, Moment] }
  /**
   * The first offer begins more than three elapsed hours before tee-off. The next two begin less than three
   * hours before, so these golfers have only ten minutes each.
   */
  readonly dawn: TeeOff & {
    readonly freedAt: Moment
    readonly offersEndAt: readonly [Moment, Moment, Moment]
  }
  /**
   * A spot reserved by name, until the local time `time`. This time either occurs twice, and the first one
   * counts, or comes right after the times that the clocks skip. `skippedTime` is one of the skipped times.
   */
  readonly named: { readonly time: string; readonly opensAt: Moment; readonly skippedTime?: string }
}

// Edmonton's dates are in 2025: in Node's time-zone data, Edmonton's clocks do not change after March 2026.
const CLOCK_CHANGES: readonly ClockChange[] = [
  {
    zone: 'America/Edmonton',
    saturday: ['2025-03-08', '-07:00'],
    sunday: ['2025-03-09', '-06:00'],
    friday: '2025-03-14',
    // 2:00 becomes 3:00.
    changedAt: '2025-03-09T03:00-06:00',
    overnight: { freedAt: '2025-03-09T01:15-07:00', offerEndsAt: '2025-03-09T04:15-06:00' },
    // `freedAt` is 23 hours 45 minutes before tee-off.
    day: {
      teeOff: '12:30',
      freedAt: '2025-03-08T11:45-07:00',
      offerEndsAt: '2025-03-08T12:15-07:00',
    },
    // `freedAt` is 11 hours 30 minutes before tee-off, so quiet hours do not extend the offer.
    evening: {
      teeOff: '09:30',
      freedAt: '2025-03-08T21:00-07:00',
      offerEndsAt: '2025-03-08T21:30-07:00',
      textedAt: ['2025-03-08T21:00-07:00', '2025-03-09T08:00-06:00'],
    },
    // The offers begin 3:25, 2:55 and 2:45 hours before tee-off.
    dawn: {
      teeOff: '05:00',
      freedAt: '2025-03-09T00:35-07:00',
      offersEndAt: ['2025-03-09T01:05-07:00', '2025-03-09T01:15-07:00', '2025-03-09T01:25-07:00'],
    },
    named: { time: '03:00', opensAt: '2025-03-09T03:00-06:00', skippedTime: '02:30' },
  },
  {
    zone: 'America/Edmonton',
    saturday: ['2025-11-01', '-06:00'],
    sunday: ['2025-11-02', '-07:00'],
    friday: '2025-11-07',
    // 2:00 becomes 1:00.
    changedAt: '2025-11-02T01:00-07:00',
    overnight: { freedAt: '2025-11-02T00:15-06:00', offerEndsAt: '2025-11-02T01:15-07:00' },
    // `freedAt` is 24 hours 30 minutes before tee-off.
    day: {
      teeOff: '12:00',
      freedAt: '2025-11-01T12:30-06:00',
      offerEndsAt: '2025-11-01T14:30-06:00',
    },
    // `freedAt` is 12 hours 40 minutes before tee-off, so quiet hours extend the offer. Ann is texted 12
    // hours before tee-off.
    evening: {
      teeOff: '09:10',
      freedAt: '2025-11-01T21:30-06:00',
      offerEndsAt: '2025-11-02T08:30-07:00',
      textedAt: ['2025-11-01T22:10-06:00', '2025-11-02T08:30-07:00'],
    },
    dawn: {
      teeOff: '04:00',
      freedAt: '2025-11-02T01:35-06:00',
      offersEndAt: ['2025-11-02T01:05-07:00', '2025-11-02T01:15-07:00', '2025-11-02T01:25-07:00'],
    },
    named: { time: '01:30', opensAt: '2025-11-02T01:30-06:00' },
  },
  {
    zone: 'Europe/London',
    saturday: ['2027-03-27', '+00:00'],
    sunday: ['2027-03-28', '+01:00'],
    friday: '2027-04-02',
    // 1:00 becomes 2:00.
    changedAt: '2027-03-28T02:00+01:00',
    overnight: { freedAt: '2027-03-28T00:15+00:00', offerEndsAt: '2027-03-28T03:15+01:00' },
    day: {
      teeOff: '12:30',
      freedAt: '2027-03-27T11:45+00:00',
      offerEndsAt: '2027-03-27T12:15+00:00',
    },
    evening: {
      teeOff: '09:30',
      freedAt: '2027-03-27T21:00+00:00',
      offerEndsAt: '2027-03-27T21:30+00:00',
      textedAt: ['2027-03-27T21:00+00:00', '2027-03-28T08:00+01:00'],
    },
    dawn: {
      teeOff: '04:30',
      freedAt: '2027-03-28T00:05+00:00',
      offersEndAt: ['2027-03-28T00:35+00:00', '2027-03-28T00:45+00:00', '2027-03-28T00:55+00:00'],
    },
    named: { time: '02:00', opensAt: '2027-03-28T02:00+01:00', skippedTime: '01:30' },
  },
  {
    zone: 'Europe/London',
    saturday: ['2026-10-24', '+01:00'],
    sunday: ['2026-10-25', '+00:00'],
    friday: '2026-10-30',
    // 2:00 becomes 1:00.
    changedAt: '2026-10-25T01:00+00:00',
    overnight: { freedAt: '2026-10-25T00:15+01:00', offerEndsAt: '2026-10-25T01:15+00:00' },
    day: {
      teeOff: '12:00',
      freedAt: '2026-10-24T12:30+01:00',
      offerEndsAt: '2026-10-24T14:30+01:00',
    },
    evening: {
      teeOff: '09:10',
      freedAt: '2026-10-24T21:30+01:00',
      offerEndsAt: '2026-10-25T08:30+00:00',
      textedAt: ['2026-10-24T22:10+01:00', '2026-10-25T08:30+00:00'],
    },
    dawn: {
      teeOff: '04:00',
      freedAt: '2026-10-25T01:35+01:00',
      offersEndAt: ['2026-10-25T01:05+00:00', '2026-10-25T01:15+00:00', '2026-10-25T01:25+00:00'],
    },
    named: { time: '01:30', opensAt: '2026-10-25T01:30+01:00' },
  },
  {
    zone: 'Australia/Lord_Howe',
    saturday: ['2026-04-04', '+11:00'],
    sunday: ['2026-04-05', '+10:30'],
    friday: '2026-04-10',
    // 2:00 becomes 1:30: the clocks change by half an hour.
    changedAt: '2026-04-05T01:30+10:30',
    overnight: { freedAt: '2026-04-05T00:45+11:00', offerEndsAt: '2026-04-05T02:15+10:30' },
    // `freedAt` is 24 hours 15 minutes before tee-off.
    day: {
      teeOff: '12:00',
      freedAt: '2026-04-04T12:15+11:00',
      offerEndsAt: '2026-04-04T14:15+11:00',
    },
    // `freedAt` is 12 hours 15 minutes before tee-off.
    evening: {
      teeOff: '09:00',
      freedAt: '2026-04-04T21:15+11:00',
      offerEndsAt: '2026-04-05T08:30+10:30',
      textedAt: ['2026-04-04T21:30+11:00', '2026-04-05T08:30+10:30'],
    },
    dawn: {
      teeOff: '04:30',
      freedAt: '2026-04-05T01:35+11:00',
      offersEndAt: ['2026-04-05T01:35+10:30', '2026-04-05T01:45+10:30', '2026-04-05T01:55+10:30'],
    },
    named: { time: '01:45', opensAt: '2026-04-05T01:45+11:00' },
  },
  {
    zone: 'Australia/Lord_Howe',
    saturday: ['2027-10-02', '+10:30'],
    sunday: ['2027-10-03', '+11:00'],
    friday: '2027-10-08',
    // 2:00 becomes 2:30.
    changedAt: '2027-10-03T02:30+11:00',
    overnight: { freedAt: '2027-10-03T01:15+10:30', offerEndsAt: '2027-10-03T03:45+11:00' },
    // `freedAt` is 23 hours 45 minutes before tee-off.
    day: {
      teeOff: '12:30',
      freedAt: '2027-10-02T12:15+10:30',
      offerEndsAt: '2027-10-02T12:45+10:30',
    },
    // `freedAt` is 11 hours 45 minutes before tee-off.
    evening: {
      teeOff: '09:15',
      freedAt: '2027-10-02T21:00+10:30',
      offerEndsAt: '2027-10-02T21:30+10:30',
      textedAt: ['2027-10-02T21:00+10:30', '2027-10-03T08:00+11:00'],
    },
    dawn: {
      teeOff: '05:00',
      freedAt: '2027-10-03T01:05+10:30',
      offersEndAt: ['2027-10-03T01:35+10:30', '2027-10-03T01:45+10:30', '2027-10-03T01:55+10:30'],
    },
    named: { time: '02:30', opensAt: '2027-10-03T02:30+11:00', skippedTime: '02:15' },
  },
]

const FACTS_SQL = `
  select 'line ' || e.id as id, g.name as story, who.name || ' ' || e.event as what
  from waiting_events e join tee_times t on t.id = e.tee_time_id
  join groups g on g.id = t.group_id join golfers who on who.id = e.golfer_id
  where e.event <> 'waited'
  union all
  select 'open ' || t.id || ' ' || count(s), g.name, count(s) || ' open'
  from tee_times t join groups g on g.id = t.group_id
  left join spots s on s.tee_time_id = t.id and s.status = 'open'
  where g.name = 'named' and t.archived_at is null
  group by t.id, g.name
  order by id`

test.each(CLOCK_CHANGES)('$zone: offers and reservations around $changedAt', async (change) => {
  const { zone, overnight, day, evening, dawn, named } = change
  const on =
    ([date, offset]: readonly [string, string]) =>
    (time: string): Moment =>
      `${date}T${time}${offset}`
  const [saturday, sunday] = [on(change.saturday), on(change.sunday)]
  const [sundayDate] = change.sunday
  await walk.beginAt(saturday('10:00'))

  /**
   * Creates a full tee time with a waiting list. Returns an action: the only player leaves at `freedAt`.
   */
  async function createStory(
    name: string,
    freedAt: Moment,
    plan: { date: string; time: string; waiting: string[]; quietHours?: [string, string] },
  ) {
    const { date, time, waiting, quietHours } = plan
    const group: TestGroup = await walk.group(name, zone)
    const golfers: TestGolfer[] = []
    for (const one of waiting) {
      golfers.push(await walk.member(group, one, quietHours && { quietHours }))
    }
    const { id } = await walk.teeTime(group, { date, time, maxPlayers: 1, players: [group.owner] })
    for (const golfer of golfers) await walk.tap(golfer, `/api/tee-times/${id}/wait`)
    return [freedAt, () => walk.tap(group.owner, `/api/tee-times/${id}/unclaim`)] as const
  }

  const fridayTeeTime = { date: change.friday, time: '08:12' }
  const actions = [
    await createStory('far', saturday('20:15'), { ...fridayTeeTime, waiting: ['Ann', 'Bob'] }),
    await createStory('overnight', overnight.freedAt, {
      ...fridayTeeTime,
      waiting: ['Ann'],
      quietHours: ['00:00', '00:00'],
    }),
    await createStory('day', day.freedAt, { date: sundayDate, time: day.teeOff, waiting: ['Ann'] }),
    await createStory('evening', evening.freedAt, {
      date: sundayDate,
      time: evening.teeOff,
      waiting: ['Ann'],
    }),
    await createStory('dawn', dawn.freedAt, {
      date: sundayDate,
      time: dawn.teeOff,
      waiting: ['Ann', 'Bob', 'Cy'],
    }),
  ]

  const group = await walk.group('named', zone)
  const { id } = await walk.teeTime(group, { date: sundayDate, time: '20:00', maxPlayers: 2 })
  const reserve = (time: string, name: string) =>
    walk.app
      .phone(group.owner.session)
      .post(`/api/tee-times/${id}/holds`, { name, date: sundayDate, time })
  expect((await reserve('18:00', 'Dave')).status).toBe(201)
  expect((await reserve(named.time, 'Eve')).status).toBe(201)
  if (named.skippedTime !== undefined)
    expect((await reserve(named.skippedTime, 'Fay')).status).toBe(400)

  const expected: Record<string, WalkEvent[]> = {
    far: [
      [saturday('20:15'), 'Ann offered'],
      [saturday('20:15'), 'Ann: offer'],
      [sunday('09:15'), 'Ann expired'],
      [sunday('09:15'), 'Ann: offer-expired'],
      [sunday('09:15'), 'Bob offered'],
      [sunday('09:15'), 'Bob: offer'],
      [sunday('11:15'), 'Bob expired'],
      [sunday('11:15'), 'Bob: offer-expired'],
    ],
    overnight: [
      [overnight.freedAt, 'Ann offered'],
      [overnight.freedAt, 'Ann: offer'],
      [overnight.offerEndsAt, 'Ann expired'],
      [overnight.offerEndsAt, 'Ann: offer-expired'],
    ],
    day: [
      [day.freedAt, 'Ann offered'],
      [day.freedAt, 'Ann: offer'],
      [day.offerEndsAt, 'Ann expired'],
      [day.offerEndsAt, 'Ann: offer-expired'],
    ],
    evening: [
      [evening.freedAt, 'Ann offered'],
      [evening.textedAt[0], 'Ann: offer'],
      [evening.offerEndsAt, 'Ann expired'],
      [evening.textedAt[1], 'Ann: offer-expired'],
    ],
    // Expired offers are emailed, because quiet hours end at 8:00, after tee-off.
    dawn: [
      [dawn.freedAt, 'Ann offered'],
      [dawn.freedAt, 'Ann: offer'],
      [dawn.offersEndAt[0], 'Ann expired'],
      [dawn.offersEndAt[0], 'Bob offered'],
      [dawn.offersEndAt[0], 'Bob: offer'],
      [dawn.offersEndAt[1], 'Bob expired'],
      [dawn.offersEndAt[1], 'Cy offered'],
      [dawn.offersEndAt[1], 'Cy: offer'],
      [dawn.offersEndAt[2], 'Cy expired'],
    ],
    named: [
      [named.opensAt, '1 open'],
      [sunday('18:00'), '2 open'],
    ],
  }
  const events = await walk.walk({
    from: saturday('11:00'),
    to: sunday('18:15'),
    timeZone: zone,
    actions,
    expected,
    marks: [change.changedAt, sunday('08:00')],
    factsSql: FACTS_SQL,
  })
  expect(events).toEqual(expected)
})
