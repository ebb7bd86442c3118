// @module-tag thorough
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LiveEvent } from '../../contract/live.ts'
import { hashOf } from '../identity/access.ts'
import { factories, type TestGolfer, type TestGroup } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'
import { raiseCardVersions } from '../tee-times/spots/store.ts'
import { EventRelay } from './relay-events.ts'
import { signalLiveEvents } from './store.ts'
import { LiveStream } from './streams.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let member: TestGolfer

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())
beforeEach(async () => {
  group = await make.group()
  member = await make.member(group)
})

const isCardUpdate = (id: number, minVersion: number) => (event: LiveEvent) =>
  event.type === 'tee-time' && event.teeTime.id === id && event.teeTime.version >= minVersion

/** Locks a table while `work` runs. Reads of the table wait until then. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: app.databaseUrl })
  await client.connect()
  try {
    await client.query(`begin; lock table ${table} in access exclusive mode`)
    await work()
  } finally {
    await client.end()
  }
}

/** Renames a table or view while `work` runs, so that reads of it fail. */
async function whileRenamed(relation: string, work: () => Promise<void>): Promise<void> {
  await app.ctx.db.execute(`alter table ${relation} rename to away`)
  try {
    await work()
  } finally {
    await app.ctx.db.execute(`alter table away rename to ${relation}`)
  }
}

/** Adds an event that no change has caused, and signals it. */
async function addEvent(event: {
  type: string
  golferId?: number
  teeTimeId?: number
}): Promise<void> {
  const { type, golferId = null, teeTimeId = null } = event
  await app.ctx.db.execute(sql`insert into live_events (type, group_id, golfer_id, tee_time_id)
    values (${type}, ${group.id}, ${golferId}, ${teeTimeId})`)
  await signalLiveEvents(app.ctx.db)
}

const removeMember = (golfer: TestGolfer) =>
  app.ctx.db.execute(
    `delete from group_members where group_id = ${group.id} and golfer_id = ${golfer.id}`,
  )

test('sends a removed member no change that was committed after the removal', async () => {
  const card = await make.teeTime(group)
  await waitUntilAllSent()
  const memberStream = await app.phone(member.session).live()
  const ownerStream = await app.phone(group.owner.session).live()
  await whileLocked('sessions', async () => {
    await removeMember(member)
    await raiseCardVersions(app.ctx.db, [card.id])
    await ownerStream.next(isCardUpdate(card.id, card.version + 1))
  })
  await memberStream.closed
  expect(memberStream.events.filter((event) => event.type === 'tee-time')).toEqual([])
  ownerStream.close()
})

test('sends a removed member no later version of a card, even for an event before the removal', async () => {
  const card = await make.teeTime(group)
  await waitUntilAllSent()
  const memberStream = await app.phone(member.session).live()
  const ownerStream = await app.phone(group.owner.session).live()
  const change = `with touched as (
      update tee_times set version = version + 1 where id = ${card.id} returning version
    )
    insert into live_events (type, group_id, tee_time_id, version)
    select 'tee_time', ${group.id}, ${card.id}, version from touched`
  const client = new Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query('begin; lock table golfers in access exclusive mode')
  await app.ctx.db.execute(change)
  await waitUntilBlocked()
  // The blocked read will return a card with this change, before the node reads the event of the removal.
  await client.query(`delete from group_members
    where group_id = ${group.id} and golfer_id = ${member.id}; ${change}; commit`)
  await client.end()
  await ownerStream.next(isCardUpdate(card.id, card.version + 2))
  await memberStream.closed
  expect(memberStream.events.filter((event) => event.type === 'tee-time')).toEqual([])
  ownerStream.close()
})

test('sends a change to phones even if the node that made the change sends no signal', async () => {
  const card = await make.teeTime(group)
  await waitUntilAllSent()
  const stream = await app.phone(member.session).live()
  await raiseCardVersions(app.ctx.db, [card.id])
  const committedAt = performance.now()
  await stream.next(isCardUpdate(card.id, card.version + 1))
  expect(performance.now() - committedAt).toBeLessThan(3_000)
  stream.close()
})

test('sends a card once for changes that are read together, and never repeats a version', async () => {
  const card = await make.teeTime(group)
  await waitUntilAllSent()
  const stream = await app.phone(member.session).live()
  await app.ctx.db.transaction(async (tx) => {
    for (let n = 0; n < 20; n += 1) await raiseCardVersions(tx, [card.id])
  })
  await stream.next(isCardUpdate(card.id, card.version + 20))
  await app.ctx.db.execute(`insert into live_events (type, group_id, tee_time_id, version)
    values ('tee_time', ${group.id}, ${card.id}, ${card.version + 20})`)
  await waitUntilAllSent()
  expect(stream.events.filter(isCardUpdate(card.id, 1))).toHaveLength(1)
  stream.close()
})

test('sends golfers who keep access the events that were held back during the check', async () => {
  const card = await make.teeTime(group)
  await waitUntilAllSent()
  const stream = await app.phone(member.session).live()
  const other = await make.group({ owner: member })
  await stream.next((event) => event.type === 'group-changed' && event.groupId === other.id)
  await whileLocked('sessions', async () => {
    await app.ctx.db.execute(`update groups set name = 'New Name' where id = ${group.id}`)
    await raiseCardVersions(app.ctx.db, [card.id])
    // The stream still gets the events of other groups, whose access is not being rechecked.
    const posted = await make.teeTime(other)
    await stream.next(isCardUpdate(posted.id, 1))
    expect(stream.events.some(isCardUpdate(card.id, 1))).toBe(false)
  })
  await stream.next(isCardUpdate(card.id, card.version + 1))
  expect(stream.events).toContainEqual({ type: 'group-changed', groupId: group.id })
  stream.close()
})

const isGone = (event: LiveEvent) => event.type === 'tee-time-gone'

test('makes a phone refetch when too many events are held back', async () => {
  await waitUntilAllSent()
  const stream = await app.phone(member.session).live()
  stream.events.length = 0
  const ownerStream = await app.phone(group.owner.session).live()
  await whileLocked('sessions', async () => {
    await addEvent({ type: 'member', golferId: member.id })
    for (let n = 0; n < 101; n += 1) {
      await addEvent({ type: 'tee_time', teeTimeId: 1_000_000 + n })
    }
    // Wait for all 101 events. Cards are read in parallel, so the last event may be sent before others.
    await waitUntil(() => ownerStream.events.filter(isGone).length === 101)
  })
  await stream.next((event) => event.type === 'refetch')
  expect(stream.events.filter(isGone)).toEqual([])
  const card = await make.teeTime(group)
  await stream.next(isCardUpdate(card.id, 1))
  stream.close()
  ownerStream.close()
})

test.each(['group', 'member'] as const)(
  'checks access again when a %s event arrives during the check',
  async (type) => {
    const { relay, open, responses } = createRelay()
    const before = countAccessReads()
    await whileLocked('group_members', async () => {
      relay.join(open(member))
      await waitUntil(() => countAccessReads() === before + 1)
      relay.handle([{ type, groupId: group.id, golferId: member.id }])
    })
    await waitUntil(() => responses.every(hasWritten))
    expect(countAccessReads()).toBe(before + 2)
    relay.closeAll()
  },
)

test('checks the access of many reconnecting phones with a few queries', async () => {
  const golfers = await Promise.all(Array.from({ length: 10 }, () => make.member(group)))
  const { relay, open, responses } = createRelay()
  const before = countAccessReads()
  for (const golfer of golfers) for (let n = 0; n < 10; n += 1) relay.join(open(golfer))
  await waitUntil(() => responses.every(hasWritten))
  expect(responses).toHaveLength(100)
  expect(countAccessReads() - before).toBeLessThanOrEqual(2)
  relay.closeAll()
})

test("keeps a session's ten newest streams", async () => {
  const { relay, open, responses } = createRelay()
  for (let n = 0; n < 13; n += 1) relay.join(open(member))
  const otherMember = await make.member(group)
  relay.join(open(otherMember))
  expect(responses.map((response) => response.writableEnded)).toEqual([
    ...Array(3).fill(true),
    ...Array(11).fill(false),
  ])
  relay.closeAll()
})

test("keeps a golfer's twenty newest streams across all sessions", async () => {
  const { relay, open, responses } = createRelay()
  const otherSessions = await Promise.all([make.signIn(member.id), make.signIn(member.id)])
  for (const session of [member.session, ...otherSessions]) {
    for (let n = 0; n < 8; n += 1) relay.join(open({ ...member, session }))
  }
  relay.join(open(await make.member(group)))
  expect(responses.map((response) => response.writableEnded)).toEqual([
    ...Array(4).fill(true),
    ...Array(21).fill(false),
  ])
  relay.closeAll()
})

test('closes new streams after the relay has stopped', () => {
  const { relay, open, responses } = createRelay()
  relay.closeAll()
  relay.join(open(member))
  expect(responses[0]?.writableEnded).toBe(true)
})

test('closes a new stream if its access cannot be read', async () => {
  await whileRenamed('group_members', async () => {
    const response = await fetch(`${app.url}/api/live`, {
      headers: { authorization: `Bearer ${member.session}` },
    })
    expect(await response.text()).toBe('')
  })
})

test("closes only the streams of a card's group when the card cannot be read", async () => {
  const card = await make.teeTime(group)
  const other = await make.group()
  const stream = await app.phone(member.session).live()
  const otherStream = await app.phone(other.owner.session).live()
  await whileRenamed('card_rows', async () => {
    await addEvent({ type: 'tee_time', teeTimeId: card.id })
    await stream.closed
  })
  const posted = await make.teeTime(other)
  await otherStream.next(isCardUpdate(posted.id, 1))
  otherStream.close()
  // The next change of the card is read and sent as usual.
  const newStream = await app.phone(member.session).live()
  await addEvent({ type: 'tee_time', teeTimeId: card.id })
  await newStream.next(isCardUpdate(card.id, 1))
  newStream.close()
})

test('closes streams when a changed membership cannot be read', async () => {
  const stream = await app.phone(member.session).live()
  await whileRenamed('group_members', async () => {
    await addEvent({ type: 'member', golferId: member.id })
    await stream.closed
  })
})

test('closes streams when access cannot be read after a gap', async () => {
  const stream = await app.phone(member.session).live()
  await whileRenamed('group_members', async () => {
    await app.ctx.db.execute(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'fourball live' and datname = current_database()`,
    )
    await stream.closed
  })
})

async function waitUntilAllSent(): Promise<void> {
  const other = await make.group()
  const stream = await app.phone(other.owner.session).live()
  const card = await make.teeTime(other)
  await signalLiveEvents(app.ctx.db)
  await stream.next(isCardUpdate(card.id, 1))
  stream.close()
}

/** Creates a second relay next to that of the app. The sockets of its streams are not connected. */
function createRelay() {
  const responses: ServerResponse[] = []
  return {
    relay: new EventRelay(app.ctx, async () => {}),
    responses,
    open({ id, session }: TestGolfer): LiveStream {
      const response = new ServerResponse(new IncomingMessage(new Socket()))
      responses.push(response)
      return new LiveStream({ sessionId: hashOf(session), golferId: id }, response)
    },
  }
}

const hasWritten = (response: ServerResponse) => response.writableLength > 0
const countAccessReads = () =>
  app.statements.filter((statement) => statement.includes('array_agg')).length

async function waitUntilBlocked(): Promise<void> {
  for (;;) {
    const { rows } = await app.ctx.db.execute(
      `select 1 from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.length > 0) return
    await sleep(5)
  }
}

async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5)
}
