import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import * as z from 'zod'
import { phoneOf } from '../../../server/system-tests/testing/phone.ts'
import type { Checks } from './checks.ts'
import { ROOT } from './deploy-files.ts'
import { type Podman, rehearsalAbort, secondsSince, until } from './podman.ts'

const IMAGE = 'localhost/fourball:latest'
const MAX_IMAGE_MB = 400
const START_TIMEOUT_SECONDS = 90
const MAX_STOP_SECONDS = 10
/** The value of `lb_try_duration` in the Caddyfile. */
const CADDY_RETRY_SECONDS = 30
const UNUSED_MAIL_SERVER = 'smtp://127.0.0.1:1'

/** The restrictions with which compose.yaml runs the image. */
const RESTRICTIONS = [
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  '--stop-timeout=15',
]

export const PRODUCTION_SETTINGS = {
  PUBLIC_URL: 'https://golf.example',
  SUPER_ADMIN_EMAIL: 'you@golf.example',
  SUPER_ADMIN_PASSWORD: 'green dog 17 walks',
  SMTP_URL: UNUSED_MAIL_SERVER,
  MAIL_FROM: 'Fourball <teetimes@golf.example>',
}

export async function buildImage(podman: Podman, checks: Checks): Promise<void> {
  const startedAt = performance.now()
  const file = path.join(ROOT, 'deploy/Containerfile')
  await podman.run('build', '--format', 'docker', '--file', file, '--tag', IMAGE, ROOT)
  checks.add('the image builds', true, `${secondsSince(startedAt).toFixed(0)} s`)
  const size = Number(await podman.run('image', 'inspect', '--format', '{{.Size}}', IMAGE)) / 1e6
  checks.add(`it has at most ${MAX_IMAGE_MB} MB`, size <= MAX_IMAGE_MB, `${size.toFixed(0)} MB`)

  const unwantedFiles = await podman.run(
    ...['run', '--rm', '--network=none', IMAGE, 'sh', '-c'],
    'ls -d /usr/local/bin/npm node_modules/vite node_modules/node web e2e server/system-tests 2>&1 | grep -v "No such file" || true',
  )
  checks.add('it has no npm, build tools or tests', unwantedFiles === '', unwantedFiles)
  const user = await podman.run('run', '--rm', '--network=none', IMAGE, 'id')
  checks.add('it runs as its own user', user.startsWith('uid=10001(fourball) gid=10001'), user)
}

/** Runs the image in production mode, without Caddy and with the embedded database in a volume. */
export async function rehearseAlone(podman: Podman, checks: Checks): Promise<void> {
  const port = await findFreePort()
  const settings = { ...PRODUCTION_SETTINGS, HOST: '127.0.0.1', PORT: String(port) }
  await startContainer(podman, 'alone', settings, ['--volume=alone:/data'])
  const firstSeconds = await waitUntilHealthy(podman, 'alone')
  checks.add('its health check passes', true, `${firstSeconds.toFixed(1)} s after the first start`)
  const page = await phoneOf(`http://127.0.0.1:${port}`).get('/login')
  checks.add('it serves /login', page.status === 200 && page.text.includes('<html'))

  const writeResult = await podman
    .run('exec', 'alone', 'touch', '/app/new')
    .catch((error: Error) => error.message)
  checks.add('its file system is read-only', writeResult.includes('Read-only file system'))
  const users = await podman.run('top', 'alone', 'user')
  const otherUsers = users
    .split('\n')
    .slice(1)
    .filter((user) => user.trim() !== 'fourball')
  checks.add('all of its processes are unprivileged', otherUsers.length === 0, otherUsers.join(' '))
  await stopContainer(podman, 'alone', checks)

  await podman.run('start', 'alone')
  const laterSeconds = await waitUntilHealthy(podman, 'alone')
  checks.add('it starts again on the same volume', true, `${laterSeconds.toFixed(1)} s`)
  const output = await podman.run('logs', 'alone')
  checks.add('the database is created once', output.split('Creating the database').length === 2)
  await podman.run('rm', '--force', '--volumes', 'alone')
}

/** Runs the image with the demo, with Caddy in front of it and a phone that listens for live events. */
export async function rehearseLive(podman: Podman, checks: Checks): Promise<void> {
  const port = await findFreePort()
  const settings = { NODE_ENV: 'development', HOST: '127.0.0.1', PORT: String(port) }
  await startContainer(podman, 'demo', { ...settings, TRUST_PROXY: '1' }, ['--volume=demo:/data'])
  const url = `http://127.0.0.1:${await findFreePort()}`
  const caddy = spawn(
    '/usr/bin/caddy',
    ['run', '--adapter', 'caddyfile', '--config', path.join(ROOT, 'deploy/Caddyfile')],
    {
      env: { ...process.env, PUBLIC_URL: url, PORT: String(port), CADDY_ADMIN: 'off' },
      stdio: 'ignore',
      signal: rehearsalAbort.signal,
    },
  ).on('error', () => {})
  try {
    await waitUntilHealthy(podman, 'demo')
    const visitor = phoneOf(url)
    await until(() => visitor.get('/healthz'), START_TIMEOUT_SECONDS)
    const login = await visitor.post('/api/auth/login', {
      email: 'casey@demo.fourball',
      password: 'fairway-demo',
    })
    const { sessionId } = z.object({ sessionId: z.string() }).parse(login.body)
    const phone = phoneOf(url, sessionId)
    const group = await phone.get('/api/groups/slug/demo-saturday')
    const { id: groupId } = z.object({ id: z.number() }).parse(group.body)
    const live = await phone.live()
    const sentAt = performance.now()
    const posted = await phone.post('/api/tee-times', {
      groupId,
      course: 'Container Links',
      date: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
      time: '12:00',
    })
    const { id } = z.object({ id: z.number() }).parse(posted.body)
    await live.next((event) => event.type === 'tee-time' && event.teeTime.id === id)
    const seconds = secondsSince(sentAt)
    checks.add(
      'Caddy passes on a live event without delay',
      seconds < 2,
      `${seconds.toFixed(2)} s after the post was sent`,
    )

    const restart = podman.run('restart', 'demo')
    await live.closed
    const askedAt = performance.now()
    const { status } = await visitor.get('/login')
    const waitedSeconds = secondsSince(askedAt)
    // If the restart takes longer than Caddy's limit, the response proves nothing about Caddy, so the check
    // passes.
    checks.add(
      'Caddy holds a request until a restart has finished',
      status === 200 || waitedSeconds >= CADDY_RETRY_SECONDS,
      `${status} after ${waitedSeconds.toFixed(1)} s`,
    )
    await restart
  } finally {
    if (caddy.exitCode === null) {
      caddy.kill()
      await once(caddy, 'exit')
    }
    await podman.run('rm', '--force', '--volumes', 'demo')
  }
}

async function startContainer(
  podman: Podman,
  name: string,
  settings: Record<string, string>,
  options: readonly string[],
): Promise<void> {
  const variables = Object.entries(settings).map((setting) => `--env=${setting.join('=')}`)
  const baseOptions = ['--detach', '--name', name, '--network=host']
  await podman.run('run', ...baseOptions, ...RESTRICTIONS, ...variables, ...options, IMAGE)
}

/** Waits until the image's own health check passes. Returns how many seconds that took. */
export function waitUntilHealthy(podman: Podman, container: string): Promise<number> {
  return until(() => podman.run('healthcheck', 'run', container), START_TIMEOUT_SECONDS)
}

/** Stops a container, and checks that it exits in time and without being killed. */
export async function stopContainer(
  podman: Podman,
  container: string,
  checks: Checks,
): Promise<void> {
  const startedAt = performance.now()
  await podman.run('stop', '--time=15', container)
  const seconds = secondsSince(startedAt)
  const code = await podman.run('inspect', '--format', '{{.State.ExitCode}}', container)
  checks.add(
    `${container} stops in time, with exit code 0`,
    code === '0' && seconds < MAX_STOP_SECONDS,
    `${seconds.toFixed(1)} s, code ${code}`,
  )
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}
