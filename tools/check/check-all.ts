// `npm run check`: runs all checks of the code, but no tests.
import { availableParallelism } from 'node:os'
import { type CommandResult, runCommand, scriptPath } from '../run-command.ts'

interface Check {
  readonly name: string
  readonly args: readonly string[]
}

const CHECKS: readonly Check[] = [
  { name: 'types', args: [scriptPath('typescript', 'bin', 'tsc'), '--noEmit'] },
  {
    name: 'unused code',
    args: [scriptPath('knip', 'bin', 'knip.js'), '--no-progress', '--treat-config-hints-as-errors'],
  },
  { name: 'bundle size', args: ['tools/check/bundle-size.ts'] },
  {
    name: 'format and lint',
    args: [
      scriptPath('@biomejs', 'biome', 'bin', 'biome'),
      'ci',
      '--colors=off',
      '--diagnostic-level=warn',
      '--error-on-warnings',
    ],
  },
  { name: 'lock file', args: ['tools/check/lock-file.ts'] },
  { name: 'structure', args: ['tools/check/structure.ts'] },
  { name: 'copy', args: ['tools/copy/copy.ts', '--check'] },
]

async function runChecks(): Promise<boolean> {
  const remainingChecks = [...CHECKS]
  const failed: string[] = []
  async function work(): Promise<void> {
    for (
      let check = remainingChecks.shift();
      check !== undefined;
      check = remainingChecks.shift()
    ) {
      const result = await runCommand(process.execPath, check.args, { env: { NO_COLOR: '1' } })
      printResult(check, result)
      if (!result.ok) failed.push(check.name)
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work))
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`)
  return failed.length === 0
}

/**
 * Prints one line per check. If the check passed, adds its warnings (`! `) and metrics (`· `). If it failed,
 * adds its whole output.
 */
function printResult({ name }: Check, { ok, seconds, output }: CommandResult): void {
  console.log(`${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
  const shownLines = ok ? output.split('\n').filter((line) => /^[!·] /.test(line)) : [output]
  for (const line of shownLines) console.log(line.replace(/^/gm, '    '))
}

process.exitCode = (await runChecks()) ? 0 : 1
