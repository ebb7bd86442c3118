/**
 * `npm run bench`: what the app costs on top of its database. Claims and lists over HTTP at 64
 * connections beside the same SQL straight through `pg` at the same pool size, on one database with
 * fsync on, alternating, median of five; memory of the app before and after; time to ready.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { Pool } from 'pg'
import { connect, POOL_SIZE } from '../../server/platform/database/database.ts'
import { startEmbedded } from '../../server/platform/database/embedded/start-embedded.ts'
import { startServer } from '../../server/testing/server-process.ts'
import { type BenchGroup, prepareGroup, type Spot } from './prepare-group.ts'

const ROUNDS = 5
const CONNECTIONS = 64
const CLAIMS = 2_000
const LISTS = 1_000
const LIST_LENGTH = 50
const STARTS = 5

const dataDir = await mkdtemp(join(tmpdir(), 'fourball-bench-'))
const embedded = await startEmbedded({ dataDir, log: () => {} })
try {
  const server = await startServer({ DATABASE_URL: embedded.url })
  const db = connect({ url: embedded.url })
  const pool = new Pool({ connectionString: embedded.url, max: POOL_SIZE })
  try {
    const idle = await residentMegabytes(server.pid)
    const claims = await compareClaims(server.url, pool, () => prepareGroup(db, CLAIMS))
    const group = await prepareGroup(db, LIST_LENGTH * 4)
    const lists = await compareLists(server.url, pool, group)
    const after = await residentMegabytes(server.pid)
    print([
      [`claims, ${CONNECTIONS} connections`, claims],
      [`list of ${LIST_LENGTH} tee times, ${CONNECTIONS} connections`, lists],
    ])
    console.log(`\nresident memory of the app: ${idle} MB idle, ${after} MB after`)
  } finally {
    await pool.end()
    await db.$client.end()
    await server.stop()
  }
} finally {
  await embedded.stop()
}
console.log(`npm start to ready, warm: ${await secondsToReady(dataDir)} s (median of ${STARTS})`)
await rm(dataDir, { recursive: true, force: true })

interface Comparison {
  http: number
  direct: number
}

/** Claims a second, each one a different golfer and spot, so that every claim is a real one. */
async function compareClaims(
  url: string,
  pool: Pool,
  fresh: () => Promise<BenchGroup>,
): Promise<Comparison> {
  return compare(
    async () => {
      const { spots } = await fresh()
      return overHttp(url, spots.length, () => {
        const { teeTimeId, session } = next(spots)
        return { method: 'POST', path: `/api/tee-times/${teeTimeId}/claim`, session }
      })
    },
    async () => {
      const { spots } = await fresh()
      return throughPg(spots.length, async () => {
        const { teeTimeId, golferId } = next(spots)
        const { rows } = await pool.query<{ outcome: string }>({
          name: 'claim',
          text: 'select outcome, card from claim_spot($1, $2, now())',
          values: [teeTimeId, golferId],
        })
        if (rows[0]?.outcome !== 'claimed') throw new Error(`Not claimed: ${rows[0]?.outcome}`)
      })
    },
  )
}

async function compareLists(url: string, pool: Pool, group: BenchGroup): Promise<Comparison> {
  const { slug, groupId, session } = group
  return compare(
    () => {
      const path = `/api/groups/slug/${slug}/tee-times`
      return overHttp(url, LISTS, () => ({ method: 'GET', path, session }))
    },
    () =>
      throughPg(LISTS, async () => {
        const { rows } = await pool.query<{ cards: unknown[] }>({
          name: 'list',
          text: `select coalesce(json_agg(card order by starts_at, id), '[]') as cards
            from tee_time_cards where group_id = $1 and archived_at is null and starts_at > now()`,
          values: [groupId],
        })
        const length = rows[0]?.cards.length
        if (length !== LIST_LENGTH) throw new Error(`A list of ${length}`)
      }),
  )
}

async function compare(
  http: () => Promise<number>,
  direct: () => Promise<number>,
): Promise<Comparison> {
  const rates: { http: number[]; direct: number[] } = { http: [], direct: [] }
  // Once unmeasured: compiled code, cached plans.
  await http()
  await direct()
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.http.push(await http())
    rates.direct.push(await direct())
  }
  return { http: median(rates.http), direct: median(rates.direct) }
}

interface Request {
  method: 'GET' | 'POST'
  path: string
  session: string
}

/** @throws Error when any answer is not a success */
async function overHttp(url: string, amount: number, request: () => Request): Promise<number> {
  const began = performance.now()
  // It looks only once a second whether it is done, so the end is that of the last answer.
  let ended = began
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const load = autocannon(
      {
        url,
        connections: CONNECTIONS,
        amount,
        requests: [
          {
            setupRequest: (base) => {
              const { method, path, session } = request()
              return { ...base, method, path, headers: { authorization: `Bearer ${session}` } }
            },
          },
        ],
      },
      (error, total) => (error ? reject(error) : resolve(total)),
    )
    load.on('response', () => {
      ended = performance.now()
    })
  })
  if (result['2xx'] !== amount || result.errors > 0) {
    throw new Error(`${result['2xx']} of ${amount} answers were a success`)
  }
  return amount / ((ended - began) / 1000)
}

async function throughPg(amount: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  let left = amount
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await work()
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return amount / ((performance.now() - began) / 1000)
}

function next(spots: Spot[]): Spot {
  const spot = spots.pop()
  if (spot === undefined) throw new Error('More claims than spots')
  return spot
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

async function secondsToReady(directory: string): Promise<string> {
  const seconds: number[] = []
  for (let n = 0; n <= STARTS; n += 1) {
    const began = performance.now()
    const child = spawn('npm', ['start'], {
      env: { ...process.env, DATA_DIR: directory, PORT: '0', NODE_ENV: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (part: Buffer) => part.includes('is ready on') && resolve())
      child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)))
    })
    // The first start may build or seed: it is not counted.
    if (n > 0) seconds.push((performance.now() - began) / 1000)
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    await ended
  }
  return median(seconds).toFixed(2)
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function print(rows: [string, Comparison][]): void {
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, pool of ${POOL_SIZE}\n`,
  )
  console.log('| | over HTTP, /s | through pg, /s | ratio |')
  console.log('|---|---|---|---|')
  for (const [name, { http, direct }] of rows) {
    const ratio = (http / direct).toFixed(2)
    console.log(`| ${name} | ${Math.round(http)} | ${Math.round(direct)} | ${ratio} |`)
  }
}
