/**
 * `npm run bench:tables`: measures the super admin's tables with many rows. Loads the first and the last page
 * of each table, in every sort order and with every search, over HTTP, from a temporary database. For each
 * page, prints the median duration of five calls and the scans in the query plan.
 */
import { cpus } from 'node:os'
import { fillTables, type TableAmounts } from '../../server/admin/testing/fill-tables.ts'
import { readPlans } from '../../server/admin/testing/read-plans.ts'
import { tableCalls, urlOf } from '../../server/admin/testing/table-calls.ts'
import { startThrowaway } from '../../server/platform/database/embedded/testing/throwaway.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { factories } from '../../server/system-tests/testing/factories.ts'
import { startTestApp } from '../../server/system-tests/testing/test-app.ts'

const ROUNDS = 5
const AMOUNTS: TableAmounts = {
  golfers: 100_000,
  groups: 10_000,
  memberships: 150_000,
  auditEntries: 200_000,
  deliveries: 1_000_000,
  payments: 100_000,
}

const database = await startThrowaway()
try {
  await migrate(database.adminUrl)
  const app = await startTestApp({ databaseUrl: database.adminUrl })
  try {
    const { session } = await factories(app.ctx).golfer({ name: 'Sam Super', isSuperAdmin: true })
    await fillTables(app.databaseUrl, AMOUNTS)
    console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`)
    console.log(`${JSON.stringify(AMOUNTS)}\n`)
    console.log('| table | search | rows | sort | page | ms | plan |')
    console.log('|---|---|---|---|---|---|---|')
    const { get } = app.phone(session)
    const times: number[] = []
    for (const call of tableCalls({ withVagueSearches: true })) {
      const { headers } = await get(urlOf({ ...call, page: 'first' }, 0))
      const total = Number(headers.get('x-total-count'))
      const url = urlOf(call, total)
      const nodes = await readPlans(app, () => get(url))
      const scans = nodes.filter(({ table, type }) => table !== undefined && type.includes('Scan'))
      const ms = await measureMedianMs(() => get(url))
      times.push(ms)
      const plan = [...new Set(scans.map(({ type, table }) => `${type} of ${table}`))].join(', ')
      const { path, search, sort, page } = call
      const cells = [path, search, total, sort, page, ms.toFixed(1), plan]
      console.log(`| ${cells.join(' | ')} |`)
    }
    const sorted = times.toSorted((a, b) => a - b)
    const quantileText = (fraction: number) =>
      sorted[Math.floor((sorted.length - 1) * fraction)]?.toFixed(1)
    console.log(
      `\nof ${sorted.length}: median ${quantileText(0.5)} ms, p95 ${quantileText(0.95)} ms, slowest ${quantileText(1)} ms`,
    )
  } finally {
    await app.close()
  }
} finally {
  await database.stop()
}

async function measureMedianMs(call: () => Promise<{ status: number }>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now()
    const { status } = await call()
    if (status !== 200) throw new Error(`A list returned ${status}`)
    times.push(performance.now() - startedAt)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
}
