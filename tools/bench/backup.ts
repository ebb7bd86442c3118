/**
 * `npm run bench:backup`: measures how much a backup slows down claims. The database has GOLFERS golfers and
 * as many audit entries. Makes claims over HTTP at a steady rate. Each round makes CLAIMS claims without a
 * backup, and CLAIMS claims while one backup after another runs. The environment variables GOLFERS, ROUNDS
 * and CLAIMS change these numbers.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { connect, type Database } from '../../server/platform/database/database.ts'
import { startEmbedded } from '../../server/platform/database/embedded/start-embedded.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import {
  type ServerProcess,
  startServer,
} from '../../server/system-tests/testing/server-process.ts'
import { describeMachine, median, quantile, verdict } from './measure.ts'
import { type BenchGroup, prepareGroup } from './prepare-group.ts'

const GOLFERS = Number(process.env['GOLFERS'] ?? 300_000)
const ROUNDS = Number(process.env['ROUNDS'] ?? 7)
const CLAIMS = Number(process.env['CLAIMS'] ?? 1_000)
/** How many claims to make before measuring, so that code is compiled and plans are cached. */
const WARM_UP_CLAIMS = 500
const CLAIMS_A_SECOND = 50
const MAX_RATIO = 1.5

/** The app runs its nightly backup at this niceness, a low CPU priority. */
const NICENESS = 15

const BACKUP_TOOL = fileURLToPath(new URL('../backup/backup.ts', import.meta.url))

const dataDir = await mkdtemp(join(tmpdir(), 'fourball-bench-'))
// If the benchmark runs as root, PostgreSQL runs as another user, who needs access to the folder.
await chmod(dataDir, 0o755)
const embedded = await startEmbedded({ dataDir, log: () => {} })
await migrate(embedded.url)
const db = connect({ url: embedded.url })
const file = join(dataDir, 'bench.backup')
const p99sWithoutBackup: number[] = []
const p99sDuringBackup: number[] = []
let backupCount = 0
try {
  await fill(db)
  const server = await startServer({ DATABASE_URL: embedded.url })
  try {
    await claimAll(server, await prepareGroup(db, WARM_UP_CLAIMS))
    for (let round = 0; round < ROUNDS; round += 1) {
      const turns = [
        async () => p99sWithoutBackup.push(await measureP99(server)),
        async () => p99sDuringBackup.push(await whileBackingUp(() => measureP99(server))),
      ]
      if (round % 2 === 1) turns.reverse()
      for (const turn of turns) await turn()
    }
    const { size } = await stat(file)
    console.log(describeMachine())
    console.log(
      `${ROUNDS} rounds of ${CLAIMS} claims at ${CLAIMS_A_SECOND} a second; ${backupCount} backups of ${(size / 1e6).toFixed(0)} MB\n`,
    )
  } finally {
    await server.stop()
  }
} finally {
  await db.$client.end()
  await embedded.stop()
  await rm(dataDir, { recursive: true, force: true })
}
const ratio = median(p99sDuringBackup) / median(p99sWithoutBackup)
console.log('| claims | median p99, ms | from | to |')
console.log('|---|---|---|---|')
for (const [name, p99s] of [
  ['without a backup', p99sWithoutBackup],
  ['during a backup', p99sDuringBackup],
] as const) {
  const [from, to] = [quantile(p99s, 0), quantile(p99s, 1)]
  console.log(`| ${name} | ${median(p99s).toFixed(1)} | ${from.toFixed(1)} | ${to.toFixed(1)} |`)
}
console.log(
  `\nratio: ${ratio.toFixed(2)}; target: at most ${MAX_RATIO}: ${verdict(ratio <= MAX_RATIO)}`,
)

async function fill(database: Database): Promise<void> {
  await database.execute('set statement_timeout = 0')
  for (let from = 1; from <= GOLFERS; from += 10_000) {
    await database.execute(`insert into golfers (name, email)
      select 'Golfer ' || n, md5(n::text) || '@x.example' from generate_series(${from}, ${from + 9_999}) n`)
    await database.execute(`insert into audit_entries (at, action, detail)
      select now(), 'group-updated', md5(n::text) || md5((-n)::text) from generate_series(${from}, ${from + 9_999}) n`)
  }
  await database.execute('checkpoint').catch(() => {})
  await database.execute('analyze')
}

async function measureP99(server: ServerProcess): Promise<number> {
  return quantile(await claimAll(server, await prepareGroup(db, CLAIMS)), 0.99)
}

async function whileBackingUp<T>(work: () => Promise<T>): Promise<T> {
  let isWorking = true
  const backingUp = (async () => {
    while (isWorking) {
      const { PATH = '', HOME = '' } = process.env
      const child = spawn(process.execPath, [BACKUP_TOOL, file], {
        env: { PATH, HOME, DATA_DIR: dataDir },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      if (child.pid !== undefined) setPriority(child.pid, NICENESS)
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error(`The backup exited with code ${code}`)
      backupCount += 1
    }
  })()
  try {
    return await work()
  } finally {
    isWorking = false
    await backingUp
  }
}

/**
 * Makes all claims at a steady rate. Returns the duration of each claim, in milliseconds.
 * @throws Error if a claim fails
 */
async function claimAll(server: ServerProcess, { claims }: BenchGroup): Promise<number[]> {
  const startedAt = performance.now()
  return Promise.all(
    claims.map(async ({ teeTimeId, session }, n) => {
      const dueAt = startedAt + (n * 1_000) / CLAIMS_A_SECOND
      await sleep(Math.max(0, dueAt - performance.now()))
      const sentAt = performance.now()
      const answer = await fetch(`${server.url}/api/tee-times/${teeTimeId}/claim`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session}` },
      })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`A claim returned ${answer.status}`)
      return performance.now() - sentAt
    }),
  )
}
