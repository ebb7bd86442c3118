import { globSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { readBackup } from '../../../server/platform/database/backup/format.ts'
import { startServer } from '../../../server/system-tests/testing/server-process.ts'
import { DEMO_GOLFERS } from '../../demo/demo-group.ts'
import { DEMO_PASSWORD, DEMO_SLUG } from '../../demo/seed-demo.ts'
import { runCommand } from '../../run-command.ts'

const RELEASES = fileURLToPath(new URL('../../../server/app/releases', import.meta.url))

/** The calls that the screens of every release make. */
const MAIN_CALLS = [
  `/api/groups/slug/${DEMO_SLUG}`,
  `/api/groups/slug/${DEMO_SLUG}/tee-times`,
  `/api/groups/slug/${DEMO_SLUG}/members-with-roles`,
  '/api/my-groups',
  '/api/my-preferences',
]
const MAIN_SCREENS = ['/', '/login', `/${DEMO_SLUG}`, '/readyz']

/** A backup of a filled database, as a release created it. */
export interface Snapshot {
  readonly release: string
  readonly file: string
}

export interface SnapshotResult {
  readonly rows: number
  readonly tables: number
  /** A message about each thing that went wrong. */
  readonly deviations: readonly string[]
}

export function snapshotFileOf(release: string): string {
  return path.join(RELEASES, `${release}.backup`)
}

export function findSnapshots(): Snapshot[] {
  return globSync('*.backup', { cwd: RELEASES }).map((name) => ({
    release: path.basename(name, '.backup'),
    file: path.join(RELEASES, name),
  }))
}

/**
 * Restores a snapshot into an empty database and upgrades the database with the code in a folder. Then checks
 * that each table has as many rows as in the snapshot, and that the app serves its main screens.
 * @param folder the checkout of the release to upgrade to
 */
export async function upgradeSnapshot(
  { file }: Snapshot,
  databaseUrl: string,
  folder: string,
): Promise<SnapshotResult> {
  const restore = path.join(folder, 'tools/backup/restore.ts')
  const { ok, output } = await runCommand(process.execPath, [restore, file, '--move'], {
    env: { DATABASE_URL: databaseUrl },
  })
  if (!ok) return { rows: 0, tables: 0, deviations: [output] }
  const expected = await countRowsInBackup(file)
  const actual = await countRowsInDatabase(databaseUrl, [...expected.keys()])
  const deviations = [...expected].flatMap(([table, rows]) => {
    const actualRows = actual.get(table)
    return actualRows === rows ? [] : [`${table} has ${actualRows} rows instead of ${rows}`]
  })
  const rows = [...expected.values()].reduce((sum, count) => sum + count, 0)
  const servingProblems = await findServingProblems(
    databaseUrl,
    path.join(folder, 'server/app/main.ts'),
  )
  return { rows, tables: expected.size, deviations: [...deviations, ...servingProblems] }
}

export async function countRowsInBackup(file: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  await readBackup(file, undefined, {
    async tableEnd({ table }, { rows }) {
      // Skip the queue's jobs, which a backup lists as '(jobs)': they aren't in one of the app's tables.
      if (!table.startsWith('(')) counts.set(table, rows)
    },
  })
  return counts
}

async function countRowsInDatabase(url: string, tables: string[]): Promise<Map<string, number>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const counts = new Map<string, number>()
    for (const table of tables) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from ${client.escapeIdentifier(table)}`,
      )
      counts.set(table, Number(rows[0]?.n))
    }
    return counts
  } finally {
    await client.end()
  }
}

/** Starts the app. Returns a message about each screen or call that fails. */
async function findServingProblems(databaseUrl: string, main: string): Promise<string[]> {
  const server = await startServer({ DATABASE_URL: databaseUrl, DEMO: '0', JOBS: 'off' }, main)
  try {
    const { email } = DEMO_GOLFERS[0]
    const login = await server.phone().post('/api/auth/login', { email, password: DEMO_PASSWORD })
    const { sessionId } = login.body as { sessionId?: string }
    const phone = server.phone(sessionId)
    const problems: string[] = []
    for (const requestPath of [...MAIN_SCREENS, ...MAIN_CALLS]) {
      const { status, text } = await phone.get(requestPath)
      if (status !== 200) problems.push(`${requestPath} returned ${status}: ${text.slice(0, 200)}`)
    }
    return problems
  } finally {
    await server.stop()
  }
}
