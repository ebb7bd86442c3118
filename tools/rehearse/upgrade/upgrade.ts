/**
 * `npm run rehearse:upgrade`: replaces an installation's two nodes with nodes of a mock next release, one at
 * a time, while phones use the app. Then upgrades the snapshot of every release to the mock release. Prints
 * one table. Exits with 1 if a request failed, a live stream was not reopened, a response was wrong, or a row
 * was lost.
 */
import { Client } from 'pg'
import { startPrivateServer } from '../../testing/private-server.ts'
import { type NextRelease, writeNextRelease } from './next-release.ts'
import { ensureHaproxy, NEEDS_HAPROXY } from './proxy.ts'
import { type Rehearsal, replaceNodes } from './replace-nodes.ts'
import { findSnapshots, upgradeSnapshot } from './upgrade-snapshot.ts'

/** How long the load continues after each step. */
const SETTLE_MS = 5_000
const SHOWN_DEVIATIONS = 20
const PRINTED_CHARACTERS = 20_000
/** The rehearsal is aborted if the nodes are not replaced within this time after the script's start. */
const TIME_LIMIT_MS = 540_000

interface Row {
  readonly name: string
  readonly seconds: number
  readonly result: string
  readonly deviations: number
}

function rowsOf({ steps, phones }: Rehearsal): Row[] {
  return steps.map(({ name, seconds, requests, failedRequests, reconnects, listeningPhones }) => ({
    name,
    seconds,
    result:
      `${requests.toLocaleString('en-US')} requests, ${reconnects} streams reopened, ` +
      `${listeningPhones} of ${phones} streams live`,
    deviations: failedRequests + phones - listeningPhones,
  }))
}

/** Upgrades the snapshot of every release. Adds a message to `deviations` for everything that went wrong. */
async function upgradeSnapshots(
  adminUrl: string,
  next: NextRelease,
  deviations: string[],
): Promise<Row[]> {
  const rows: Row[] = []
  for (const snapshot of findSnapshots()) {
    const startedAt = performance.now()
    const url = await createDatabase(adminUrl, `snapshot_${rows.length}`)
    const upgraded = await upgradeSnapshot(snapshot, url, next.folder)
    deviations.push(...upgraded.deviations.map((reason) => `${snapshot.release}: ${reason}`))
    rows.push({
      name: `database of ${snapshot.release} → ${next.release}`,
      seconds: (performance.now() - startedAt) / 1_000,
      result: `${upgraded.rows.toLocaleString('en-US')} rows in ${upgraded.tables} tables`,
      deviations: upgraded.deviations.length,
    })
  }
  return rows
}

async function createDatabase(adminUrl: string, name: string): Promise<string> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
  const address = new URL(adminUrl)
  address.pathname = `/${name}`
  return address.href
}

function print(rows: readonly Row[], deviations: readonly string[]): void {
  const header = ['step', 'seconds', 'failed', 'what happened']
  const cells = rows.map(({ name, seconds, result, deviations: count }) => [
    name,
    seconds.toFixed(1),
    String(count),
    result,
  ])
  const widths = header.map((title, n) =>
    Math.max(title.length, ...cells.map((row) => row[n]?.length ?? 0)),
  )
  for (const row of [header, widths.map((width) => '-'.repeat(width)), ...cells]) {
    const padded = row.map((cell, n) =>
      n === 1 || n === 2 ? cell.padStart(widths[n] ?? 0) : cell.padEnd(widths[n] ?? 0),
    )
    console.log(padded.join('  ').trimEnd())
  }
  for (const deviation of deviations.slice(0, SHOWN_DEVIATIONS)) console.log(`  → ${deviation}`)
  console.log(
    deviations.length === 0
      ? 'No request failed, and every acknowledged claim is in the database.'
      : `${deviations.length} deviations`,
  )
}

if (!ensureHaproxy()) {
  console.error(NEEDS_HAPROXY)
  process.exit(1)
}
process.exitCode = 1
// Stop every process that the rehearsal started, no matter how it ends.
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => stopping.abort(new Error(`Stopped by ${name}`)))
}
const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TIME_LIMIT_MS)])
const postgres = await startPrivateServer()
const next = await writeNextRelease().catch(async (error: unknown) => {
  await postgres.stop()
  throw error
})
try {
  console.log(`${postgres.version}, two nodes behind HAProxy`)
  const rehearsal = await replaceNodes(postgres.url, next, SETTLE_MS, signal)
  const deviations = [...rehearsal.deviations]
  const rows = [...rowsOf(rehearsal), ...(await upgradeSnapshots(postgres.url, next, deviations))]
  print(rows, deviations)
  if (deviations.length === 0) process.exitCode = 0
  else console.log(`What the nodes printed:\n${rehearsal.output.slice(-PRINTED_CHARACTERS)}`)
} finally {
  next.remove()
  await postgres.stop()
}
