// `npm run backup -- FILE` writes a backup of the configured database, whether or not the app is running.
import { parseArgs } from 'node:util'
import { writeBackup } from '../../server/platform/database/backup/write-backup.ts'
import { startEmbedded } from '../../server/platform/database/embedded/start-embedded.ts'
import { findDatabase, formatMegabytes, Refusal, readEnvironment, runTool } from './run-tool.ts'

await runTool('No backup was made.', async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) {
    throw new Refusal('Pass one file: npm run backup -- fourball.backup')
  }
  const config = readEnvironment()
  const { backupPassphrase: passphrase } = config
  const runningUrl = await findDatabase(config)
  const embedded =
    runningUrl === undefined
      ? await startEmbedded({ dataDir: config.dataDir, log: (line) => console.error(line) })
      : undefined
  try {
    const url = runningUrl ?? embedded?.url ?? ''
    const isEmbedded = config.databaseUrl === undefined
    const { header, tables, rows, bytes } = await writeBackup({ url, file, passphrase, isEmbedded })
    console.log(
      `Backed up ${rows} rows of ${tables} tables, as of ${header.createdAt}, into ${file}: ` +
        `${formatMegabytes(bytes)}, ${passphrase === undefined ? 'not encrypted' : 'encrypted'}.`,
    )
  } finally {
    await embedded?.stop()
  }
})
