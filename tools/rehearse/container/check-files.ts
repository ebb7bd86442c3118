import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Checks } from './checks.ts'
import { ROOT } from './deploy-files.ts'
import { runProgram } from './podman.ts'

const DEPLOY = path.join(ROOT, 'deploy')
/**
 * The limit for a unit's exposure, on systemd's scale from 0 to 10. Lower is safer. Ordinary services have
 * 9.6.
 */
const MAX_EXPOSURE = 2.5

export async function checkFiles(checks: Checks): Promise<void> {
  const caddyfile = path.join(DEPLOY, 'Caddyfile')
  const env = { ...process.env, PUBLIC_URL: 'https://golf.example' }
  await runProgram('caddy', ['validate', '--adapter', 'caddyfile', '--config', caddyfile], { env })
  checks.add('caddy validate accepts the Caddyfile', true)
  const formatted = await runProgram('caddy', ['fmt', caddyfile])
  checks.add('caddy fmt leaves it unchanged', formatted === readFileSync(caddyfile, 'utf8').trim())

  const folder = mkdtempSync(path.join(tmpdir(), 'fourball-units-'))
  try {
    for (const name of readdirSync(path.join(DEPLOY, 'systemd'))) {
      const unit = path.join(folder, name)
      // Replace the unit's program, because systemd-analyze rejects programs that this machine doesn't have.
      const text = readFileSync(path.join(DEPLOY, 'systemd', name), 'utf8')
      writeFileSync(unit, text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
      await runProgram('systemd-analyze', ['verify', '--man=no', unit])
      checks.add(`systemd-analyze verify accepts ${name}`, true)
      const security = await runProgram('systemd-analyze', [
        'security',
        '--offline=true',
        '--no-pager',
        unit,
      ])
      const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(security)?.[1] ?? Number.NaN)
      checks.add(
        `exposure of ${name} at most ${MAX_EXPOSURE}`,
        exposure <= MAX_EXPOSURE,
        String(exposure),
      )
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
