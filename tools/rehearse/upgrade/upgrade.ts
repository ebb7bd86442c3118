/**
 * `npm run rehearse:upgrade`: replaces the two nodes of an installation by nodes of a next release, one at a
 * time, while phones use it. Prints one table. Exits with 1 if a request failed, a live stream did not
 * come back, or an answer was untrue.
 */
import { startPrivateServer } from '../../testing/private-server.ts'
import { hasHaproxy, NEEDS_HAPROXY } from './proxy.ts'
import { type Rehearsal, replaceNodes } from './replace-nodes.ts'

/** How long the load goes on after each step. Milliseconds. */
const SETTLE_MS = 5_000
const SHOWN_DEVIATIONS = 20

function print({ steps, phones, deviations }: Rehearsal): void {
  const header = ['step', 'seconds', 'requests', 'failed', 'streams reopened', 'streams live']
  const rows = steps.map((step) => [
    step.name,
    step.seconds.toFixed(1),
    step.requests.toLocaleString('en-US'),
    String(step.failed),
    String(step.reconnects),
    `${step.listening} of ${phones}`,
  ])
  const widths = header.map((name, n) =>
    Math.max(name.length, ...rows.map((row) => row[n]?.length ?? 0)),
  )
  for (const row of [header, widths.map((width) => '-'.repeat(width)), ...rows]) {
    const cells = row.map((cell, n) =>
      n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0),
    )
    console.log(cells.join('  '))
  }
  for (const deviation of deviations.slice(0, SHOWN_DEVIATIONS)) console.log(`  → ${deviation}`)
  const total = steps.reduce((sum, { requests }) => sum + requests, 0)
  console.log(
    deviations.length === 0
      ? `All ${total.toLocaleString('en-US')} requests succeeded. Every acknowledged claim is in the database.`
      : `${deviations.length} deviations.`,
  )
}

if (!hasHaproxy()) {
  console.error(NEEDS_HAPROXY)
  process.exit(1)
}
const server = await startPrivateServer()
process.exitCode = 1
try {
  console.log(`${server.version}, two nodes behind HAProxy`)
  const rehearsal = await replaceNodes(server.url, SETTLE_MS)
  print(rehearsal)
  if (rehearsal.deviations.length === 0) process.exitCode = 0
} finally {
  await server.stop()
}
