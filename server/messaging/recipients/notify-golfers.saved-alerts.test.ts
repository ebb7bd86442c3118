import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { notifyOpened, notifyPosted } from './notify-golfers.ts'

/** A Monday morning in Calgary. */
const START = '2020-06-01T16:00:00Z'
const MINUTE = 60_000
const SATURDAY = { date: '2020-06-06', time: '08:12' }

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let bob: TestGolfer

beforeAll(async () => {
  app = await startTestApp({ at: START })
  make = factories(app.ctx)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(START)
  group = await make.group()
  bob = await make.member(group, { name: 'Bob' })
  await make.member(group, { name: 'Cy' })
})

const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows

async function saveAlert(golfer: TestGolfer, form: object = { days: [6], notAfter: '10:00' }) {
  const path = `/api/groups/${group.id}/my-wishes`
  expect((await app.phone(golfer.session).post(path, form)).status).toBe(201)
}

/**
 * Runs the jobs of a kind that are due by the app's clock, and those that were added to run immediately. The
 * latter are due by the database's clock. Returns when the remaining jobs are due.
 */
async function runDueJobs(task: 'notify_posted' | 'notify_opened'): Promise<Date[]> {
  const due = await query(
    `delete from graphile_worker._private_jobs j using graphile_worker.jobs known
     where known.id = j.id and known.task_identifier = $1 and (j.run_at <= $2 or j.run_at > now() - interval '1 hour')
     returning j.payload`,
    [task, app.clock.now()],
  )
  for (const { payload } of due) {
    await (task === 'notify_posted' ? notifyPosted : notifyOpened)(app.ctx, payload)
  }
  const left = await query(
    'select run_at as at from graphile_worker.jobs where task_identifier = $1',
    [task],
  )
  return left.map(({ at }) => at)
}

async function listNotified(event: 'posted' | 'opened'): Promise<string[]> {
  const rows = await query(
    `select g.name || ' ' || cardinality(d.tee_time_ids) as notified
     from deliveries d join golfers g on g.id = d.golfer_id
     where d.event = $1 and d.group_id = $2 order by d.id`,
    [event, group.id],
  )
  return rows.map((row) => row.notified)
}

beforeEach(() => query('delete from graphile_worker._private_jobs'))

test('notifies golfers with a matching alert immediately, others ten minutes later, each once', async () => {
  await saveAlert(bob)
  await make.teeTime(group, SATURDAY)
  expect(await runDueJobs('notify_posted')).toEqual([new Date(Date.parse(START) + 10 * MINUTE)])
  expect(await listNotified('posted')).toEqual(['Bob 1'])
  app.clock.moveBy(10 * MINUTE - 1)
  await runDueJobs('notify_posted')
  expect(await listNotified('posted')).toEqual(['Bob 1'])
  app.clock.moveBy(1)
  expect(await runDueJobs('notify_posted')).toEqual([])
  expect(await listNotified('posted')).toEqual(['Bob 1', 'Cy 1'])
})

test.each([
  ['another day', { days: [7] }],
  ['an earlier hour', { days: [6], notAfter: '08:11' }],
  ['a later hour', { days: [6], notBefore: '08:13' }],
  ['another course', { days: [6], course: 'shaganappi links' }],
])('does not delay the others if the saved alert is for %s', async (_, form) => {
  await saveAlert(bob, form)
  await make.teeTime(group, SATURDAY)
  expect(await runDueJobs('notify_posted')).toEqual([])
  expect(await listNotified('posted')).toEqual(['Bob 1', 'Cy 1'])
})

test.each([
  ['at exactly that hour', { days: [5, 6], notBefore: '08:12', notAfter: '08:12' }],
  ['that matches part of the course name', { days: [6], course: 'POINT shaga' }],
])('gives a head start to a saved alert %s', async (_, form) => {
  await saveAlert(bob, form)
  await make.teeTime(group, SATURDAY)
  await runDueJobs('notify_posted')
  expect(await listNotified('posted')).toEqual(['Bob 1'])
})

test.each([
  ['muted the group', 'update group_members set muted = true where golfer_id = $1'],
  [
    'switched these messages off',
    `insert into preferences (golfer_id, channels) values ($1, '{"posted":"off"}')`,
  ],
])('does not notify a golfer who has %s, and does not delay the others', async (_, statement) => {
  await saveAlert(bob)
  await query(statement, [bob.id])
  await make.teeTime(group, SATURDAY)
  expect(await runDueJobs('notify_posted')).toEqual([])
  expect(await listNotified('posted')).toEqual(['Cy 1'])
})

test("does not delay the others if only the creator's own saved alert matches", async () => {
  await saveAlert(group.owner)
  await make.teeTime(group, SATURDAY)
  expect(await runDueJobs('notify_posted')).toEqual([])
})

test('delays only tee times that match a saved alert and combines the rest into one message', async () => {
  await saveAlert(bob)
  await make.teeTime(group, SATURDAY)
  await make.teeTime(group, { ...SATURDAY, time: '12:00' })
  await make.teeTime(group, { ...SATURDAY, time: '13:00' })
  await runDueJobs('notify_posted')
  expect(await listNotified('posted')).toEqual(['Bob 3', 'Cy 2'])
  // Cy's alert about the 8:12 tee time is delayed. Alerts about a tee time posted meanwhile are not.
  app.clock.moveBy(5 * MINUTE)
  await make.teeTime(group, { ...SATURDAY, time: '14:00' })
  await runDueJobs('notify_posted')
  expect(await listNotified('posted')).toEqual(['Bob 3', 'Cy 2', 'Bob 1', 'Cy 1'])
  app.clock.moveBy(5 * MINUTE)
  expect(await runDueJobs('notify_posted')).toEqual([])
  expect(await listNotified('posted')).toEqual(['Bob 3', 'Cy 2', 'Bob 1', 'Cy 1', 'Cy 1'])
})

test('notifies each golfer once if three workers run the job repeatedly', async () => {
  await saveAlert(bob)
  const { id } = await make.teeTime(group, SATURDAY)
  const runNotifyPosted = (more: object = {}) =>
    notifyPosted(app.ctx, { groupId: group.id, ...more })
  await Promise.all([runNotifyPosted(), runNotifyPosted(), runNotifyPosted()])
  expect(await listNotified('posted')).toEqual(['Bob 1'])
  await Promise.all([
    runNotifyPosted({ savedAlertMatches: [id] }),
    runNotifyPosted(),
    runNotifyPosted({ savedAlertMatches: [id] }),
  ])
  await runNotifyPosted({ savedAlertMatches: [id] })
  expect(await listNotified('posted')).toEqual(['Bob 1', 'Cy 1'])
})

test('notifies everyone immediately of a round that starts within ten minutes', async () => {
  await saveAlert(bob, { days: [1] })
  await make.teeTime(group, { date: '2020-06-01', time: '10:10' })
  expect(await runDueJobs('notify_posted')).toEqual([])
  expect(await listNotified('posted')).toEqual(['Bob 1', 'Cy 1'])
})

/** Makes all jobs due by the app's clock. Their due times were set by the database's clock. */
const makeJobsDue = () =>
  query('update graphile_worker._private_jobs set run_at = $1', [app.clock.now()])

test('notifies golfers with a matching alert first when a spot opens, too', async () => {
  const dee = await make.member(group, { name: 'Dee' })
  await saveAlert(bob)
  await saveAlert(dee)
  app.clock.moveTo('2020-06-05T16:00:00Z')
  const { id } = await make.teeTime(group, { ...SATURDAY, maxPlayers: 1, players: [dee] })
  await runDueJobs('notify_posted')
  app.clock.moveBy(10 * MINUTE)
  await runDueJobs('notify_posted')
  const tap = async ({ session }: TestGolfer, what: 'claim' | 'unclaim') =>
    expect((await app.phone(session).post(`/api/tee-times/${id}/${what}`)).status).toBe(200)
  await tap(dee, 'unclaim')
  await makeJobsDue()
  expect(await runDueJobs('notify_opened')).toEqual([
    new Date(app.clock.now().getTime() + 10 * MINUTE),
  ])
  expect(await listNotified('opened')).toEqual(['Bob 1'])
  // Before the other members are notified, the spot is taken, so they get no alert. The next open spot is
  // announced immediately, although the last alert was less than 15 minutes ago.
  await tap(bob, 'claim')
  app.clock.moveBy(10 * MINUTE)
  expect(await runDueJobs('notify_opened')).toEqual([])
  expect(await listNotified('opened')).toEqual(['Bob 1'])
  app.clock.moveBy(MINUTE)
  await tap(bob, 'unclaim')
  await makeJobsDue()
  await runDueJobs('notify_opened')
  app.clock.moveBy(10 * MINUTE)
  await runDueJobs('notify_opened')
  expect(await listNotified('opened')).toEqual(['Bob 1', 'Dee 1', 'Cy 1'])
})
