import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { remindOfCutOffs } from './remind-of-cut-offs.ts'

/** When the reminder is due: twelve hours before the cut-off, which is on Wednesday at 8:12. */
const REMINDER_DUE = '2026-06-03T02:12:00Z'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let ann: TestGolfer
let bob: TestGolfer
let round: TeeTime

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

beforeEach(async () => {
  app.clock.moveTo('2026-06-01T16:00:00Z')
  group = await make.group()
  ann = await make.member(group, { name: 'Ann Lee' })
  bob = await make.member(group, { name: 'Bob Hay' })
  round = await make.teeTime(group, { creator: ann, cancelHours: 24, players: [ann, bob] })
})

const edit = async (change: object) => {
  const { body } = await app.phone(bob.session).post(`/api/tee-times/${round.id}/claim`)
  const { version } = body as TeeTime
  const answer = await app
    .phone(ann.session)
    .put(`/api/tee-times/${round.id}`, { ...change, version })
  expect(answer.status, answer.text).toBe(200)
}

/** Runs the job twice in parallel at `time`. Returns all cut-off reminders sent in this group so far. */
async function runJobAndListReminders(time: string): Promise<object[]> {
  app.clock.moveTo(time)
  await Promise.all([remindOfCutOffs(app.ctx), remindOfCutOffs(app.ctx)])
  const { rows } = await app.ctx.db.execute<{ golferId: number; cutOff: string }>(
    `select golfer_id as "golferId", data ->> 'cutOff' as "cutOff" from deliveries
     where event = 'cut-off' and group_id = ${group.id} order by id`,
  )
  return rows
}

const reminder = (overrides: object = {}) => ({
  golferId: ann.id,
  cutOff: '2026-06-03T14:12:00.000Z',
  ...overrides,
})

test('reminds only once, even if several workers check at the same time', async () => {
  expect(await runJobAndListReminders('2026-06-03T02:11:59Z')).toEqual([])
  expect(await runJobAndListReminders(REMINDER_DUE)).toEqual([reminder()])
  expect(await runJobAndListReminders('2026-06-03T02:13:00Z')).toEqual([reminder()])
})

test('still reminds after downtime, until the cut-off', async () => {
  expect(await runJobAndListReminders('2026-06-03T14:11:00Z')).toEqual([reminder()])
  await edit({ time: '08:00' })
  expect(await runJobAndListReminders('2026-06-03T14:12:00Z')).toEqual([reminder()])
})

test('reminds again for a new cut-off, up to two hours before it', async () => {
  await runJobAndListReminders(REMINDER_DUE)
  await edit({ cancelHours: 12 })
  expect(await runJobAndListReminders('2026-06-03T13:00:00Z')).toEqual([reminder()])
  // The cut-off is at 20:12. Twelve hours before is 8:12, outside the quiet hours.
  expect(await runJobAndListReminders('2026-06-03T14:12:00Z')).toEqual([
    reminder(),
    reminder({ cutOff: '2026-06-04T02:12:00.000Z' }),
  ])
  await edit({ cancelHours: 15 })
  expect(await runJobAndListReminders('2026-06-03T21:11:00Z')).toHaveLength(2)
  expect(await runJobAndListReminders('2026-06-03T21:12:00Z')).toHaveLength(3)
})

test('does not remind again after other changes', async () => {
  await runJobAndListReminders(REMINDER_DUE)
  await edit({ notes: 'Two carts', maxPlayers: 3 })
  expect(await runJobAndListReminders('2026-06-03T10:00:00Z')).toEqual([reminder()])
})

test('reminds as soon as a spot opens in a full tee time', async () => {
  await edit({ maxPlayers: 2 })
  expect(await runJobAndListReminders(REMINDER_DUE)).toEqual([])
  await app.phone(bob.session).post(`/api/tee-times/${round.id}/unclaim`)
  expect(await runJobAndListReminders('2026-06-03T09:00:00Z')).toEqual([reminder()])
})

test('counts a guest as a filled spot, but not a reservation', async () => {
  await edit({ maxPlayers: 3 })
  await app.phone(bob.session).post(`/api/tee-times/${round.id}/guests`, { name: 'Dave' })
  expect(await runJobAndListReminders(REMINDER_DUE)).toEqual([])
  await edit({ maxPlayers: 4 })
  const until = { date: '2026-06-04', time: '08:00' }
  const path = `/api/tee-times/${round.id}/holds`
  const { status } = await app.phone(ann.session).post(path, { name: 'Eve', ...until })
  expect(status).toBe(201)
  expect(await runJobAndListReminders('2026-06-03T03:00:00Z')).toEqual([reminder()])
})

test.each([
  ['was canceled', (id: number) => app.phone(ann.session).delete(`/api/tee-times/${id}`)],
  [
    'was posted by a golfer who left',
    () => app.phone(ann.session).post(`/api/groups/${group.id}/leave`),
  ],
  [
    'is in an inactive group',
    () => app.ctx.db.execute(`update groups set is_active = false where id = ${group.id}`),
  ],
  ['no longer has a cut-off', () => edit({ cancelHours: null })],
])('does not remind about a tee time that %s', async (_what, change) => {
  await change(round.id)
  expect(await runJobAndListReminders(REMINDER_DUE)).toEqual([])
})
