// A minimal app for tests to kill: starts the database, prints its URL, and stops it on a signal.
import { startEmbedded } from '../start-embedded.ts'

const say = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`)

try {
  const database = await startEmbedded({
    dataDir: process.argv[2] ?? '',
    log: (line) => say({ log: line }),
  })
  const stop = () => void database.stop().then(() => process.exit(0))
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  say({ url: database.url })
} catch (error) {
  say({ refused: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}
