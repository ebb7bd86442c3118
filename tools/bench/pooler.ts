/**
 * `npm run bench:pooler`: measures the overhead of PgBouncer. Starts three servers on one database: one
 * connected directly, one connected directly but without named prepared statements, and one connected through
 * PgBouncer. Compares their claims and lists over HTTP, on 64 connections. The servers alternate, and each
 * result is the median of ROUNDS rounds (five by default). The database doesn't wait for the disk (fsync is
 * off).
 */
import {
  connect,
  type Database,
  REQUEST_SETTINGS,
} from '../../server/platform/database/database.ts'
import {
  type ServerProcess,
  startServer,
} from '../../server/system-tests/testing/server-process.ts'
import { startPrivatePooler } from '../testing/private-pooler.ts'
import { type PrivateServer, startPrivateServer } from '../testing/private-server.ts'
import { CONCURRENCY, describeMachine, interleave, measureHttp } from './measure.ts'
import { type BenchGroup, PLAYERS_PER_TEE_TIME, prepareGroup } from './prepare-group.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const CLAIMS = 2_000
const LISTS = 1_000
const LIST_LENGTH = 50

const openResources: { stop(): Promise<unknown> }[] = []
try {
  const database = await keepOpen(startPrivateServer())
  const pooler = await keepOpen(startPrivatePooler(database))
  const db = connect({ url: database.url })
  openResources.push({ stop: () => db.$client.end() })
  await compareAll(db, {
    'directly, as by default': await serve(database.url),
    'directly, without named statements': await serveWithoutNamedStatements(db, database),
    [`through ${pooler.version}`]: await serve(pooler.url, database.url),
  })
} finally {
  for (const resource of openResources.reverse()) await resource.stop()
}

async function keepOpen<T extends { stop(): Promise<unknown> }>(start: Promise<T>): Promise<T> {
  const resource = await start
  openResources.push(resource)
  return resource
}

function serve(url: string, directUrl?: string): Promise<ServerProcess> {
  return keepOpen(
    startServer({ DATABASE_URL: url, ...(directUrl && { DATABASE_DIRECT_URL: directUrl }) }),
  )
}

/**
 * Starts a server that mistakes the database for a pooler, and so doesn't use named statements. Such a server
 * expects the pooler to apply its session settings, so this function sets them on the database.
 */
async function serveWithoutNamedStatements(
  db: Database,
  { url }: PrivateServer,
): Promise<ServerProcess> {
  for (const [name, value] of Object.entries({ ...REQUEST_SETTINGS, statement_timeout: '7000' })) {
    await db.execute(`alter database postgres set ${name} = '${value}'`)
  }
  return serve(url, url)
}

async function compareAll(
  db: Database,
  servers: Readonly<Record<string, ServerProcess>>,
): Promise<void> {
  const serverList = Object.values(servers)
  const claimRates = await interleave(
    ROUNDS,
    serverList.map(({ url }) => async () => {
      const { claims: plannedClaims } = await prepareQuietGroup(db, CLAIMS)
      return measureClaims(url, plannedClaims)
    }),
  )
  const listedGroup = await prepareQuietGroup(db, LIST_LENGTH * PLAYERS_PER_TEE_TIME)
  await db.execute('analyze')
  const path = `/api/groups/slug/${listedGroup.slug}/tee-times`
  const listRates = await interleave(
    ROUNDS,
    serverList.map(
      ({ url }) =>
        () =>
          measureHttp(url, LISTS, () => ({ method: 'GET', path, session: listedGroup.session })),
    ),
  )
  console.log(`${describeMachine()}, ${CONCURRENCY} concurrent requests\n`)
  console.log(`| | claims | | lists of ${LIST_LENGTH} | |`)
  console.log('|---|---|---|---|---|')
  for (const [n, name] of Object.keys(servers).entries()) {
    const cells = [claimRates, listRates].flatMap((rates) => {
      const [rate = 0, directRate = 0] = [rates[n], rates[0]]
      return [`${Math.round(rate)}/s`, (rate / directRate).toFixed(2)]
    })
    console.log(`| ${[name, ...cells].join(' | ')} |`)
  }
}

function measureClaims(url: string, claims: BenchGroup['claims']): Promise<number> {
  return measureHttp(url, claims.length, () => {
    const next = claims.pop()
    if (next === undefined) throw new Error('More claims than spots')
    return {
      method: 'POST',
      path: `/api/tee-times/${next.teeTimeId}/claim`,
      session: next.session,
    }
  })
}

/** Creates a group, and deletes all queued jobs, such as those that notify its members. */
async function prepareQuietGroup(db: Database, spots: number): Promise<BenchGroup> {
  const group = await prepareGroup(db, spots)
  await db.execute('delete from graphile_worker._private_jobs where locked_by is null')
  return group
}
