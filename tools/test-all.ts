// `npm test`: runs the checks and the fast tests. The parts that find errors fastest come first. With
// `--thorough` (`npm run test:thorough`), runs only the tests with the tag `thorough`, and then some tests
// through PgBouncer. The last line of the output counts the passed and failed tests.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runCommand, scriptPath } from './run-command.ts'
import { NO_TESTS, playwrightTally, sumTallies, type Tally, vitestTally } from './tally.ts'
import { installPooler } from './testing/private-pooler.ts'

interface Part {
  readonly name: string
  readonly args: readonly string[]
  readonly env?: Record<string, string>
  /** Returns the results in the report of this part; undefined for a part without tests. */
  readonly tally?: () => Tally
  /** Returns why the part cannot run on this machine; undefined if it can. */
  readonly whyNot?: () => string | undefined
}

const reportsFolder = mkdtempSync(path.join(tmpdir(), 'fourball-test-'))
const vitestReportFile = path.join(reportsFolder, 'vitest.json')
const pgbouncerReportFile = path.join(reportsFolder, 'pooled.json')
const playwrightReportFile = path.join(reportsFolder, 'playwright.json')

const isThorough = process.argv.includes('--thorough')

const CHECK: Part = { name: 'check', args: ['tools/check/check-all.ts'] }

/** Tests the features that a pooler could break: claims, races, live events, jobs and migrations. */
const PGBOUNCER: Part = {
  name: 'API tests through PgBouncer',
  args: [
    'tools/test-on-server.ts',
    '--pgbouncer',
    '--project=server',
    'server/system-tests/pooler.test.ts',
    'server/system-tests/claims-race.test.ts',
    'server/system-tests/hostile-defaults.test.ts',
    'server/system-tests/spots-in-conflict.test.ts',
    'server/live/',
    'server/platform/database/check-pooler.test.ts',
    'server/platform/database/migrate.test.ts',
    'server/platform/idempotency/',
    'server/platform/jobs/',
    'server/tee-times/cards/',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${pgbouncerReportFile}`,
  ],
  tally: () => vitestTally(readReport(pgbouncerReportFile)),
  whyNot: installPooler,
}

const TESTS: readonly Part[] = [
  {
    name: 'unit and API tests',
    args: [
      scriptPath('vitest', 'vitest.mjs'),
      'run',
      `--tags-filter=${isThorough ? '' : '!'}thorough`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReportFile}`,
    ],
    tally: () => vitestTally(readReport(vitestReportFile)),
  },
  {
    name: 'journeys',
    args: [
      scriptPath('@playwright', 'test', 'cli.js'),
      'test',
      isThorough ? '--grep' : '--grep-invert',
      '@thorough',
      '--reporter=list,json',
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReportFile },
    tally: () => playwrightTally(readReport(playwrightReportFile)),
  },
]

function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

async function runAll(): Promise<Tally> {
  const tallies: Tally[] = []
  for (const { name, args, env = {}, tally, whyNot } of isThorough
    ? [...TESTS, PGBOUNCER]
    : [CHECK, ...TESTS]) {
    console.log(`\n── ${name} ──`)
    const reasonToSkip = whyNot?.()
    if (reasonToSkip !== undefined) {
      console.log(`── ${name}: skipped. ${reasonToSkip} ──`)
      continue
    }
    const { ok, seconds } = await runCommand(process.execPath, args, { stream: true, env })
    const ownTally = tally?.() ?? NO_TESTS
    // A part can also fail without a failed test: because of a check or a crash, or because there were no
    // tests. Count this as one failure.
    tallies.push(ok || ownTally.failed > 0 ? ownTally : { ...ownTally, failed: 1 })
    console.log(`── ${name}: ${ok ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s ──`)
    if (!ok) break
  }
  return sumTallies(tallies)
}

try {
  const { passed, failed, retried } = await runAll()
  const retryNote = retried > 0 ? ` (${retried} of them on a second try)` : ''
  console.log(`\n${passed} passed${retryNote}, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  rmSync(reportsFolder, { recursive: true, force: true })
}
