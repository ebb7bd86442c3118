// A minimal app for tests to kill: starts the database, prints its URL, and stops it on a signal.
import { startEmbedded } from '../start-embedded.ts'

const printJson = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)

try {
  const database = await startEmbedded({
    dataDir: process.argv[2] ?? '',
    log: (line) => printJson({ log: line }),
  })
  const stop = () => void database.stop().then(() => process.exit(0))
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  printJson({ url: database.url })
} catch (error) {
  printJson({ refused: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}
