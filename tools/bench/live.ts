/**
 * `npm run bench:live`: starts two nodes on one database. Opens 5,000 live streams to the second node: one
 * for each of the 100 phones in every group. Measures the memory per stream. Sends claims to the first node,
 * and measures how long each claim takes to reach all phones of the group through the second node. The
 * environment variables STREAMS and CLAIMS change the numbers of streams and claims.
 */
import { connect as connectSocket, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIVE_PATH } from '../../contract/live.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { connect } from '../../server/platform/database/database.ts'
import { startThrowaway } from '../../server/platform/database/embedded/testing/throwaway.ts'
import {
  factories,
  type TestGolfer,
  type TestGroup,
} from '../../server/system-tests/testing/factories.ts'
import {
  type ServerProcess,
  startServer,
} from '../../server/system-tests/testing/server-process.ts'
import { quantile, readResidentMegabytes } from './measure.ts'

const STREAMS = Number(process.env['STREAMS'] ?? 5_000)
const CLAIMS = Number(process.env['CLAIMS'] ?? 100)
const PHONES_PER_GROUP = 100
const PHONES_PER_GOLFER = 5
const PLAYERS_PER_TEE_TIME = 4
const MAX_CONCURRENT = 16
const SETTLE_MS = 5_000

const database = await startThrowaway()
const db = connect({ url: database.adminUrl })
const sockets: Socket[] = []
try {
  const firstNode = await startServer({ DATABASE_URL: database.adminUrl })
  const secondNode = await startServer({ DATABASE_URL: database.adminUrl })
  try {
    await measure(firstNode, secondNode)
  } finally {
    for (const socket of sockets) socket.destroy()
    await Promise.all([firstNode.stop(), secondNode.stop()])
  }
} finally {
  await db.$client.end()
  await database.stop()
}

async function measure(firstNode: ServerProcess, secondNode: ServerProcess): Promise<void> {
  const make = factories({ db, clock: systemClock })
  const groups = await inParallel(Math.ceil(STREAMS / PHONES_PER_GROUP), async () => {
    const group = await make.group()
    const golfers = [group.owner]
    while (golfers.length < PHONES_PER_GROUP / PHONES_PER_GOLFER)
      golfers.push(await make.member(group))
    return { group, golfers }
  })
  const firstGroup = groups[0]
  if (firstGroup === undefined) throw new Error('STREAMS must be at least 1')
  // Open one stream before measuring, because the first stream makes the node load code that all streams
  // share.
  await openStream(secondNode, firstGroup.group.owner)
  await sleep(SETTLE_MS)
  const megabytesBefore = await readResidentMegabytes(secondNode.pid)
  const phones: Socket[] = []
  for (const { golfers } of groups) {
    await inParallel(PHONES_PER_GROUP, async (n) => {
      const golfer = golfers[n % golfers.length]
      if (golfer === undefined) return
      const socket = await openStream(secondNode, golfer)
      if (golfers === firstGroup.golfers) phones.push(socket)
    })
  }
  await sleep(SETTLE_MS)
  const megabytesAfter = await readResidentMegabytes(secondNode.pid)
  const kilobytesPerStream =
    ((megabytesAfter - megabytesBefore) * 1_024) / (groups.length * PHONES_PER_GROUP)
  console.log(
    `${groups.length * PHONES_PER_GROUP} streams: ${kilobytesPerStream.toFixed(1)} KB each`,
  )
  console.log(
    `Resident: ${megabytesBefore.toFixed(0)} MB with one stream, ${megabytesAfter.toFixed(0)} MB with all`,
  )
  const times = await measureClaimTimes(firstNode, firstGroup, phones)
  const quantileText = (fraction: number) => quantile(times, fraction).toFixed(0)
  console.log(
    `${times.length} claims, time until all ${phones.length} phones on the other node show them: ` +
      `median ${quantileText(0.5)} ms, p95 ${quantileText(0.95)} ms, longest ${quantileText(1)} ms`,
  )
}

/** Returns the time until each claim reached all phones, in milliseconds. */
async function measureClaimTimes(
  firstNode: ServerProcess,
  { group, golfers }: { group: TestGroup; golfers: TestGolfer[] },
  phones: readonly Socket[],
): Promise<number[]> {
  const make = factories({ db, clock: systemClock })
  const times: number[] = []
  while (times.length < CLAIMS) {
    const { id } = await make.teeTime(group, { maxPlayers: PLAYERS_PER_TEE_TIME })
    // Wait until the phones have received the event about the new tee time.
    await sleep(1_500)
    for (const golfer of golfers.slice(0, PLAYERS_PER_TEE_TIME)) {
      const allReceived = Promise.all(phones.map(waitForCard))
      const sentAt = performance.now()
      const answer = await firstNode.phone(golfer.session).post(`/api/tee-times/${id}/claim`, {})
      if (answer.status !== 200) throw new Error(`A claim returned ${answer.status}`)
      await allReceived
      times.push(performance.now() - sentAt)
      await sleep(20)
    }
  }
  return times
}

function waitForCard(phone: Socket): Promise<void> {
  return new Promise((resolve) => {
    const onData = (part: Buffer) => {
      if (!part.includes('"tee-time"')) return
      phone.off('data', onData)
      resolve()
    }
    phone.on('data', onData)
  })
}

function openStream(server: ServerProcess, golfer: TestGolfer): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connectSocket(Number(port), hostname)
    sockets.push(socket)
    socket.setMaxListeners(0)
    socket.on('error', reject)
    socket.write(
      `GET ${LIVE_PATH} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n` +
        `Authorization: Bearer ${golfer.session}\r\n\r\n`,
    )
    const onData = (part: Buffer) => {
      if (!part.includes('"refetch"')) return
      socket.off('data', onData)
      socket.resume()
      resolve(socket)
    }
    socket.on('data', onData)
  })
}

async function inParallel<T>(amount: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const worker = async () => {
    while (next < amount) {
      const n = next
      next += 1
      results.push(await work(n))
    }
  }
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT, amount) }, worker))
  return results
}
