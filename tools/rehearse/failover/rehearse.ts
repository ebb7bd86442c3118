/**
 * `npm run rehearse:failover`: builds a cluster on this machine from Debian's packages: etcd, two PostgreSQL
 * servers under Patroni with synchronous replication, and HAProxy. Adds two app nodes and a worker. Breaks
 * one part at a time while golfers claim and leave spots, send texts, and follow live updates. Prints one
 * table, and exits with 1 if anything was lost or took too long.
 */
import { ALL_FAULTS } from './faults.ts'
import { findPrograms, HOW_TO_INSTALL } from './programs.ts'
import { findLosses, findSlowRecoveries, formatTable } from './report.ts'
import { startRig } from './rig.ts'
import { runFaults } from './run-faults.ts'

/** The time limit for the whole rehearsal. */
const TIME_LIMIT_MS = 570_000

const startedAt = performance.now()
const stack = new AsyncDisposableStack()
let isStopped = false

function stop(code: number, why: string): void {
  if (isStopped) return
  isStopped = true
  console.log(why)
  void stack.disposeAsync().finally(() => process.exit(code))
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => stop(130, 'stopping …'))
setTimeout(() => stop(1, 'This takes too long: is the machine busy?'), TIME_LIMIT_MS).unref()

async function rehearse(): Promise<string[]> {
  const programs = findPrograms()
  if (programs === undefined) return [HOW_TO_INSTALL]
  console.log('starting etcd, two PostgreSQL servers, HAProxy, two apps and a worker …')
  const rig = await startRig(programs, stack)
  const results = await runFaults(rig, ALL_FAULTS, console.log)
  console.log(`\n${formatTable(results)}\n`)
  return [...results.flatMap(findLosses), ...results.flatMap(findSlowRecoveries)]
}

try {
  const problems = await rehearse()
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
} catch (error) {
  // After a stop, errors are expected.
  if (!isStopped) console.error(error)
  process.exitCode = 1
} finally {
  await stack.disposeAsync()
}
if (!isStopped) console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s in total`)
