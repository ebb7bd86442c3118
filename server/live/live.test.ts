import { register as processRegistry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LiveEvent } from '../../contract/live.ts'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

let nodeA: TestApp
let nodeB: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let member: TestGolfer

beforeAll(async () => {
  nodeA = await startTestApp()
  nodeB = await startTestApp({ databaseUrl: nodeA.databaseUrl })
  make = factories(nodeA.ctx)
})
afterAll(async () => {
  await nodeB.close()
  await nodeA.close()
})
beforeEach(async () => {
  group = await make.group()
  member = await make.member(group)
})

const setActive = (isActive: boolean) =>
  nodeA.ctx.db.execute(`update groups set is_active = ${isActive} where id = ${group.id}`)

const isCardUpdate = (id: number, minVersion: number) => (event: LiveEvent) =>
  event.type === 'tee-time' && event.teeTime.id === id && event.teeTime.version >= minVersion

test('sends each posted, claimed, left or canceled tee time to members on every node', async () => {
  const near = await nodeA.phone(group.owner.session).live()
  const far = await nodeB.phone(group.owner.session).live()
  const phone = nodeA.phone(member.session)

  const posted = await phone.post('/api/tee-times', {
    course: 'Lakeview',
    date: '2026-06-06',
    time: '08:12',
    groupId: group.id,
  })
  const { id } = posted.body as { id: number }
  for (const stream of [near, far]) {
    expect(await stream.next(isCardUpdate(id, 1))).toMatchObject({
      groupId: group.id,
      teeTime: posted.body,
    })
  }
  const claimed = await phone.post(`/api/tee-times/${id}/claim`, {})
  for (const stream of [near, far]) {
    expect(await stream.next(isCardUpdate(id, 2))).toMatchObject({ teeTime: claimed.body })
  }
  const left = await nodeB.phone(member.session).post(`/api/tee-times/${id}/unclaim`, {})
  for (const stream of [near, far]) {
    expect(await stream.next(isCardUpdate(id, 3))).toMatchObject({ teeTime: left.body })
  }
  await phone.delete(`/api/tee-times/${id}`, {})
  for (const stream of [near, far]) {
    const gone = await stream.next((event) => event.type === 'tee-time-gone')
    expect(gone).toEqual({ type: 'tee-time-gone', groupId: group.id, teeTimeId: id })
    stream.close()
  }
})

test("sends a group's tee times only to its members", async () => {
  const stranger = await make.golfer()
  const other = await make.group({ owner: stranger })
  const stream = await nodeA.phone(stranger.session).live()
  await make.teeTime(group)
  const ownTeeTime = await make.teeTime(other)
  await stream.next(isCardUpdate(ownTeeTime.id, 1))
  expect(stream.events.filter((event) => event.type === 'tee-time')).toHaveLength(1)
  stream.close()
})

test("sends the events of all of a golfer's groups, even new ones, over one connection", async () => {
  const second = await make.group()
  const stream = await nodeA.phone(member.session).live()
  await make.member(second, { golfer: member })
  await stream.next((event) => event.type === 'group-changed' && event.groupId === second.id)
  const here = await make.teeTime(group)
  const there = await make.teeTime(second)
  await stream.next(isCardUpdate(here.id, 1))
  await stream.next(isCardUpdate(there.id, 1))
  stream.close()
})

test('closes the stream when the session ends on another node', async () => {
  const stream = await nodeB.phone(member.session).live()
  await nodeA.phone(member.session).post('/api/auth/logout')
  await stream.closed
  await expect(nodeB.phone(member.session).live()).rejects.toThrow('401')
})

test("closes the stream and stops the group's events when the membership ends", async () => {
  const stream = await nodeB.phone(member.session).live()
  await nodeA.ctx.db.execute(
    `delete from group_members where group_id = ${group.id} and golfer_id = ${member.id}`,
  )
  await stream.closed
  const secondStream = await nodeB.phone(member.session).live()
  const ownGroup = await make.group({ owner: member })
  await secondStream.next(
    (event) => event.type === 'group-changed' && event.groupId === ownGroup.id,
  )
  await make.teeTime(group)
  const ownTeeTime = await make.teeTime(ownGroup)
  await secondStream.next(isCardUpdate(ownTeeTime.id, 1))
  expect(
    secondStream.events.some((event) => 'groupId' in event && event.groupId === group.id),
  ).toBe(false)
  secondStream.close()
})

test('closes the stream when the group is deactivated', async () => {
  const stream = await nodeA.phone(member.session).live()
  await setActive(false)
  await stream.closed
})

test('closes the stream when access is granted and revoked between two reads', async () => {
  const oldStream = await nodeA.phone(member.session).live()
  await setActive(false)
  await oldStream.closed
  const stream = await nodeA.phone(member.session).live()
  // `setActive` sends no NOTIFY, so the node reads the next two changes together, after the phone has fetched
  // the group.
  await setActive(true)
  expect((await nodeA.phone(member.session).get(`/api/groups/slug/${group.slug}`)).status).toBe(200)
  await setActive(false)
  await stream.closed
})

test('makes phones refetch after the connection for events is lost and restored', async () => {
  const stream = await nodeA.phone(member.session).live()
  expect(stream.events[0]).toEqual({ type: 'refetch' })
  stream.events.length = 0
  await nodeA.ctx.db.execute(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'fourball live' and datname = current_database()`,
  )
  await stream.next((event) => event.type === 'refetch')
  const card = await make.teeTime(group)
  await stream.next(isCardUpdate(card.id, 1))
  stream.close()
})

test('accepts a session only in the Authorization header', async () => {
  expect((await nodeA.phone().get('/api/live')).status).toBe(401)
  expect((await nodeA.phone().get(`/api/live?token=${member.session}`)).status).toBe(401)
  const cookie = { headers: { cookie: `sessionId=${member.session}` } }
  expect((await nodeA.phone().send('/api/live', cookie)).status).toBe(401)
})

test('measures how long it takes to send a change to phones', async () => {
  const card = await make.teeTime(group)
  const stream = await nodeA.phone(member.session).live()
  await stream.next((event) => event.type === 'refetch')
  const before = await readLag('count')
  await nodeA.phone(member.session).post(`/api/tee-times/${card.id}/claim`, {})
  await stream.next(isCardUpdate(card.id, card.version + 1))
  expect(await readLag('count')).toBeGreaterThan(before)
  expect(await readLag('sum')).toBeGreaterThan(0)
  stream.close()
})

async function readLag(what: 'count' | 'sum'): Promise<number> {
  const text = await processRegistry.getSingleMetricAsString('fourball_live_lag_seconds')
  return Number(new RegExp(`_${what} (.+)$`, 'm').exec(text)?.[1])
}
