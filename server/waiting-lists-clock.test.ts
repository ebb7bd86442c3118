import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settleLines } from './features/waiting-lists/offer-spots.ts'
import { factories, type TestGolfer, type TestGroup } from './testing/factories.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

// A fake clock walks over each change of the clocks, minute by minute around what matters, and works the
// job of every minute. What is expected is written down, not reckoned.

const MINUTE = 60_000

let it: TestApp
let make: ReturnType<typeof factories>

beforeAll(async () => {
  it = await startTestApp()
  make = factories(it.ctx)
})
afterAll(() => it.close())

interface Night {
  readonly zone: string
  /** The clocks change in the night that follows. */
  readonly way: 'forward' | 'back'
  /** When they do. */
  readonly changesAt: string
  /** Local to the zone, of the morning after. */
  readonly date: string
  /** At 20:15: three quarters of two hours' hold are before quiet hours begin at 21:00. */
  readonly evening: string
  /** At 9:15: the rest is after they end at 8:00. */
  readonly lapsesAt: string
  /** At 7:05 of that morning. */
  readonly named: string
  /** 25 minutes before the change, and half an hour later: tee-off is at 7:30. */
  readonly nearby: readonly [from: string, until: string]
}

// Edmonton's clocks as they were set until 2025: this Node's zone data knows no change after that.
const NIGHTS: readonly Night[] = [
  {
    zone: 'America/Edmonton',
    way: 'forward',
    changesAt: '2025-03-09T09:00:00Z',
    date: '2025-03-09',
    evening: '2025-03-09T03:15:00Z',
    lapsesAt: '2025-03-09T15:15:00Z',
    named: '2025-03-09T13:05:00Z',
    nearby: ['2025-03-09T08:35:00Z', '2025-03-09T09:05:00Z'],
  },
  {
    zone: 'America/Edmonton',
    way: 'back',
    changesAt: '2025-11-02T08:00:00Z',
    date: '2025-11-02',
    evening: '2025-11-02T02:15:00Z',
    lapsesAt: '2025-11-02T16:15:00Z',
    named: '2025-11-02T14:05:00Z',
    nearby: ['2025-11-02T07:35:00Z', '2025-11-02T08:05:00Z'],
  },
  {
    zone: 'Europe/London',
    way: 'forward',
    changesAt: '2026-03-29T01:00:00Z',
    date: '2026-03-29',
    evening: '2026-03-28T20:15:00Z',
    lapsesAt: '2026-03-29T08:15:00Z',
    named: '2026-03-29T06:05:00Z',
    nearby: ['2026-03-29T00:35:00Z', '2026-03-29T01:05:00Z'],
  },
  {
    zone: 'Europe/London',
    way: 'back',
    changesAt: '2026-10-25T01:00:00Z',
    date: '2026-10-25',
    evening: '2026-10-24T19:15:00Z',
    lapsesAt: '2026-10-25T09:15:00Z',
    named: '2026-10-25T07:05:00Z',
    nearby: ['2026-10-25T00:35:00Z', '2026-10-25T01:05:00Z'],
  },
  {
    // By half an hour.
    zone: 'Australia/Lord_Howe',
    way: 'back',
    changesAt: '2026-04-04T15:00:00Z',
    date: '2026-04-05',
    evening: '2026-04-04T09:15:00Z',
    lapsesAt: '2026-04-04T22:45:00Z',
    named: '2026-04-04T20:35:00Z',
    nearby: ['2026-04-04T14:35:00Z', '2026-04-04T15:05:00Z'],
  },
  {
    zone: 'Australia/Lord_Howe',
    way: 'forward',
    changesAt: '2026-10-03T15:30:00Z',
    date: '2026-10-04',
    evening: '2026-10-03T09:45:00Z',
    lapsesAt: '2026-10-03T22:15:00Z',
    named: '2026-10-03T20:05:00Z',
    nearby: ['2026-10-03T15:05:00Z', '2026-10-03T15:35:00Z'],
  },
]

async function groupIn(zone: string): Promise<TestGroup> {
  const group = await make.group()
  await it.ctx.db.$client.query('update groups set time_zone = $2 where id = $1', [group.id, zone])
  return group
}

const at = (instant: string, minutes = 0) => Date.parse(instant) + minutes * MINUTE
const shown = (instant: number) => new Date(instant).toISOString()

describe.each(NIGHTS)('$zone, the night the clocks go $way', (night) => {
  let group: TestGroup
  let ann: TestGolfer
  let bob: TestGolfer

  /** A full tee time whose two in line wait, and then there is a spot. */
  async function freed(from: string, plan: { date: string; time: string }): Promise<number> {
    it.clock.moveTo(shown(at(from, -60)))
    group = await groupIn(night.zone)
    ann = await make.member(group)
    bob = await make.member(group)
    const card = await make.teeTime(group, { ...plan, maxPlayers: 1, players: [group.owner] })
    const tap = (golfer: TestGolfer, verb: string) =>
      it.phone(golfer.session).post(`/api/tee-times/${card.id}/${verb}`, {})
    await tap(ann, 'wait')
    await tap(bob, 'wait')
    it.clock.moveTo(from)
    await tap(group.owner, 'unclaim')
    await it.runJobs()
    return card.id
  }

  /** Minute by minute near `marks`, else each ten; answers when what `look` sees became what. */
  async function walk(
    [from, to]: readonly [number, number],
    marks: readonly string[],
    look: () => Promise<unknown>,
  ): Promise<[string, unknown][]> {
    const seen: [string, unknown][] = []
    const near = (instant: number) =>
      marks.some((mark) => Math.abs(at(mark) - instant) <= 20 * MINUTE)
    for (let instant = from; instant <= to; instant += MINUTE) {
      if (!near(instant) && (instant - from) % (10 * MINUTE) !== 0) continue
      it.clock.moveTo(shown(instant))
      await settleLines(it.ctx)
      const now = await look()
      if (JSON.stringify(now) !== JSON.stringify(seen.at(-1)?.[1])) seen.push([shown(instant), now])
    }
    return seen
  }

  const lineOf = (teeTimeId: number) => async () => {
    const { rows } = await it.ctx.db.$client.query<{
      golfer_id: number
      offered_until: Date | null
    }>('select golfer_id, offered_until from waiting_golfers where tee_time_id = $1 order by id', [
      teeTimeId,
    ])
    return rows.map((one) => [one.golfer_id, one.offered_until?.toISOString() ?? null])
  }

  test('a hold pauses from 21:00 to 8:00, and the next one begins when it lapses', async () => {
    const { evening, lapsesAt, changesAt } = night
    const id = await freed(evening, { date: daysAfter(night.date, 5), time: '08:12' })
    const seen = await walk(
      [at(evening), at(lapsesAt, 130)],
      [evening, shown(at(evening, 45)), changesAt, shown(at(lapsesAt, -75)), lapsesAt].concat(
        shown(at(lapsesAt, 120)),
      ),
      lineOf(id),
    )
    expect(seen).toEqual([
      [
        shown(at(evening)),
        [
          [ann.id, shown(at(lapsesAt))],
          [bob.id, null],
        ],
      ],
      [shown(at(lapsesAt)), [[bob.id, shown(at(lapsesAt, 120))]]],
      [shown(at(lapsesAt, 120)), []],
    ])
  })

  test('with tee-off within twelve hours it runs through the night', async () => {
    const [from, until] = night.nearby
    const id = await freed(from, { date: night.date, time: '07:30' })
    const seen = await walk(
      [at(from), at(until, 40)],
      [from, until, shown(at(until, 30))],
      lineOf(id),
    )
    expect(seen).toEqual([
      [
        shown(at(from)),
        [
          [ann.id, shown(at(until))],
          [bob.id, null],
        ],
      ],
      [shown(at(until)), [[bob.id, shown(at(until, 30))]]],
      [shown(at(until, 30)), []],
    ])
  })

  test('a spot that is held by name opens at that minute of the local clock', async () => {
    const { evening, named, changesAt } = night
    it.clock.moveTo(evening)
    group = await groupIn(night.zone)
    const { id } = await make.teeTime(group, { date: night.date, time: '12:00', maxPlayers: 1 })
    const { status } = await it
      .phone(group.owner.session)
      .post(`/api/tee-times/${id}/holds`, { name: 'Dave', date: night.date, time: '07:05' })
    expect(status).toBe(201)
    const open = async () => {
      const { rows } = await it.ctx.db.$client.query<{ open: number }>(
        'select open_spots($1) as open',
        [id],
      )
      return rows[0]?.open
    }
    const seen = await walk([at(evening), at(named, 20)], [changesAt, named], open)
    expect(seen).toEqual([
      [shown(at(evening)), 0],
      [shown(at(named)), 1],
    ])
  })
})

function daysAfter(date: string, days: number): string {
  return shown(Date.parse(`${date}T00:00:00Z`) + days * 24 * 60 * MINUTE).slice(0, 10)
}
