/**
 * `npm run bench:scale`: checks that the app is as fast with a million golfers as with a thousand. Fills two
 * temporary databases, one with 100,000 groups and one with 100. Measures API calls and every periodic job,
 * alternately on both databases. Then opens 5,000 live streams on one node. Fails if a query reads a whole
 * large table. Missed targets for time and memory don't fail the run: people should judge them. SCALE=0.01
 * shrinks the run for a quick try.
 */
import { Client } from 'pg'
import { startThrowaway } from '../../server/platform/database/embedded/testing/throwaway.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { startTwilio } from '../../server/providers/texts/testing/twilio-stand-in.ts'
import { describeMachine, median, verdict } from './measure.ts'
import { fillDatabase } from './scale/fill-database.ts'
import { MAX_CALLS, type Side, startSide } from './scale/operations.ts'
import { measureStreams } from './scale/streams.ts'
import { TableReads } from './scale/table-reads.ts'

const SCALE = Number(process.env['SCALE'] ?? 1)
const GROUPS_IN_SMALL = 100
const GROUPS_IN_LARGE = Math.max(GROUPS_IN_SMALL, Math.round(100_000 * SCALE))
const STREAMS = Math.max(200, Math.round(5_000 * Math.min(1, SCALE)))

/** The first calls of each operation don't count, because they compile code and fill caches. */
const WARM_UP_CALLS = 5
/**
 * The time limit for all calls of an operation. An operation that reaches it makes no more calls, and only
 * its first call counts as a warm-up.
 */
const OPERATION_TIMEOUT_MS = 30_000
const MAX_RATIO = 1.5
const MAX_KILOBYTES_PER_STREAM = 60
const MAX_P95_MS = 150

const findings: string[] = []
const database = await startThrowaway()
try {
  console.log(`${describeMachine()}; ${GROUPS_IN_LARGE} groups compared to ${GROUPS_IN_SMALL}\n`)
  await compareSizes(
    await createFilledDatabase('small', GROUPS_IN_SMALL),
    await createFilledDatabase('large', GROUPS_IN_LARGE),
  )
  await compareStreamsToTargets(await createDatabase('streams'))
} finally {
  await database.stop()
}
for (const finding of findings) console.error(finding)
if (findings.length > 0) process.exitCode = 1

async function createDatabase(name: string): Promise<string> {
  const client = new Client({ connectionString: database.adminUrl })
  await client.connect()
  try {
    await client.query(`create database ${name}`)
  } finally {
    await client.end()
  }
  const address = new URL(database.adminUrl)
  address.pathname = `/${name}`
  await migrate(address.href)
  return address.href
}

async function createFilledDatabase(name: string, groups: number): Promise<string> {
  const url = await createDatabase(name)
  const startedAt = performance.now()
  await fillDatabase(url, groups)
  console.log(`${name}: filled in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  return url
}

async function compareSizes(smallUrl: string, largeUrl: string): Promise<void> {
  const twilio = await startTwilio()
  const small = await startSide(smallUrl, twilio.env)
  const large = await startSide(largeUrl, twilio.env)
  const reads = await TableReads.open(largeUrl, large.app.ctx.db)
  try {
    console.log('\n| | small, ms | large, ms | ratio | target | |')
    console.log('|---|---|---|---|---|---|')
    for (const name of large.operations.keys()) {
      await reads.begin()
      const times = await measureBoth(name, small, large)
      for (const finding of await reads.end(times.calls)) findings.push(`${name} ${finding}`)
      const ratio = times.large / times.small
      const cells = [name, times.small.toFixed(2), times.large.toFixed(2), ratio.toFixed(2)]
      console.log(`| ${cells.join(' | ')} | ≤ ${MAX_RATIO} | ${verdict(ratio <= MAX_RATIO)} |`)
    }
  } finally {
    await reads.close()
    await large.app.close()
    await small.app.close()
    await twilio.close()
  }
}

/**
 * Returns the median duration of an operation on each side, in milliseconds, and the number of calls per
 * side.
 */
async function measureBoth(
  name: string,
  small: Side,
  large: Side,
): Promise<{ small: number; large: number; calls: number }> {
  const times = { small: [] as number[], large: [] as number[] }
  const startedAt = performance.now()
  for (let call = 0; call < MAX_CALLS; call += 1) {
    if (call > 1 && performance.now() - startedAt > OPERATION_TIMEOUT_MS) break
    const turns = [
      async () => times.small.push(await timeOperation(small, name)),
      async () => times.large.push(await timeOperation(large, name)),
    ]
    if (call % 2 === 1) turns.reverse()
    for (const turn of turns) await turn()
  }
  const calls = times.large.length
  const uncountedCalls = calls < MAX_CALLS ? 1 : WARM_UP_CALLS
  return {
    small: median(times.small.slice(uncountedCalls)),
    large: median(times.large.slice(uncountedCalls)),
    calls,
  }
}

async function timeOperation({ operations }: Side, name: string): Promise<number> {
  const startedAt = performance.now()
  await operations.get(name)?.()
  return performance.now() - startedAt
}

async function compareStreamsToTargets(url: string): Promise<void> {
  const { streams, events, kilobytesPerStream, p95Ms } = await measureStreams(url, STREAMS)
  const memoryCells = [`${kilobytesPerStream.toFixed(1)} KB`, `≤ ${MAX_KILOBYTES_PER_STREAM} KB`]
  const p95Cells = [`${p95Ms.toFixed(0)} ms`, `≤ ${MAX_P95_MS} ms`]
  console.log('\n| | measured | target | |')
  console.log('|---|---|---|---|')
  console.log(
    `| memory of each of ${streams} live streams | ${memoryCells.join(' | ')} | ${verdict(kilobytesPerStream <= MAX_KILOBYTES_PER_STREAM)} |`,
  )
  console.log(
    `| an event reaches all phones of a group of 100, p95 of ${events} | ${p95Cells.join(' | ')} | ${verdict(p95Ms <= MAX_P95_MS)} |`,
  )
}
