import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import tls from 'node:tls'
import { phoneOf } from '../../../server/system-tests/testing/phone.ts'
import type { Checks } from './checks.ts'
import { fillInExample, imageOf, ROOT } from './deploy-files.ts'
import { type Podman, runProgram, until } from './podman.ts'
import {
  findFreePort,
  PRODUCTION_SETTINGS,
  stopContainer,
  waitUntilHealthy,
} from './rehearse-image.ts'

const START_TIMEOUT_SECONDS = 90
/** The names that podman-compose gives the containers. */
const [APP, WORKER, DB] = ['fourball_app_1', 'fourball_worker_1', 'fourball_db_1'] as const
const CADDY = 'caddy'
/** The path, in Caddy's container, of the certificate of its local certificate authority. */
const AUTHORITY_CERTIFICATE = '/data/caddy/pki/authorities/local/root.crt'

/**
 * Runs compose.yaml as docs/deploying.md describes, at https://localhost, with a certificate from Caddy's
 * local certificate authority.
 */
export async function rehearseCompose(
  podman: Podman,
  checks: Checks,
  folder: string,
): Promise<void> {
  const deployFolder = path.join(folder, 'checkout', 'deploy')
  mkdirSync(deployFolder, { recursive: true })
  for (const file of ['compose.yaml', 'Caddyfile'])
    cpSync(path.join(ROOT, 'deploy', file), path.join(deployFolder, file))
  const url = `https://localhost:${await findFreePort()}`
  const settings = {
    ...PRODUCTION_SETTINGS,
    PUBLIC_URL: url,
    POSTGRES_PASSWORD: 'a1b2c3d4e5f6',
    PORT: String(await findFreePort()),
  }
  writeFileSync(path.join(deployFolder, '.env'), fillInExample(settings))

  const compose = (...args: string[]) =>
    runProgram(
      'podman-compose',
      ['--podman-path', podman.program, '--project-name', 'fourball', ...args],
      { cwd: deployFolder },
    )
  // Leave out Caddy. It uses the host's network, and Debian's podman-compose would add a second network.
  await compose('up', '--detach', 'db', 'app', 'worker')
  try {
    await waitUntilHealthy(podman, DB)
    const seconds = await waitUntilHealthy(podman, APP)
    checks.add('app and database are healthy', true, `${seconds.toFixed(1)} s`)
    await until(async () => {
      const workerOutput = await podman.run('logs', WORKER)
      if (!workerOutput.includes('worker is ready'))
        throw new Error(`The worker printed: ${workerOutput}`)
    }, START_TIMEOUT_SECONDS)
    checks.add('the worker is ready', true)
    await startCaddy(podman, deployFolder, settings)

    const visitor = phoneOf(url)
    await until(() => visitor.get('/healthz'), START_TIMEOUT_SECONDS)
    const page = await visitor.get('/login')
    checks.add('Caddy serves /login over TLS', page.status === 200 && page.text.includes('<html'))
    const readiness = await visitor.get('/readyz')
    checks.add(
      '/readyz: database, live events and jobs work',
      readiness.status === 200,
      readiness.text,
    )
    for (const container of [APP, WORKER]) await stopContainer(podman, container, checks)

    await backUpAndRestore(podman)
    await podman.run('start', APP)
    await until(async () => {
      const readinessAfterRestore = await visitor.get('/readyz')
      if (readinessAfterRestore.status !== 200)
        throw new Error(`/readyz returns ${readinessAfterRestore.text}`)
    }, START_TIMEOUT_SECONDS)
    checks.add('the app works on a restored backup', true)
    await podman.run('stop', '--time=15', APP)
    await stopContainer(podman, DB, checks)
  } finally {
    await compose('down').catch(() => undefined)
    await podman.run('rm', '--force', CADDY)
  }
}

/** Starts Caddy as compose.yaml does, and makes this process trust Caddy's local certificate authority. */
async function startCaddy(
  podman: Podman,
  deployFolder: string,
  { PUBLIC_URL, PORT }: { PUBLIC_URL: string; PORT: string },
): Promise<void> {
  await podman.run(
    ...['run', '--detach', '--name', CADDY, '--network=host', '--read-only', '--tmpfs=/tmp'],
    ...[`--env=PUBLIC_URL=${PUBLIC_URL}`, `--env=PORT=${PORT}`],
    `--volume=${path.join(deployFolder, 'Caddyfile')}:/etc/caddy/Caddyfile:ro`,
    ...['--volume=caddy-data:/data', '--volume=caddy-config:/config', imageOf('caddy')],
  )
  const trustedCertificates = tls.getCACertificates()
  await until(async () => {
    const authorityCertificate = await podman.run('exec', CADDY, 'cat', AUTHORITY_CERTIFICATE)
    tls.setDefaultCACertificates([...trustedCertificates, authorityCertificate])
  }, START_TIMEOUT_SECONDS)
}

/** Backs up the database and restores it, with the commands in docs/deploying.md. */
async function backUpAndRestore(podman: Podman): Promise<void> {
  const commands = [
    'pg_dump --username fourball --format custom fourball > /tmp/fourball.dump',
    'dropdb --username fourball --force --maintenance-db postgres fourball',
    'createdb --username fourball --maintenance-db postgres fourball',
    'pg_restore --username fourball --dbname fourball < /tmp/fourball.dump',
  ]
  for (const command of commands) await podman.run('exec', DB, 'sh', '-c', command)
}
