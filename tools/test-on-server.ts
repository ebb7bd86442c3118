// `npm run test:server`: runs the rules and API tests on a PostgreSQL server instead of the embedded
// one: the one that DATABASE_URL names (as a superuser), or a private one from Debian's packages.
import { runPart, script } from './run-part.ts'
import { startPrivateServer } from './testing/private-server.ts'

async function runTests(databaseUrl: string): Promise<boolean> {
  const { ok } = await runPart(process.execPath, [script('vitest', 'vitest.mjs'), 'run'], {
    stream: true,
    env: { DATABASE_URL: databaseUrl },
  })
  return ok
}

const given = process.env['DATABASE_URL']
if (given) process.exitCode = (await runTests(given)) ? 0 : 1
else {
  // Ctrl-C reaches the tests directly. The server is then stopped below as usual.
  process.on('SIGINT', () => {})
  const server = await startPrivateServer()
  process.once('SIGTERM', () => void server.stop().finally(() => process.exit(143)))
  console.log(`${server.version}, for this run only`)
  try {
    process.exitCode = (await runTests(server.url)) ? 0 : 1
  } finally {
    await server.stop()
  }
}
