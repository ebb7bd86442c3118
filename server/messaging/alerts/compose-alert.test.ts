import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AlertEvent } from '../../../contract/alerts.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { deleteAccount, endMember } from '../../system-tests/testing/end-accounts.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import type { DeliveryToCompose } from '../deliveries/deliver.ts'
import { composeAlert } from './compose-alert.ts'

const START = '2020-06-01T16:00:00Z'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let ann: TestGolfer
let bob: TestGolfer
let cy: TestGolfer
let teeTime: TeeTime

beforeAll(async () => {
  app = await startTestApp({ at: START })
  make = factories(app.ctx)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(START)
  group = await make.group({ expiryDate: new Date('2020-06-08T16:00:00Z') })
  ann = await make.member(group, { name: 'Ann' })
  bob = await make.member(group, { name: 'Bob' })
  cy = await make.member(group, { name: 'Cy' })
  teeTime = await make.teeTime(group, { creator: ann, maxPlayers: 2, players: [bob] })
})

const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows

function compose(
  event: AlertEvent,
  golfer: TestGolfer,
  data: DeliveryToCompose['data'] = {},
  teeTimeIds = [teeTime.id],
) {
  return composeAlert(app.ctx, {
    event,
    golferId: golfer.id,
    groupId: group.id,
    teeTimeIds,
    data,
    timeZone: 'America/Edmonton',
    createdAt: new Date(START),
    unsubscribe: undefined,
  })
}

const WAS = {
  course: 'Kananaskis',
  date: '2020-06-04',
  time: '08:12',
  maxPlayers: 2,
  notes: null,
}
const startsAt = () => new Date(teeTime.startsAt).toISOString()

/** Tee time events, each with a golfer who is notified and the data of the message. */
const TEE_TIME_ALERTS: [AlertEvent, () => TestGolfer, () => DeliveryToCompose['data']][] = [
  ['posted', () => cy, () => ({})],
  ['opened', () => cy, () => ({})],
  ['spots', () => ann, () => ({})],
  ['changed', () => bob, () => WAS],
  ['changed', () => bob, () => ({ zone: 'America/Edmonton' })],
  ['reminder-evening', () => bob, () => ({ startsAt: startsAt() })],
  ['reminder-soon', () => bob, () => ({ startsAt: startsAt() })],
]

const WAYS_TO_END: [string, (golfer: TestGolfer) => unknown][] = [
  [
    'is cancelled',
    () => query('update tee_times set cancelled_at = $2 where id = $1', [teeTime.id, START]),
  ],
  [
    'is archived',
    () => query('update tee_times set archived_at = $2 where id = $1', [teeTime.id, START]),
  ],
  ['has teed off', () => app.clock.moveTo(teeTime.startsAt)],
  ['no longer exists', () => query('delete from tee_times where id = $1', [teeTime.id])],
  [
    'is in an inactive group',
    () => query('update groups set is_active = false where id = $1', [group.id]),
  ],
  [
    'is in a group that the golfer left',
    ({ id }) => app.phone(group.owner.session).delete(`/api/groups/${group.id}/members/${id}`),
  ],
]

test.each(
  TEE_TIME_ALERTS.flatMap((notified) => WAYS_TO_END.map((end) => [...notified, ...end] as const)),
)('sends %s (%#), but not for a tee time that %4$s', async (event, golfer, data, _, happen) => {
  expect(await compose(event, golfer(), data())).toBeDefined()
  await happen(golfer())
  expect(await compose(event, golfer(), data())).toBeUndefined()
})

test.each(['posted', 'opened'] as const)(
  'sends %s only to golfers who can claim a spot',
  async (event) => {
    expect(await compose(event, bob)).toBeUndefined()
    await query(`update groups set expiry_date = $2 where id = $1`, [group.id, START])
    expect(await compose(event, cy)).toBeUndefined()
    await query(`update groups set subscription_status = 'active', renews = true where id = $1`, [
      group.id,
    ])
    expect(await compose(event, cy)).toBeDefined()
    await app.phone(group.owner.session).post(`/api/tee-times/${teeTime.id}/claim`)
    expect(await compose(event, cy)).toBeUndefined()
  },
)

test("sends 'spots' only to the poster, as about their own round if they play", async () => {
  expect(await compose('spots', bob)).toBeUndefined()
  const messageBeforeClaim = await compose('spots', ann)
  expect(messageBeforeClaim?.ownRoundAt).toBeUndefined()
  expect(messageBeforeClaim?.mail.calendar).toBeUndefined()
  await app.phone(ann.session).post(`/api/tee-times/${teeTime.id}/claim`)
  const messageAfterClaim = await compose('spots', ann)
  expect(messageAfterClaim?.ownRoundAt).toEqual(new Date(teeTime.startsAt))
  expect(messageAfterClaim?.mail.calendar).toContain('STATUS:CONFIRMED')
})

test("sends 'changed' with a calendar file, but not for a reverted edit or to non-players", async () => {
  const composed = await compose('changed', bob, WAS)
  expect(composed?.ownRoundAt).toEqual(new Date(teeTime.startsAt))
  expect(composed?.mail.calendar).toContain('SEQUENCE:')
  expect(await compose('changed', bob, { ...WAS, course: teeTime.course })).toBeUndefined()
  expect(await compose('changed', cy, WAS)).toBeUndefined()
})

test("sends 'cancelled' to players until tee-off, and only if the tee time was canceled", async () => {
  expect(await compose('cancelled', bob, { by: ann.id })).toBeUndefined()
  await app.phone(ann.session).delete(`/api/tee-times/${teeTime.id}`)
  const composed = await compose('cancelled', bob, { by: ann.id })
  expect(composed?.text).toContain('Cancelled by Ann: #1 ')
  expect(composed?.mail.calendar).toContain('STATUS:CANCELLED')
  expect(composed?.ownRoundAt).toEqual(new Date(teeTime.startsAt))
  expect(await compose('cancelled', cy, { by: ann.id })).toBeUndefined()
  app.clock.moveTo(teeTime.startsAt)
  expect(await compose('cancelled', bob, { by: ann.id })).toBeUndefined()
})

test('gives the deadline of a cut-off reminder, a reservation and an offer', async () => {
  teeTime = await make.teeTime(group, { creator: ann, cancelHours: 24 })
  const cutOff = '2020-06-03T14:12:00.000Z'
  expect((await compose('cut-off', ann, { cutOff }))?.usefulUntil).toEqual(new Date(cutOff))
  const until = '2020-06-02T08:00:00.000Z'
  for (const [status, event] of [
    ['reservation', 'reserved'],
    ['offer', 'offer'],
  ] as const) {
    await query(
      `update spots set status = $2, golfer_id = $3, until = $4, claimed_at = $5, claim_id = 1
       where tee_time_id = $1 and position = 1`,
      [teeTime.id, status, cy.id, until, START],
    )
    const deadline = new Date(until)
    expect(await compose(event, cy, { until })).toMatchObject({
      usefulUntil: deadline,
      expiresAt: deadline,
    })
  }
})

test.each([
  ['posted', () => cy],
  ['opened', () => cy],
  ['last-call', () => cy],
  ['spots', () => ann],
  ['offer-expired', () => cy],
] as const)('gives tee-off as the deadline of %s', async (event, golfer) => {
  teeTime = await make.teeTime(group, { creator: ann, cancelHours: 24 })
  expect((await compose(event, golfer()))?.usefulUntil).toEqual(new Date(teeTime.startsAt))
})

test("gives an hour after tee-off as the deadline of 'running-late'", async () => {
  teeTime = await make.teeTime(group, { creator: ann, players: [bob, cy] })
  app.clock.moveTo(teeTime.startsAt)
  app.clock.moveBy(30 * 60_000)
  const composed = await compose('running-late', bob, { by: cy.id, minutes: 10 })
  const deadline = new Date('2020-06-04T15:12:00Z')
  expect(composed).toMatchObject({ usefulUntil: deadline, expiresAt: deadline })
})

test('gives the first tee-off as the deadline of a message about several tee times', async () => {
  const later = await make.teeTime(group, { creator: ann, time: '09:00' })
  const composed = await compose('posted', cy, {}, [later.id, teeTime.id])
  expect(composed?.usefulUntil).toEqual(new Date(teeTime.startsAt))
  // A notification is still useful for the later tee time.
  expect(composed?.expiresAt).toEqual(new Date(later.startsAt))
})

test("sends 'spot-filled' to a golfer who still plays, because a guest's spot was owed", async () => {
  expect((await compose('spot-filled', bob, { by: cy.id }))?.text).toMatch(
    /^Fourball: You won't have to pay for a spot you gave up in .*: Cy took it\./,
  )
})

test("attaches the updated calendar entry to 'delayed' for players only", async () => {
  const data = { [teeTime.id]: '07:00' }
  expect((await compose('delayed', bob, data))?.mail.calendar).toMatch(/^BEGIN:VCALENDAR/)
  const toPoster = await compose('delayed', ann, data)
  expect(toPoster?.mail.body).toMatch(/The tee time you posted at .* is delayed to/)
  expect(toPoster?.mail.calendar).toBeUndefined()
})

test('sends reminders only for the tee-off they were queued for, and only to current players', async () => {
  const reminderData = { startsAt: startsAt() }
  expect((await compose('reminder-evening', bob, reminderData))?.ownRoundAt).toEqual(
    new Date(teeTime.startsAt),
  )
  expect(
    await compose('reminder-evening', bob, { startsAt: '2020-06-04T14:13:00.000Z' }),
  ).toBeUndefined()
  await app.phone(bob.session).post(`/api/tee-times/${teeTime.id}/unclaim`)
  expect(await compose('reminder-evening', bob, reminderData)).toBeUndefined()
})

test("sends 'added' only to current members", async () => {
  const addedData = { how: 'added', by: ann.id }
  expect((await compose('added', bob, addedData))?.text).toContain('Ann added you to')
  await deleteAccount(app.ctx, ann.id)
  expect((await compose('added', bob, addedData))?.text).toContain("You're now in")
  await endMember(app.ctx, { groupId: group.id, golferId: bob.id })
  expect(await compose('added', bob, addedData)).toBeUndefined()
})

test("sends 'join-request' to the owner and admins while a request is pending", async () => {
  expect(await compose('join-request', group.owner)).toBeUndefined()
  await query(
    `insert into join_requests (group_id, name, email, phone, created_at)
     values ($1, 'Dan', 'dan@club.example', '', $2)`,
    [group.id, START],
  )
  expect((await compose('join-request', group.owner))?.text).toContain('Dan wants to join')
  expect(await compose('join-request', bob)).toBeUndefined()
  await query(
    `update join_requests set decision = 'declined', decided_at = $2 where group_id = $1`,
    [group.id, START],
  )
  expect(await compose('join-request', group.owner)).toBeUndefined()
})

test('sends ownership and trial alerts only to the owner', async () => {
  const end = { expiryDate: '2020-06-08T16:00:00.000Z' }
  expect(await compose('ownership', bob, { by: ann.id })).toBeUndefined()
  expect(await compose('trial-ends', bob, end)).toBeUndefined()
  expect(await compose('ownership', group.owner, { by: ann.id })).toBeDefined()
  expect((await compose('trial-ends', group.owner, end))?.text).toContain('in 7 days')
  expect(
    await compose('trial-ends', group.owner, { expiryDate: '2020-06-09T16:00:00.000Z' }),
  ).toBeUndefined()
  await query(`update groups set subscription_status = 'active', renews = true where id = $1`, [
    group.id,
  ])
  expect(await compose('trial-ends', group.owner, end)).toBeUndefined()
})

test('composes account alerts that are not about a round or a group', async () => {
  const composed = await compose('password-changed', bob)
  expect(composed?.ownRoundAt).toBeUndefined()
  expect(composed?.text).toBeUndefined()
  expect(composed?.mail.subject).toBe('Your Fourball password was changed')
})

test('includes at most fifty tee times in a message and says that there are more', async () => {
  for (let n = 0; n < 51; n += 1) await make.teeTime(group, { creator: ann })
  const rows = await query('select id from tee_times where group_id = $1 order by id', [group.id])
  const composed = await composeAlert(app.ctx, {
    event: 'posted',
    golferId: cy.id,
    groupId: group.id,
    teeTimeIds: rows.map(({ id }) => id),
    data: {},
    timeZone: 'America/Edmonton',
    createdAt: new Date(START),
    unsubscribe: undefined,
  })
  expect(composed?.text).toMatch(/^Fourball: (49|50)\+ new tee times in /)
  expect(composed?.mail.body.match(/posted a tee time/g)?.length).toBeLessThanOrEqual(50)
})
