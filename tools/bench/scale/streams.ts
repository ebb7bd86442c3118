import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIVE_PATH, type LiveEvent } from '../../../contract/live.ts'
import { systemClock } from '../../../server/platform/clock.ts'
import { connect, type Database } from '../../../server/platform/database/database.ts'
import { factories, type TestGolfer } from '../../../server/system-tests/testing/factories.ts'
import {
  type ServerProcess,
  startServer,
} from '../../../server/system-tests/testing/server-process.ts'
import { quantile, readResidentMegabytes } from '../measure.ts'

const GROUP_SIZE = 100
/** Each group has one tee time with this many spots. */
const SPOTS = 4
/** How many streams to open, or groups to create, at a time. */
const MAX_CONCURRENT = 8
/**
 * How long to wait before measuring memory. By then, the garbage from opening the streams has been collected.
 */
const SETTLE_MS = 15_000
/** How many files this process or the app may have open in addition to the streams. */
const OTHER_FILES = 200
const EVENT_TIMEOUT_MS = 10_000

export interface StreamsResult {
  readonly streams: number
  /** How much more memory the app uses than when it was idle, divided by the number of streams. */
  readonly kilobytesPerStream: number
  /** The p95 of the time from sending a claim until the last phone of the group gets the card. */
  readonly p95Ms: number
  readonly events: number
}

interface Group {
  readonly teeTimeId: number
  readonly golfers: readonly TestGolfer[]
}

/**
 * A version of a card that all phones of a group must receive. `missing` is the number of phones that haven't
 * received it. When `missing` reaches 0, `done` is called.
 */
interface AwaitedCard {
  readonly teeTimeId: number
  readonly version: number
  missing: number
  readonly done: () => void
}

/**
 * Starts an app on a database, creates groups of {@link GROUP_SIZE} members and opens a stream for every
 * member. Measures the memory per stream and how fast events reach the phones.
 * @throws Error if this machine allows too few open files
 */
export async function measureStreams(databaseUrl: string, amount: number): Promise<StreamsResult> {
  checkOpenFiles(amount)
  const server = await startServer({ DATABASE_URL: databaseUrl })
  const db = connect({ url: databaseUrl })
  // Without keep-alive, each stream has its own connection, as with real phones.
  const agent = new Agent({ keepAlive: false })
  try {
    await sleep(SETTLE_MS)
    const megabytesBefore = await readResidentMegabytes(server.pid)
    const groups = await makeGroups(db, Math.max(1, Math.round(amount / GROUP_SIZE)))
    const awaitedCards = new Set<AwaitedCard>()
    const golfers = groups.flatMap((group) => group.golfers)
    await forEachConcurrently(golfers, (golfer) =>
      openStream(server.url, golfer, agent, awaitedCards),
    )
    await sleep(SETTLE_MS)
    const megabytesAfter = await readResidentMegabytes(server.pid)
    const times = await claimAll(server, groups, awaitedCards)
    return {
      streams: golfers.length,
      kilobytesPerStream: ((megabytesAfter - megabytesBefore) * 1024) / golfers.length,
      p95Ms: quantile(times, 0.95),
      events: times.length,
    }
  } finally {
    agent.destroy()
    await db.$client.end()
    await server.stop()
  }
}

/**
 * Checks this process's limit on open files. Node has already raised the soft limit to the hard limit, and
 * the app inherits it.
 */
function checkOpenFiles(streams: number): void {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | 'unlimited' } }
  }
  const limit = userLimits?.open_files?.soft
  const needed = streams + OTHER_FILES
  if (typeof limit === 'number' && limit < needed) {
    throw new Error(
      `${streams} streams need ${needed} open files, and this machine allows ${limit}. Raise the limit with \`ulimit -n ${needed}\``,
    )
  }
}

async function makeGroups(db: Database, amount: number): Promise<Group[]> {
  const make = factories({ db, clock: systemClock })
  const groups: Group[] = []
  await forEachConcurrently(Array.from({ length: amount }), async () => {
    const group = await make.group()
    const golfers = [group.owner]
    while (golfers.length < GROUP_SIZE) golfers.push(await make.member(group))
    const { id: teeTimeId } = await make.teeTime(group, { maxPlayers: SPOTS })
    groups.push({ teeTimeId, golfers })
  })
  // The queued jobs, such as notifications, are not part of the measurement.
  await db.execute('delete from graphile_worker._private_jobs where locked_by is null')
  return groups
}

/**
 * Opens one golfer's stream. Resolves when the stream's first event arrives. When a card in `awaitedCards`
 * arrives, decrements the entry's `missing`.
 */
function openStream(
  url: string,
  { session }: TestGolfer,
  agent: Agent,
  awaitedCards: ReadonlySet<AwaitedCard>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${session}` }
    const request = get(url + LIVE_PATH, { agent, headers }, (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`A stream returned ${response.statusCode}`))
        return
      }
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        const blocks = (text + part).split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          if (!block.startsWith('data: ')) continue
          const event = JSON.parse(block.slice('data: '.length)) as LiveEvent
          if (event.type === 'refetch') resolve()
          if (event.type === 'tee-time') countCard(event.teeTime, awaitedCards)
        }
      })
      // Ignore the error that cutting the connection causes at the end of the measurement.
      response.on('error', () => {})
    })
    request.on('error', reject)
  })
}

function countCard(
  card: { id: number; version: number },
  awaitedCards: ReadonlySet<AwaitedCard>,
): void {
  for (const awaitedCard of awaitedCards) {
    if (card.id !== awaitedCard.teeTimeId || card.version !== awaitedCard.version) continue
    awaitedCard.missing -= 1
    if (awaitedCard.missing === 0) awaitedCard.done()
  }
}

/**
 * Claims every spot, one at a time. Returns how long each claim took to reach its whole group, in
 * milliseconds.
 */
async function claimAll(
  server: ServerProcess,
  groups: readonly Group[],
  awaitedCards: Set<AwaitedCard>,
): Promise<number[]> {
  const times: number[] = []
  for (let claimedSpots = 0; claimedSpots < SPOTS; claimedSpots += 1) {
    for (const { teeTimeId, golfers } of groups) {
      const { promise, resolve: done } = Promise.withResolvers<void>()
      // A new tee time has version 1, and each claim raises the version by 1.
      const awaitedCard = { teeTimeId, version: claimedSpots + 2, missing: golfers.length, done }
      awaitedCards.add(awaitedCard)
      const startedAt = performance.now()
      const path = `/api/tee-times/${teeTimeId}/claim`
      const { status } = await server.phone(golfers[claimedSpots]?.session).post(path)
      if (status !== 200) throw new Error(`A claim returned ${status}`)
      const timeout = sleep(EVENT_TIMEOUT_MS, 'late', { ref: false })
      if ((await Promise.race([promise, timeout])) === 'late') {
        throw new Error(`${awaitedCard.missing} of ${golfers.length} phones did not get an event`)
      }
      times.push(performance.now() - startedAt)
      awaitedCards.delete(awaitedCard)
    }
  }
  return times
}

async function forEachConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const remaining = [...items]
  const worker = async () => {
    while (remaining.length > 0) {
      const [item] = remaining.splice(0, 1) as [T]
      await work(item)
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker))
}
