import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type QueryConfig, type QueryResultRow } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect, type Database } from '../platform/database/database.ts'
import { cloneDatabase, type TestDatabase } from '../system-tests/testing/database.ts'
import { type EventFeed, eventFeed } from './event-feed.ts'
import { deleteLiveEvents, type LiveEventRow, readLiveEvents } from './store.ts'

let database: TestDatabase
let db: Database
const clients: Client[] = []
let feed: EventFeed
let batches: number[][]
let gapCount: number
/** How many milliseconds a test adds to the database's time before the feed sees it. */
let aheadMs: number

beforeEach(async () => {
  database = await cloneDatabase()
  db = connect({ url: database.url })
  batches = []
  gapCount = 0
  aheadMs = 0
  const client = await openClient()
  feed = eventFeed({
    send: async <Row extends QueryResultRow>(statement: QueryConfig) => {
      const { rows } = await client.query<Row>(statement)
      return rows.map((row) => ({ ...row, at: row['at'] + aheadMs }))
    },
    onEvents: (events) => {
      if (events.length > 0) batches.push(events.map(groupOf))
    },
    onGap: () => {
      gapCount += 1
    },
    purge: async () => {},
  })
  await feed.start()
})
afterEach(async () => {
  feed.stop()
  await Promise.all(clients.splice(0).map((client) => client.end()))
  await db.$client.end()
  await database.drop()
})

const groupOf = (event: LiveEventRow) => ('groupId' in event ? event.groupId : 0)

async function openClient(): Promise<Client> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  clients.push(client)
  return client
}

const addEvent = (client: Client, groupId: number) =>
  client.query("insert into live_events (type, group_id) values ('group', $1)", [groupId])

test('reads the events of a slow transaction as soon as it commits', async () => {
  const [first, second] = [await openClient(), await openClient()]
  await first.query('begin')
  await addEvent(first, 1)
  await addEvent(second, 2)
  await feed.catchUp()
  expect(batches).toEqual([[2]])
  await addEvent(second, 3)
  await first.query('commit')
  await feed.catchUp()
  expect(batches.map((batch) => batch.toSorted())).toEqual([[2], [1, 3]])
  await feed.catchUp()
  expect(batches).toHaveLength(2)
})

test('never reads events that were rolled back, and does not wait for them', async () => {
  const [first, second] = [await openClient(), await openClient()]
  await first.query('begin')
  await addEvent(first, 1)
  await addEvent(second, 2)
  await feed.catchUp()
  await first.query('rollback')
  await addEvent(second, 3)
  await feed.catchUp()
  expect(batches).toEqual([[2], [3]])
})

test('skips events committed before the start, but not those committed later', async () => {
  const [first, second] = [await openClient(), await openClient()]
  await first.query('begin')
  await addEvent(first, 1)
  await addEvent(second, 2)
  await feed.start()
  await first.query('commit')
  await feed.catchUp()
  expect(batches).toEqual([[1]])
})

test('continues after the table is emptied', async () => {
  const client = await openClient()
  await addEvent(client, 1)
  await feed.catchUp()
  await client.query('truncate live_events restart identity')
  await feed.catchUp()
  await addEvent(client, 2)
  await feed.catchUp()
  expect(batches).toEqual([[1], [2]])
})

test("reads each event of concurrent writers once, and keeps each writer's order", async () => {
  const writerCount = 6
  const eventsPerWriter = 40
  const write = async (writer: number) => {
    const client = await openClient()
    for (let n = 0; n < eventsPerWriter; n += 1) {
      await client.query('begin')
      await addEvent(client, writer * eventsPerWriter + n)
      // Some transactions stay open for a while, so that later ones commit first.
      if (n % 5 === writer % 5) await sleep(writer * 3)
      await client.query(n % 7 === 3 ? 'rollback' : 'commit')
    }
  }
  let isDone = false
  const readLoop = (async () => {
    while (!isDone) await feed.catchUp()
    await feed.catchUp()
  })()
  await Promise.all(Array.from({ length: writerCount }, (_, writer) => write(writer)))
  isDone = true
  await readLoop
  const all = batches.flat()
  const ofWriter = (writer: number) => all.filter((n) => Math.floor(n / eventsPerWriter) === writer)
  for (let writer = 0; writer < writerCount; writer += 1) {
    const committed = Array.from({ length: eventsPerWriter }, (_, n) => n).filter(
      (n) => n % 7 !== 3,
    )
    expect(ofWriter(writer)).toEqual(committed.map((n) => writer * eventsPerWriter + n))
  }
  expect(batches.length).toBeGreaterThan(10)
})

test('waits for a running read, then reads what was committed meanwhile', async () => {
  const client = await openClient()
  const first = feed.catchUp()
  await addEvent(client, 1)
  await feed.catchUp()
  expect(batches.flat()).toEqual([1])
  await first
})

test('refuses to read without a connection', async () => {
  feed.pause()
  await expect(feed.catchUp()).rejects.toThrow('down')
  await feed.start()
  await feed.catchUp()
})

test('reports a gap after a long pause, in which events may have been deleted', async () => {
  await feed.catchUp()
  expect(gapCount).toBe(0)
  aheadMs = 11_000
  await feed.catchUp()
  expect(gapCount).toBe(1)
  await feed.catchUp()
  expect(gapCount).toBe(1)
})

test('deletes only events that every node has had time to read', async () => {
  const [first, second] = [await openClient(), await openClient()]
  await addEvent(first, 1)
  await second.query('begin')
  await addEvent(second, 2)
  const send = async <Row extends QueryResultRow>(statement: QueryConfig) =>
    (await first.query<Row>(statement)).rows
  let snapshot = ''
  // Other tests may have older transactions in other databases of the server. Snapshots include these, so
  // wait until they have ended.
  await expect
    .poll(async () => {
      snapshot = (await readLiveEvents(send, null)).snapshot
      const { rows } = await first.query(
        'select txid < pg_snapshot_xmin($1::pg_snapshot) as ended from live_events',
        [snapshot],
      )
      return rows
    })
    .toEqual([{ ended: true }])
  await second.query('commit')
  await addEvent(first, 3)
  // A restored backup can contain an event like this one, which was created on another server.
  await first.query(
    "insert into live_events (txid, type, group_id) values ('9000000000', 'group', 4)",
  )
  await deleteLiveEvents(db, snapshot)
  const { rows } = await first.query('select group_id from live_events order by group_id')
  expect(rows.map(({ group_id }) => group_id)).toEqual([2, 3])
})
