import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import type { ApiResponse } from '../../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { settleWaitingLists } from '../spots/settle-waiting-lists.ts'
import { readCards } from './store.ts'

const HOUR_MS = 3_600_000
const PASSWORD = 'seven iron to the pin'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let ann: TestGolfer
let bob: TestGolfer
let cy: TestGolfer
let teeTimeId: number

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

/**
 * Posts a tee time for Ann, three days ahead. One of its three spots is open, and the cut-off is a day before
 * tee-off.
 */
beforeEach(async () => {
  // It is 10 AM in Edmonton.
  app.clock.moveTo('2026-06-01T16:00:00Z')
  group = await make.group()
  ann = await make.member(group, { name: 'Ann Lee' })
  const golferWithPassword = await make.golfer({ name: 'Bob Hay', password: PASSWORD })
  bob = await make.member(group, { golfer: golferWithPassword })
  cy = await make.member(group, { name: 'Cy Ott' })
  const players = [ann, bob]
  ;({ id: teeTimeId } = await make.teeTime(group, {
    creator: ann,
    players,
    maxPlayers: 3,
    cancelHours: 24,
  }))
})

/**
 * Returns the list as the owner sees it. The first call caches its cards, and later calls read them from the
 * cache.
 */
async function listCards(): Promise<TeeTime[]> {
  const { status, body } = await app
    .phone(group.owner.session)
    .get(`/api/groups/slug/${group.slug}/tee-times`)
  expect(status).toBe(200)
  return body as TeeTime[]
}

const countCardReads = () => app.statements.filter((text) => text.includes('"card_rows"')).length

/** Returns the card, and makes sure that this node has cached it. */
async function readCached(): Promise<TeeTime> {
  const [listed] = await listCards()
  const reads = countCardReads()
  expect(reads).toBeGreaterThan(0)
  expect(await listCards()).toEqual([listed])
  expect(countCardReads()).toBe(reads)
  if (listed === undefined) throw new Error('The tee time is not listed')
  return listed
}

const withoutVersion = ({ version: _, ...rest }: TeeTime) => rest

/** Makes a change and checks that the card shows it. Returns the card. */
async function expectChange(what: string, change: () => Promise<unknown>): Promise<TeeTime> {
  const before = await readCached()
  await change()
  const after = await readCached()
  expect(await readCards(app.ctx.db, [teeTimeId]), what).toEqual([after])
  expect(after.version, what).toBeGreaterThan(before.version)
  expect(withoutVersion(after), what).not.toEqual(withoutVersion(before))
  return after
}

async function expectSuccess(answer: Promise<ApiResponse>): Promise<void> {
  const { status, text } = await answer
  expect(status, text).toBeLessThan(300)
}

const post = ({ session }: TestGolfer, verb: string, body: object = {}) =>
  expectSuccess(app.phone(session).post(`/api/tee-times/${teeTimeId}/${verb}`, body))
const remove = ({ session }: TestGolfer, path: string) =>
  expectSuccess(app.phone(session).delete(`/api/tee-times/${teeTimeId}/${path}`))
const rename = ({ session }: TestGolfer, name: string) =>
  expectSuccess(app.phone(session).put('/api/auth/update-name', { name }))
const claim = (golfer: TestGolfer) => post(golfer, 'claim')
const leave = (golfer: TestGolfer) => post(golfer, 'unclaim')
const joinWaitingList = (golfer: TestGolfer, autoAccept = false) =>
  post(golfer, 'wait', { autoAccept })

async function edit(change: object): Promise<void> {
  const { version } = await readCached()
  await expectSuccess(
    app.phone(ann.session).put(`/api/tee-times/${teeTimeId}`, { ...change, version }),
  )
}

async function settleAfter(milliseconds: number): Promise<void> {
  app.clock.moveBy(milliseconds)
  await settleWaitingLists(app.ctx)
}

async function waitUntilBlocked(): Promise<void> {
  const selectBlocked = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await app.ctx.db.$client.query(selectBlocked)).rowCount === 0) await sleep(5)
}

test("shows the creator's name and whether they are a member", async () => {
  await leave(ann)
  await expectChange('renamed', () => rename(ann, 'Anna Lee'))
  await expectChange('leaves the group', () =>
    expectSuccess(app.phone(ann.session).post(`/api/groups/${group.id}/leave`)),
  )
  const { creatorHasLeft } = await expectChange('comes back', () =>
    make.member(group, { golfer: ann }),
  )
  expect(creatorHasLeft).toBe(false)
})

test('shows the players', async () => {
  await expectChange('claim', () => claim(cy))
  await expectChange('renamed', () => rename(bob, 'Robert Hay'))
  await expectChange('leave', () => leave(cy))
  await claim(cy)
  await expectChange('removed from the group', () =>
    expectSuccess(
      app.phone(group.owner.session).delete(`/api/groups/${group.id}/members/${cy.id}`),
    ),
  )
  const { participants } = await expectChange('account deleted', () =>
    expectSuccess(app.phone(bob.session).delete('/api/my-account', { password: PASSWORD })),
  )
  expect(participants.map((player) => player.id)).toEqual([ann.id])
})

test('shows a claim after a change that this node has not read', async () => {
  const { notes, participants } = await expectChange('changed, then claimed', async () => {
    await app.ctx.db.execute(
      `update tee_times set notes = 'Two carts', version = version + 1 where id = ${teeTimeId}`,
    )
    await claim(cy)
  })
  expect(notes).toBe('Two carts')
  expect(participants.map((player) => player.id)).toEqual([ann.id, bob.id, cy.id])
})

test('shows a player who is renamed while claiming', async () => {
  const client = new Client({ connectionString: app.databaseUrl })
  await client.connect()
  try {
    // This lock blocks the rename, but not a claim.
    await client.query(`begin; select from golfers where id = ${cy.id} for share`)
    await expectChange('claimed and renamed', async () => {
      const renaming = rename(cy, 'Cyrus Ott')
      await waitUntilBlocked()
      await claim(cy)
      await client.query('commit')
      await renaming
    })
  } finally {
    await client.end()
  }
  const { participants } = await readCached()
  expect(participants.at(-1)).toEqual({ id: cy.id, name: 'Cyrus Ott' })
})

test('shows guests', async () => {
  const { guests } = await expectChange('brought', () => post(bob, 'guests', { name: 'Dave' }))
  await expectChange('of a host who is renamed', () => rename(bob, 'Robert Hay'))
  await expectChange('removed', () => remove(bob, `guests/${guests[0]?.id}`))
  await post(bob, 'guests', { name: 'Eve' })
  const { availableSpots } = await expectChange('leaves with the host', () => leave(bob))
  expect(availableSpots).toBe(2)
})

test('shows reservations', async () => {
  const until = { date: '2026-06-02', time: '12:00' }
  const { reservations } = await expectChange('for a member', () =>
    post(ann, 'holds', { forGolferId: cy.id, ...until }),
  )
  await expectChange('of a member who is renamed', () => rename(cy, 'Cyrus Ott'))
  await expectChange('for longer', () =>
    post(ann, 'holds', { forGolferId: cy.id, ...until, time: '13:00' }),
  )
  await expectChange('released', () => remove(ann, `holds/${reservations[0]?.id}`))
  await expectChange('by name', () => post(ann, 'holds', { name: 'Dave', ...until }))
  await expectChange('expired', () => settleAfter(30 * HOUR_MS))
  await post(ann, 'holds', { forGolferId: cy.id, date: '2026-06-03', time: '12:00' })
  const { participants } = await expectChange('claimed', () => claim(cy))
  expect(participants.map((player) => player.id)).toEqual([ann.id, bob.id, cy.id])
})

test('shows the waiting list and its offers', async () => {
  const dee = await make.member(group, { name: 'Dee Fox' })
  await claim(cy)
  await expectChange('join', () => joinWaitingList(dee))
  await expectChange('renamed', () => rename(dee, 'Deirdre Fox'))
  await expectChange('leave', () => post(dee, 'unwait'))
  await joinWaitingList(dee)
  const offered = await expectChange('offer', () => leave(cy))
  expect(offered.waiting[0]?.offeredUntil).not.toBeNull()
  const expired = await expectChange('expired', () => settleAfter(3 * HOUR_MS))
  expect(expired.availableSpots).toBe(1)
  await claim(cy)
  await joinWaitingList(dee)
  await leave(cy)
  await expectChange('accepted', () => claim(dee))
  await joinWaitingList(cy, true)
  const { participants } = await expectChange('given without asking', () => leave(dee))
  expect(participants.map((player) => player.id)).toEqual([ann.id, bob.id, cy.id])
})

test('shows late withdrawals', async () => {
  app.clock.moveTo('2026-06-03T16:00:00Z')
  const { cutOff } = await expectChange('after the cut-off', () => leave(bob))
  expect(cutOff?.owedSpots.map(({ golferId }) => golferId)).toEqual([bob.id])
  await expectChange('of a golfer who is renamed', () => rename(bob, 'Robert Hay'))
  await expectChange('settled by the next player', () => claim(cy))
  await leave(cy)
  const settled = await expectChange('settled by an edit', () => edit({ cancelHours: 1 }))
  expect(settled.cutOff?.owedSpots).toEqual([])
})

test.each([
  { course: 'Bow' },
  { date: '2026-06-05' },
  { time: '09:20' },
  { notes: 'Two carts' },
  { maxPlayers: 8 },
  { maxPlayers: 2 },
  { cancelHours: 48 },
  { cancelHours: null },
])('shows an edit: %o', async (change) => {
  await expectChange('edited', () => edit(change))
})

test('shows a call for players', async () => {
  await expectChange('called', () => post(ann, 'last-call'))
})

test('shows a frost delay', async () => {
  app.clock.moveTo('2026-06-04T12:00:00Z')
  const { version } = await readCached()
  const { time } = await expectChange('delayed', () => post(ann, 'delay', { minutes: 45, version }))
  expect(time).toBe('08:57')
})

test("shows a change of the group's time zone", async () => {
  const settings = { name: 'Early Birds', timeZone: 'America/Toronto' }
  const { time, startsAt } = await expectChange('moved', () =>
    expectSuccess(app.phone(group.owner.session).patch(`/api/groups/${group.id}/name`, settings)),
  )
  expect([time, startsAt]).toEqual(['08:12', '2026-06-04T12:12:00Z'])
})

test('shows no card for a canceled tee time', async () => {
  const versionNow = async () => {
    const { rows } = await app.ctx.db.execute<{ version: number }>(
      `select version from tee_times where id = ${teeTimeId}`,
    )
    return rows[0]?.version
  }
  const { version } = await readCached()
  await expectSuccess(app.phone(ann.session).delete(`/api/tee-times/${teeTimeId}`))
  expect(await versionNow()).toBeGreaterThan(version)
  expect(await listCards()).toEqual([])
  expect(await readCards(app.ctx.db, [teeTimeId])).toEqual([])
})
