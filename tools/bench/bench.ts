/**
 * `npm run bench`: measures the overhead of the app on top of its database. Compares claims and lists over
 * HTTP, 64 at a time, with a floor: the least work that a claim or a list needs in PostgreSQL. The floor
 * runs through `pg`, with a pool as large as the app's, on the same database with fsync on. The app and the
 * floor alternate, and each rate is the median of five rounds. Also measures the app's memory: idle after its
 * first start (which migrates the database), idle after its second start, and after the load. Also measures
 * the time from `npm start` to ready. A missed target doesn't fail the run: people should judge the numbers
 * of one noisy machine.
 */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { connect, type Database, POOL_SIZE } from '../../server/platform/database/database.ts'
import { startEmbedded } from '../../server/platform/database/embedded/start-embedded.ts'
import {
  type ServerProcess,
  startServer,
} from '../../server/system-tests/testing/server-process.ts'
import { addTeeTimes, claimSpot, createFloor, loadList } from './floor.ts'
import {
  CONCURRENCY,
  describeMachine,
  interleave,
  measureHttp,
  measureRate,
  median,
  readResidentMegabytes,
  verdict,
} from './measure.ts'
import {
  type BenchGroup,
  GOLFERS,
  PLAYERS_PER_TEE_TIME,
  planClaims,
  prepareGroup,
} from './prepare-group.ts'

const ROUNDS = 5
/** The claims of a round. They take about a second, so opening 64 connections hardly affects the rate. */
const CLAIMS = 5_000
const LISTS = 1_000
const LIST_LENGTH = 50
const STARTS = 5
const SETTLE_MS = 5_000

/** The id of the group that the floor lists. Each round of claims uses a new group. */
const LISTED_GROUP_ID = 0
let lastGroupId = LISTED_GROUP_ID

const dataDir = await mkdtemp(join(tmpdir(), 'fourball-bench-'))
const directories = [dataDir]
try {
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  // If the benchmark runs as root, the database is in another folder, because PostgreSQL's user can't enter
  // `dataDir`.
  directories.push(embedded.dataDir)
  try {
    const firstServer = await startServer({ DATABASE_URL: embedded.url })
    const firstIdleMegabytes = await measureIdleMegabytes(firstServer)
    await firstServer.stop()
    const server = await startServer({ DATABASE_URL: embedded.url })
    const db = connect({ url: embedded.url })
    const pool = new Pool({ connectionString: embedded.url, max: POOL_SIZE })
    const bareServer = fork(join(import.meta.dirname, 'bare-server.ts'), {
      env: { ...process.env, DATABASE_URL: embedded.url },
    })
    try {
      const [port] = await once(bareServer, 'message')
      await compareAll(server, `http://127.0.0.1:${port}`, db, pool)
      printMemory('resident memory, idle, after the first start', firstIdleMegabytes)
    } finally {
      bareServer.kill()
      await pool.end()
      await db.$client.end()
      await server.stop()
    }
  } finally {
    await embedded.stop()
  }
  console.log(
    `| \`npm start\` to ready, warm | ${(await measureStartSeconds()).toFixed(2)} s | | | | |`,
  )
} finally {
  for (const directory of directories) await rm(directory, { recursive: true, force: true })
}

async function compareAll(
  server: ServerProcess,
  bareUrl: string,
  db: Database,
  pool: Pool,
): Promise<void> {
  const idleMegabytes = await measureIdleMegabytes(server)
  await createFloor(pool, GOLFERS)
  const [floorClaimRate = 0, claimRate = 0, bareClaimRate = 0] = await compareClaims(
    { app: server.url, bare: bareUrl },
    db,
    pool,
  )
  const [floorListRate = 0, listRate = 0] = await compareLists(server.url, db, pool)
  const loadedMegabytes = await readResidentMegabytes(server.pid)

  console.log(`${describeMachine()}, a pool of ${POOL_SIZE}, ${CONCURRENCY} concurrent requests\n`)
  console.log('| | measured | floor | ratio | target | |')
  console.log('|---|---|---|---|---|---|')
  printRates('claims over HTTP', claimRate, floorClaimRate, 0.5)
  printRates(`lists of ${LIST_LENGTH} over HTTP`, listRate, floorListRate, 0.8)
  printRates("the floor's claim behind a minimal HTTP server", bareClaimRate, floorClaimRate)
  printMemory('resident memory, idle', idleMegabytes, 150)
  printMemory('resident memory, after the load', loadedMegabytes, 250)
}

/** Returns the claims per second for the floor, the app, and the floor behind a bare HTTP server. */
async function compareClaims(
  urls: { app: string; bare: string },
  db: Database,
  pool: Pool,
): Promise<number[]> {
  const golferIds = Array.from({ length: GOLFERS }, (_, n) => n + 1)
  const planFloorClaims = async () => {
    lastGroupId += 1
    const amount = CLAIMS / PLAYERS_PER_TEE_TIME
    const ids = await addTeeTimes(pool, {
      groupId: lastGroupId,
      amount,
      maxPlayers: PLAYERS_PER_TEE_TIME,
    })
    return planClaims(ids, golferIds)
  }
  return interleave(ROUNDS, [
    async () => {
      const plannedClaims = await planFloorClaims()
      return measureRate(plannedClaims.length, () => {
        const { teeTimeId, golfer } = takeNext(plannedClaims)
        return claimSpot(pool, teeTimeId, golfer)
      })
    },
    async () => {
      const { claims } = await prepareQuietGroup(db, CLAIMS)
      return measureHttp(urls.app, claims.length, () => {
        const { teeTimeId, session } = takeNext(claims)
        return { method: 'POST', path: `/api/tee-times/${teeTimeId}/claim`, session }
      })
    },
    async () => {
      const plannedClaims = await planFloorClaims()
      return measureHttp(urls.bare, plannedClaims.length, () => {
        const { teeTimeId, golfer } = takeNext(plannedClaims)
        return { method: 'POST', path: `/${teeTimeId}/${golfer}`, session: 'none' }
      })
    },
  ])
}

/** Returns the lists per second for the floor and the app. Half of the spots on a list are taken. */
async function compareLists(url: string, db: Database, pool: Pool): Promise<number[]> {
  const spots = LIST_LENGTH * PLAYERS_PER_TEE_TIME
  const group = await prepareQuietGroup(db, spots)
  await measureHttp(url, spots / 2, () => {
    const { teeTimeId, session } = takeNext(group.claims)
    return { method: 'POST', path: `/api/tee-times/${teeTimeId}/claim`, session }
  })

  const teeTimes = {
    groupId: LISTED_GROUP_ID,
    amount: LIST_LENGTH,
    maxPlayers: PLAYERS_PER_TEE_TIME,
  }
  const golferIds = Array.from({ length: GOLFERS }, (_, n) => n + 1)
  const planned = planClaims(await addTeeTimes(pool, teeTimes), golferIds)
  for (const { teeTimeId, golfer } of planned.slice(spots / 2)) {
    await claimSpot(pool, teeTimeId, golfer)
  }
  await pool.query('analyze')

  const path = `/api/groups/slug/${group.slug}/tee-times`
  return interleave(ROUNDS, [
    () => measureRate(LISTS, () => loadList(pool, LISTED_GROUP_ID, LIST_LENGTH)),
    () => measureHttp(url, LISTS, () => ({ method: 'GET', path, session: group.session })),
  ])
}

/** Creates a group, and deletes all queued jobs, such as those that notify its members. */
async function prepareQuietGroup(db: Database, spots: number): Promise<BenchGroup> {
  const group = await prepareGroup(db, spots)
  await db.execute('delete from graphile_worker._private_jobs where locked_by is null')
  return group
}

function takeNext<T>(planned: T[]): T {
  const next = planned.pop()
  if (next === undefined) throw new Error('More claims than spots')
  return next
}

function printRates(name: string, rate: number, floor: number, target?: number): void {
  const ratio = rate / floor
  const cells = [name, `${Math.round(rate)}/s`, `${Math.round(floor)}/s`, ratio.toFixed(2)]
  const targetCells = target === undefined ? ['', ''] : [`≥ ${target}`, verdict(ratio >= target)]
  console.log(`| ${[...cells, ...targetCells].join(' | ')} |`)
}

function printMemory(name: string, megabytes: number, target?: number): void {
  const targetCells =
    target === undefined ? ['', ''] : [`≤ ${target} MB`, verdict(megabytes <= target)]
  console.log(`| ${[name, `${Math.round(megabytes)} MB`, '', '', ...targetCells].join(' | ')} |`)
}

async function measureIdleMegabytes(server: ServerProcess): Promise<number> {
  await sleep(SETTLE_MS)
  return readResidentMegabytes(server.pid)
}

/** Returns the median duration of several starts on a database that already has data. */
async function measureStartSeconds(): Promise<number> {
  const seconds: number[] = []
  for (let n = 0; n <= STARTS; n += 1) {
    const startedAt = performance.now()
    const child = spawn('npm', ['start'], {
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0', NODE_ENV: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => chunk.includes('is ready on') && resolve())
      child.once('exit', (code) => reject(new Error(`npm start exited with code ${code}`)))
    })
    // Ignore the first start, which builds the app and creates the demo if they are missing.
    if (n > 0) seconds.push((performance.now() - startedAt) / 1000)
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    await exited
  }
  return median(seconds)
}
