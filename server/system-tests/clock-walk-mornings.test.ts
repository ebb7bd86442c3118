// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TeeTime } from '../../contract/tee-times.ts'
import { ForecastsUnavailable } from '../providers/forecasts/forecasts.ts'
import {
  type ClockWalk,
  type Moment,
  startClockWalk,
  type WalkEvent,
} from './testing/clock-walk.ts'

let walk: ClockWalk
/** The one date without a forecast; empty if all dates have one. */
let dateWithoutForecast = ''
/** The hour that the clocks skip, wholly or in part. The forecasts lack this hour. */
let hourWithoutForecast: number | undefined

const CALGARY = { name: 'Calgary', latitude: 51.05, longitude: -114.09, areas: ['Alberta'] }

beforeAll(async () => {
  walk = await startClockWalk({
    forecasts: {
      search: async (name) => [{ ...CALGARY, name }],
      hours: async (_, date) => {
        if (date === dateWithoutForecast) throw new ForecastsUnavailable('refused', 'Not yet')
        return Array.from({ length: 24 }, (_none, hour) => ({
          hour,
          condition: 'Rain' as const,
          temperature: 9,
          windSpeed: 12,
          windDirection: 'W',
          precipProbability: 80,
        })).filter(({ hour }) => hour !== hourWithoutForecast)
      },
    },
  })
})
afterAll(() => walk.close())

/** A tee time on Sunday that is delayed by 45 minutes. */
interface FrostDelay {
  readonly teeOff: string
  /** When the owner delays the tee time. */
  readonly delayedAt: Moment
  readonly newTeeOff: readonly [time: string, at: Moment]
  /**
   * When the reminder is due: three elapsed hours before the old tee-off if that is before the delay, or else
   * three elapsed hours before the new tee-off.
   */
  readonly reminderSoonAt: Moment
}

interface ClockChange {
  readonly zone: string
  readonly utcOffsets: readonly [before: string, after: string]
  /** The days from Saturday to Tuesday. The clocks change in the early hours of Sunday. */
  readonly days: readonly [string, string, string, string]
  readonly skippedHour?: number
  /** The delay moves this tee-off across the clock change. The reminder goes out before the delay. */
  readonly delayedAfterReminder: FrostDelay
  /** This tee-off is after the clock change. The reminder goes out after the delay, for the new time. */
  readonly delayedBeforeReminder: FrostDelay
}

// Edmonton's dates are in 2025: in Node's time-zone data, Edmonton's clocks do not change after March 2026.
const CLOCK_CHANGES: readonly ClockChange[] = [
  {
    zone: 'America/Edmonton',
    utcOffsets: ['-07:00', '-06:00'],
    days: ['2025-03-08', '2025-03-09', '2025-03-10', '2025-03-11'],
    // 2:00 becomes 3:00.
    skippedHour: 2,
    delayedAfterReminder: {
      teeOff: '01:30',
      reminderSoonAt: '2025-03-08T22:30-07:00',
      delayedAt: '2025-03-09T01:10-07:00',
      newTeeOff: ['03:15', '2025-03-09T03:15-06:00'],
    },
    delayedBeforeReminder: {
      teeOff: '05:15',
      delayedAt: '2025-03-09T01:05-07:00',
      newTeeOff: ['06:00', '2025-03-09T06:00-06:00'],
      reminderSoonAt: '2025-03-09T03:00-06:00',
    },
  },
  {
    zone: 'America/Edmonton',
    utcOffsets: ['-06:00', '-07:00'],
    days: ['2025-11-01', '2025-11-02', '2025-11-03', '2025-11-04'],
    // 2:00 becomes 1:00; the new time is the second 1:15 that night.
    delayedAfterReminder: {
      teeOff: '01:30',
      reminderSoonAt: '2025-11-01T22:30-06:00',
      delayedAt: '2025-11-02T01:10-06:00',
      newTeeOff: ['01:15', '2025-11-02T01:15-07:00'],
    },
    delayedBeforeReminder: {
      teeOff: '03:30',
      delayedAt: '2025-11-02T01:20-06:00',
      newTeeOff: ['04:15', '2025-11-02T04:15-07:00'],
      reminderSoonAt: '2025-11-02T01:15-07:00',
    },
  },
  {
    zone: 'Europe/London',
    utcOffsets: ['+00:00', '+01:00'],
    days: ['2027-03-27', '2027-03-28', '2027-03-29', '2027-03-30'],
    // 1:00 becomes 2:00.
    skippedHour: 1,
    delayedAfterReminder: {
      teeOff: '00:30',
      reminderSoonAt: '2027-03-27T21:30+00:00',
      delayedAt: '2027-03-28T00:10+00:00',
      newTeeOff: ['02:15', '2027-03-28T02:15+01:00'],
    },
    delayedBeforeReminder: {
      teeOff: '04:30',
      delayedAt: '2027-03-28T00:20+00:00',
      newTeeOff: ['05:15', '2027-03-28T05:15+01:00'],
      reminderSoonAt: '2027-03-28T02:15+01:00',
    },
  },
  {
    zone: 'Europe/London',
    utcOffsets: ['+01:00', '+00:00'],
    days: ['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27'],
    // 2:00 becomes 1:00.
    delayedAfterReminder: {
      teeOff: '01:30',
      reminderSoonAt: '2026-10-24T22:30+01:00',
      delayedAt: '2026-10-25T01:10+01:00',
      newTeeOff: ['01:15', '2026-10-25T01:15+00:00'],
    },
    delayedBeforeReminder: {
      teeOff: '03:30',
      delayedAt: '2026-10-25T01:20+01:00',
      newTeeOff: ['04:15', '2026-10-25T04:15+00:00'],
      reminderSoonAt: '2026-10-25T01:15+00:00',
    },
  },
  {
    zone: 'Australia/Lord_Howe',
    utcOffsets: ['+11:00', '+10:30'],
    days: ['2026-04-04', '2026-04-05', '2026-04-06', '2026-04-07'],
    // 2:00 becomes 1:30: the clocks change by half an hour. The new time is the second 1:45 that night.
    delayedAfterReminder: {
      teeOff: '01:30',
      reminderSoonAt: '2026-04-04T22:30+11:00',
      delayedAt: '2026-04-05T01:10+11:00',
      newTeeOff: ['01:45', '2026-04-05T01:45+10:30'],
    },
    delayedBeforeReminder: {
      teeOff: '04:00',
      delayedAt: '2026-04-05T01:20+11:00',
      newTeeOff: ['04:45', '2026-04-05T04:45+10:30'],
      reminderSoonAt: '2026-04-05T01:45+10:30',
    },
  },
  {
    zone: 'Australia/Lord_Howe',
    utcOffsets: ['+10:30', '+11:00'],
    days: ['2027-10-02', '2027-10-03', '2027-10-04', '2027-10-05'],
    // 2:00 becomes 2:30.
    skippedHour: 2,
    delayedAfterReminder: {
      teeOff: '01:30',
      reminderSoonAt: '2027-10-02T22:30+10:30',
      delayedAt: '2027-10-03T01:10+10:30',
      newTeeOff: ['02:45', '2027-10-03T02:45+11:00'],
    },
    delayedBeforeReminder: {
      teeOff: '05:00',
      delayedAt: '2027-10-03T01:20+10:30',
      newTeeOff: ['05:45', '2027-10-03T05:45+11:00'],
      reminderSoonAt: '2027-10-03T02:45+11:00',
    },
  },
]

const FACTS_SQL = `
  select t.id || ' at ' || t.starts_at as id, g.name as story, t.time || ' is ' ||
    to_char(t.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"') as what
  from tee_times t join groups g on g.id = t.group_id order by t.id`

test.each(CLOCK_CHANGES)('$zone: frost and weather around $days.1', async (change) => {
  const { zone, days, delayedAfterReminder, delayedBeforeReminder } = change
  const [saturday, sunday, monday, tuesday] = days
  const [offsetBefore, offsetAfter] = change.utcOffsets
  const beforeChange = (date: string, time: string): Moment => `${date}T${time}${offsetBefore}`
  const afterChange = (date: string, time: string): Moment => `${date}T${time}${offsetAfter}`
  await walk.beginAt(beforeChange(saturday, '09:00'))
  dateWithoutForecast = tuesday
  hourWithoutForecast = change.skippedHour

  async function prepareDelay(name: string, { teeOff, delayedAt: at }: FrostDelay) {
    const group = await walk.group(name, zone)
    const ann = await walk.member(group, 'Ann')
    const card = await walk.teeTime(group, { date: sunday, time: teeOff, players: [ann] })
    const cardsPath = `/api/groups/slug/${group.slug}/tee-times`
    return [
      at,
      async () => {
        const { body } = await walk.app.phone(group.owner.session).get(cardsPath)
        const version = (body as TeeTime[]).find(({ id }) => id === card.id)?.version
        await walk.tap(group.owner, `/api/tee-times/${card.id}/delay`, { minutes: 45, version })
      },
    ] as const
  }
  const actions = [
    await prepareDelay('delayedAfterReminder', delayedAfterReminder),
    await prepareDelay('delayedBeforeReminder', delayedBeforeReminder),
  ]

  const group = await walk.group('weather', zone)
  const limits = { rain: 60, wind: null, cold: null }
  await walk.app.phone(group.owner.session).put(`/api/groups/${group.id}/weather-watch`, limits)
  for (const [name, date, time] of [
    ['Ann', sunday, '13:00'],
    ['Bob', monday, '13:00'],
    ['Cy', tuesday, '13:00'],
    // Dee's round spans the clock change, when an hour may be skipped.
    ['Dee', sunday, '00:30'],
  ] as const) {
    await walk.teeTime(group, { date, time, players: [await walk.member(group, name)] })
  }

  const expected: Record<string, WalkEvent[]> = {
    delayedAfterReminder: [
      [beforeChange(saturday, '18:00'), 'Ann: reminder-evening'],
      [delayedAfterReminder.reminderSoonAt, 'Ann: reminder-soon'],
      [
        delayedAfterReminder.delayedAt,
        `${delayedAfterReminder.newTeeOff[0]} is ${delayedAfterReminder.newTeeOff[1]}`,
      ],
      [delayedAfterReminder.delayedAt, 'Ann: delayed'],
    ],
    delayedBeforeReminder: [
      [beforeChange(saturday, '18:00'), 'Ann: reminder-evening'],
      [
        delayedBeforeReminder.delayedAt,
        `${delayedBeforeReminder.newTeeOff[0]} is ${delayedBeforeReminder.newTeeOff[1]}`,
      ],
      [delayedBeforeReminder.delayedAt, 'Ann: delayed'],
      [delayedBeforeReminder.reminderSoonAt, 'Ann: reminder-soon'],
    ],
    weather: [
      [beforeChange(saturday, '18:00'), 'Ann: reminder-evening'],
      [beforeChange(saturday, '18:00'), 'Ann: weather-watch'],
      [beforeChange(saturday, '18:00'), 'Dee: reminder-evening'],
      [beforeChange(saturday, '18:00'), 'Dee: weather-watch'],
      [beforeChange(saturday, '21:30'), 'Dee: reminder-soon'],
      [afterChange(sunday, '10:00'), 'Ann: reminder-soon'],
      [afterChange(sunday, '18:00'), 'Bob: reminder-evening'],
      [afterChange(sunday, '18:00'), 'Bob: weather-watch'],
      [afterChange(monday, '10:00'), 'Bob: reminder-soon'],
      // The forecast for Cy's round becomes available at 18:25.
      [afterChange(monday, '18:00'), 'Cy: reminder-evening'],
      [afterChange(monday, '18:25'), 'Cy: weather-watch'],
    ],
  }
  const events = await walk.walk({
    from: beforeChange(saturday, '12:00'),
    to: afterChange(monday, '20:00'),
    timeZone: zone,
    actions: [
      ...actions,
      [
        afterChange(monday, '18:25'),
        async () => {
          dateWithoutForecast = ''
        },
      ],
    ],
    expected,
    factsSql: FACTS_SQL,
    strideMinutes: 60,
  })
  expect(events).toEqual(expected)
})
