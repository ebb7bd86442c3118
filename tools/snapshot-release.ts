/**
 * `npm run snapshot-release`: fills a database by the app's own code, and writes its backup to
 * `server/app/releases/` under this release's version. Later versions are tested by upgrading it.
 */
import { stat } from 'node:fs/promises'
import { writeBackup } from '../server/platform/database/backup/write-backup.ts'
import { startThrowaway } from '../server/platform/database/embedded/testing/throwaway.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { RELEASE } from '../server/platform/release.ts'
import { RULES } from '../server/system-tests/testing/access/all-rules.ts'
import { expectedStatus, nameOf, ROLES } from '../server/system-tests/testing/access/rule.ts'
import { accessScene, send } from '../server/system-tests/testing/access/scene.ts'
import { startTestApp } from '../server/system-tests/testing/test-app.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { countBackup, snapshotOf } from './rehearse/upgrade/upgrade-snapshot.ts'

/** The largest snapshot worth keeping in the repository. Bytes. */
const MAX_BYTES = 300 * 1024

/** Fills nearly every table: with the demo, and with every call of the API in every role that may make it. */
async function fill(databaseUrl: string): Promise<void> {
  const it = await startTestApp({ databaseUrl })
  try {
    await seedDemo(it.ctx)
    const scene = accessScene(it)
    const company = await scene.company()
    for (const rule of RULES) {
      for (const role of ROLES.filter((one) => expectedStatus(rule, one, 'own') < 400)) {
        const of = rule.consumes ? await scene.company() : company
        const answer = await send(scene.phoneOf(of, role), rule, await scene.idsOf(of, rule, 'own'))
        if (answer.status >= 400)
          throw new Error(`${nameOf(rule.endpoint)} returned ${answer.status} to ${role}`)
      }
    }
    await it.runJobs()
  } finally {
    await it.close()
  }
}

const server = await startThrowaway()
try {
  await migrate(server.adminUrl)
  await fill(server.adminUrl)
  const file = snapshotOf(RELEASE)
  const { rows } = await writeBackup({ url: server.adminUrl, file, passphrase: undefined })
  const empty = [...(await countBackup(file))].filter(([, count]) => count === 0)
  const { size } = await stat(file)
  console.log(`${file}: ${rows} rows, ${Math.ceil(size / 1024)} KB`)
  console.log(`Tables without rows: ${empty.map(([table]) => table).join(', ') || 'none'}`)
  if (size > MAX_BYTES) throw new Error(`The snapshot is larger than ${MAX_BYTES / 1024} KB`)
} finally {
  await server.stop()
}
