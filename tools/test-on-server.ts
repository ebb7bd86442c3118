// `npm run test:server`: runs the unit and API tests on a PostgreSQL server instead of the embedded one. Uses
// the server in DATABASE_URL (a superuser's URL) or, without it, a private server from Debian's packages.
// With `--pgbouncer`, the tests connect through a private PgBouncer in front of the private server. Passes
// all other arguments, such as the names of test files, to Vitest.
import { runCommand, scriptPath } from './run-command.ts'
import { startPrivatePooler } from './testing/private-pooler.ts'
import { type PrivateServer, startPrivateServer } from './testing/private-server.ts'

const args = process.argv.slice(2)
const isPooled = args.includes('--pgbouncer')

async function runTests(env: Record<string, string>): Promise<boolean> {
  const { ok } = await runCommand(
    process.execPath,
    [scriptPath('vitest', 'vitest.mjs'), 'run', ...args.filter((arg) => arg !== '--pgbouncer')],
    { stream: true, env },
  )
  return ok
}

const givenUrl = process.env['DATABASE_URL']
if (givenUrl && !isPooled) process.exitCode = (await runTests({})) ? 0 : 1
else {
  // On Ctrl-C, the tests end. This process must not: it still has to stop the servers.
  process.on('SIGINT', () => {})
  const startedServers: PrivateServer[] = []
  const stop = async () => {
    for (const server of startedServers.splice(0).reverse()) await server.stop()
  }
  process.once('SIGTERM', () => void stop().finally(() => process.exit(143)))
  try {
    const server = await startPrivateServer()
    startedServers.push(server)
    if (isPooled) startedServers.push(await startPrivatePooler(server))
    console.log(`${startedServers.map(({ version }) => version).join(' and ')}, for this run only`)
    const [directUrl, poolerUrl = directUrl] = startedServers.map(({ url }) => url)
    process.exitCode = (await runTests({
      DATABASE_URL: poolerUrl ?? '',
      ...(isPooled && { DATABASE_DIRECT_URL: directUrl ?? '' }),
    }))
      ? 0
      : 1
  } finally {
    await stop()
  }
}
