import { parseCronItems } from 'graphile-worker'
import { scheduleOf, tasksOf } from '../../app/jobs.ts'
import type { ForecastProvider } from '../../providers/forecasts/forecasts.ts'
import { factories, type TestGolfer, type TestGroup } from './factories.ts'
import type { ApiResponse } from './phone.ts'
import { startTestApp } from './test-app.ts'

const MINUTE = 60_000
/** Within this many minutes of an important moment, the clock moves one minute at a time. */
const NEAR_MINUTES = 1
const INSTANT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z/g
/** At all other times, the clock moves by this many minutes. */
const STRIDE_MINUTES = 30

/** An instant as a readable local time with its UTC offset, such as `2025-03-09T03:00-06:00`. */
export type Moment = string

/** When the walk noticed that something had happened, and what. */
export type WalkEvent = readonly [Moment, string]

export type Action = readonly [Moment, () => Promise<unknown>]

/**
 * A row of data that shows that something has happened, such as a text. `story` is the name of the group. The
 * walk reports each id once, when the row first appears. Instants in `what`, such as `2025-03-09T09:00Z`, are
 * reported as moments.
 */
export interface Fact {
  readonly id: string
  readonly story: string
  readonly what: string
}

/** A golfer's preferences. Quiet hours are from 21:00 to 8:00 by default. */
export interface GolferPreferences {
  readonly quietHours?: readonly [from: string, to: string]
  /** IANA time zone; by default, the group's. */
  readonly timeZone?: string
}

/**
 * Makes jobs wait for the walk's clock instead of the database's. A trigger moves jobs that are not due yet
 * to the far future. They come back when the walk reaches their time.
 */
const JOBS_WAIT_SQL = `
  create table walk (now timestamptz not null);
  insert into walk values ('-infinity');
  create function wait_for_the_walk() returns trigger language plpgsql as $$
  begin
    if new.run_at < '2900-01-01' then
      -- A job that was queued without a time is due at now(), the start of its transaction.
      new.run_at := case
        when new.run_at = now() or new.run_at <= (select now from walk) then 'epoch'
        else new.run_at + interval '365000 days'
      end;
    end if;
    return new;
  end $$;
  create trigger wait_for_the_walk before insert or update of run_at
    on graphile_worker._private_jobs for each row execute function wait_for_the_walk()`

const NEXT_STEP_SQL = `
  with walked as (update walk set now = $1::timestamptz returning now)
  update graphile_worker._private_jobs j set run_at = 'epoch' from walked
  where j.run_at >= '2900-01-01' and j.run_at - interval '365000 days' <= walked.now`

const TEXTS_SQL = `
  select 'text ' || m.id as id, g.name as story, who.name || ': ' || d.event as what
  from messages m join deliveries d on m.key = 'deliver:' || d.id || ':text'
  join groups g on g.id = d.group_id
  join golfers who on who.id = d.golfer_id and who.text_consent_at is not null
  order by m.id`

/**
 * Starts the app with a clock that the test moves forward in small steps. Scheduled tasks and queued jobs run
 * as soon as they are due by this clock, so the test sees at which minute each thing happens.
 */
export async function startClockWalk({ forecasts }: { forecasts?: ForecastProvider } = {}) {
  // These tests need no payments, and the sandbox would run a job every minute.
  const app = await startTestApp({ payments: undefined, ...(forecasts && { forecasts }) })
  const make = factories(app.ctx)
  const tasks = tasksOf(app.ctx)
  const schedule = parseCronItems(scheduleOf(app.ctx))
  const query = async (statement: string, values: unknown[] = []) =>
    (await app.ctx.db.$client.query(statement, values)).rows
  await query(JOBS_WAIT_SQL)
  let golferCount = 0

  async function stepTo(instant: number, actions: readonly Action[]): Promise<void> {
    const now = new Date(instant)
    app.clock.moveTo(now.toISOString())
    await query(NEXT_STEP_SQL, [now])
    for (const [moment, act] of actions) if (Date.parse(moment) === instant) await act()
    const cronMinute = {
      min: now.getUTCMinutes(),
      hour: now.getUTCHours(),
      date: now.getUTCDate(),
      month: now.getUTCMonth() + 1,
      dow: now.getUTCDay(),
    }
    await Promise.all(
      schedule.filter(({ match }) => match(cronMinute)).map(({ task }) => tasks[task]?.({})),
    )
    const queued = await query('select from graphile_worker.jobs where run_at <= now() limit 1')
    if (queued.length > 0) await app.runJobs()
  }

  async function golfer(name: string, preferences: GolferPreferences = {}): Promise<TestGolfer> {
    golferCount += 1
    const phone = `+1403555${String(golferCount).padStart(4, '0')}`
    const created = await make.golfer({ name, phone })
    const { id } = created
    await query('update golfers set text_consent_at = $2 where id = $1', [id, app.clock.now()])
    const [from, to] = preferences.quietHours ?? ['21:00', '08:00']
    await query(
      'insert into preferences (golfer_id, quiet_from, quiet_to, time_zone) values ($1, $2, $3, $4)',
      [id, from, to, preferences.timeZone ?? null],
    )
    return created
  }

  return {
    app,
    /** Moves the clock to a moment and deactivates the groups of earlier walks. */
    async beginAt(moment: Moment): Promise<void> {
      app.clock.moveTo(new Date(Date.parse(moment)).toISOString())
      await query('update groups set is_active = false')
    },
    /** Creates a group named `story`. The default owner gets only emails, which walks do not report. */
    group: (
      story: string,
      timeZone: string,
      plan: { owner?: TestGolfer; expiryDate?: Date } = {},
    ): Promise<TestGroup> => make.group({ name: story, timeZone, ...plan }),
    golfer,
    async member(
      group: TestGroup,
      name: string,
      preferences: GolferPreferences = {},
    ): Promise<TestGolfer> {
      return make.member(group, { golfer: await golfer(name, preferences) })
    },
    teeTime: make.teeTime,
    /** Makes a POST request that must succeed. @throws Error with the response if it fails */
    async tap(golfer: TestGolfer, path: string, body: object = {}): Promise<ApiResponse> {
      const answer = await app.phone(golfer.session).post(path, body)
      if (answer.status >= 300) throw new Error(`${path} returned ${answer.text}`)
      return answer
    },
    /**
     * Moves the clock from one moment to another: one minute at a time around expected events, actions and
     * `marks`, otherwise `strideMinutes` at a time. Returns what happened after `from`, by story. Events of
     * the same minute are in alphabetical order.
     * @param plan `factsSql` is SQL that selects rows of {@link Fact}, to watch in addition to texts
     */
    async walk(plan: {
      from: Moment
      to: Moment
      timeZone: string
      actions?: readonly Action[]
      expected: Readonly<Record<string, readonly WalkEvent[]>>
      marks?: readonly Moment[]
      factsSql?: string
      strideMinutes?: number
    }): Promise<Record<string, WalkEvent[]>> {
      const { actions = [], expected, marks = [], strideMinutes = STRIDE_MINUTES } = plan
      const toMoment = (instant: number) => momentOf(instant, plan.timeZone)
      const nearInstants = [
        ...actions.map(([at]) => at),
        ...Object.values(expected).flatMap((events) => events.map(([at]) => at)),
        ...marks,
      ].flatMap((mark) =>
        Array.from(
          { length: 2 * NEAR_MINUTES + 1 },
          (_, n) => Date.parse(mark) + (n - NEAR_MINUTES) * MINUTE,
        ),
      )
      const [from, to] = [Date.parse(plan.from), Date.parse(plan.to)]
      const strideInstants = Array.from(
        { length: Math.floor((to - from) / (strideMinutes * MINUTE)) + 1 },
        (_, n) => from + n * strideMinutes * MINUTE,
      )
      const steps = [...new Set([...strideInstants, ...nearInstants])].filter(
        (at) => from < at && at <= to,
      )
      const readFacts = async (): Promise<Fact[]> => [
        ...(plan.factsSql === undefined ? [] : await query(plan.factsSql)),
        ...(await query(TEXTS_SQL)),
      ]
      await stepTo(from, [])
      const reportedIds = new Set((await readFacts()).map(({ id }) => id))
      const eventsByStory: Record<string, WalkEvent[]> = Object.fromEntries(
        Object.keys(expected).map((story) => [story, []]),
      )
      for (const instant of steps.sort((a, b) => a - b)) {
        await stepTo(instant, actions)
        const newFacts = (await readFacts()).filter(({ id }) => !reportedIds.has(id))
        for (const { id, story, what } of newFacts.sort((a, b) => (a.what < b.what ? -1 : 1))) {
          reportedIds.add(id)
          const events = eventsByStory[story] ?? []
          eventsByStory[story] = events
          const described = what.replaceAll(INSTANT, (found) => toMoment(Date.parse(found)))
          events.push([toMoment(instant), described])
        }
      }
      return eventsByStory
    },
    close: () => app.close(),
  }
}

export type ClockWalk = Awaited<ReturnType<typeof startClockWalk>>

/** Formats an instant without the app's own date code, so that a bug in that code shows up. */
function momentOf(instant: number, timeZone: string): Moment {
  const localTime = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(instant)
  const gmtOffset = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value
  return localTime.replace(' ', 'T') + (gmtOffset?.slice('GMT'.length) || '+00:00')
}
