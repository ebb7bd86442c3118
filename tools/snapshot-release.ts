/**
 * `npm run snapshot-release`: uses the app's own code to fill a database, and writes a backup of the database
 * to `server/app/releases/` under this release's version. Tests of later versions upgrade this backup.
 */
import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { texting } from '../server/messaging/text-commands/testing/texting.ts'
import { localDateOf } from '../server/platform/clock.ts'
import { writeBackup } from '../server/platform/database/backup/write-backup.ts'
import { startThrowaway } from '../server/platform/database/embedded/testing/throwaway.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { RELEASE } from '../server/platform/release.ts'
import { RULES } from '../server/system-tests/testing/access/all-rules.ts'
import { expectedStatus, nameOf, ROLES } from '../server/system-tests/testing/access/rule.ts'
import { accessScene, send } from '../server/system-tests/testing/access/scene.ts'
import { factories, type TestGolfer } from '../server/system-tests/testing/factories.ts'
import { paymentHelpers } from '../server/system-tests/testing/paying.ts'
import { startTestApp, type TestApp } from '../server/system-tests/testing/test-app.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { countRowsInBackup, snapshotFileOf } from './rehearse/upgrade/upgrade-snapshot.ts'

const MAX_BYTES = 300 * 1024

/**
 * Fills nearly every table: creates the demo, and makes every API call in every role that has access to it.
 */
async function fill(databaseUrl: string): Promise<void> {
  const testApp = await startTestApp({ databaseUrl })
  try {
    await seedDemo(testApp.ctx)
    const scene = accessScene(testApp)
    const testGroups = await scene.createTestGroups()
    for (const rule of RULES) {
      for (const role of ROLES.filter((one) => expectedStatus(rule, one, 'own') < 400)) {
        const usedGroups = rule.usesUpTestGroups ? await scene.createTestGroups() : testGroups
        const answer = await send(
          scene.phoneOf(usedGroups, role),
          rule,
          await scene.prepareIds(usedGroups, rule, 'own'),
        )
        if (answer.status >= 400)
          throw new Error(`${nameOf(rule.endpoint)} returned ${answer.status} to ${role}`)
      }
    }
    await testApp.runJobs()
    await addRemainingData(testApp)
    await testApp.runJobs()
  } finally {
    await testApp.close()
  }
}

/**
 * Adds data that the calls in `fill` don't create: payments, waiting lists, owed spots, delays, texts and
 * failed sign-ins.
 */
async function addRemainingData(testApp: TestApp): Promise<void> {
  const make = factories(testApp.ctx)
  const phones = texting(testApp)
  const payments = paymentHelpers(testApp)
  const expiryDate = new Date(testApp.clock.now().getTime() + 10 * 86_400_000)
  const group = await make.group({ name: 'Saturday Stampede', expiryDate })
  const [bob, cy, di] = [
    await make.member(group),
    await make.member(group),
    await make.member(group),
  ]
  const call = async ({ session }: TestGolfer, path: string, body: object, key?: string) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${session}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const { status, text } = await testApp.phone().send(path, init)
    if (status >= 400) throw new Error(`${path} returned ${status}: ${text}`)
  }

  await payments.paid(group)
  const refundedGroup = await make.group({ expiryDate })
  await payments.paid(refundedGroup)
  await payments.changeInPortal(refundedGroup, 'refund')

  const fullTeeTime = await make.teeTime(group, { maxPlayers: 2, players: [group.owner, bob] })
  await call(cy, `/api/tee-times/${fullTeeTime.id}/wait`, {})
  await call(di, `/api/tee-times/${fullTeeTime.id}/wait`, {})
  await call(bob, `/api/tee-times/${fullTeeTime.id}/unclaim`, {})
  const teeTimePastCutOff = await make.teeTime(group, { cancelHours: 96, players: [bob, cy] })
  await call(bob, `/api/tee-times/${teeTimePastCutOff.id}/guests`, { name: 'Dave' }, 'guest-of-bob')
  await call(bob, `/api/tee-times/${teeTimePastCutOff.id}/unclaim`, {})
  const today = localDateOf(testApp.clock.now(), 'America/Edmonton')
  const delayedTeeTime = await make.teeTime(group, {
    date: today,
    time: '11:00',
    players: [bob, cy],
  })
  await call(group.owner, `/api/tee-times/${delayedTeeTime.id}/delay`, {
    minutes: 30,
    version: delayedTeeTime.version,
  })
  await call(bob, `/api/tee-times/${delayedTeeTime.id}/late`, { minutes: 10 })
  await phones.text(await phones.givePhone(di), 'list')

  const endpoint = 'https://push.example/bob'
  const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
  await call(bob, '/api/my-push-subscriptions', { endpoint, ...keys })
  await testApp.phone().post('/api/auth/login', { email: bob.email, password: 'not the password' })
}

/** Waits until the app has no database connections. Otherwise, the backup says that the app is running. */
async function waitUntilUnused(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const openConnectionsQuery = `select from pg_stat_activity
    where datname = current_database() and application_name like 'fourball%'`
  while ((await client.query(openConnectionsQuery)).rowCount !== 0) await pause(100)
  await client.end()
}

const server = await startThrowaway()
try {
  await migrate(server.adminUrl)
  await fill(server.adminUrl)
  await waitUntilUnused(server.adminUrl)
  const file = snapshotFileOf(RELEASE)
  const { rows } = await writeBackup({ url: server.adminUrl, file, passphrase: undefined })
  const emptyTables = [...(await countRowsInBackup(file))].filter(([, count]) => count === 0)
  const { size } = await stat(file)
  console.log(`${file}: ${rows} rows, ${Math.ceil(size / 1024)} KB`)
  console.log(`Tables without rows: ${emptyTables.map(([table]) => table).join(', ') || 'none'}`)
  if (size > MAX_BYTES) throw new Error(`The snapshot is larger than ${MAX_BYTES / 1024} KB`)
} finally {
  await server.stop()
}
