import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDeletedAccounts } from '../identity/index.ts'
import { checkBackup, restoreBackup } from '../platform/database/backup/restore-backup.ts'
import { writeBackup } from '../platform/database/backup/write-backup.ts'
import { connect } from '../platform/database/database.ts'
import { workJobsOnce } from '../platform/jobs/testing/work-jobs-once.ts'
import { createEmptyDatabase } from '../system-tests/testing/database.ts'
import { factories } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'
import { tasksOf } from './jobs.ts'
import { prepareRestored } from './prepare-restored.ts'

const PASSWORD = 'back-nine-2026'

let app: TestApp
let folder: string

beforeAll(async () => {
  app = await startTestApp({ at: '2026-06-01T16:00:00Z' })
  folder = await mkdtemp(join(tmpdir(), 'fourball-settle-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test('deletes accounts again, sends nothing twice, and shows phones the restored cards', async () => {
  const make = factories(app.ctx)
  const group = await make.group()
  const [ann, bob] = [await make.member(group), await make.member(group, { name: 'Bob Hay' })]
  await app.runJobs()
  // The evening reminder is due after the backup and before the restore.
  const round = await make.teeTime(group, { date: '2026-06-02', players: [ann, bob] })
  const file = join(folder, 'a.backup')
  await writeBackup({ url: app.databaseUrl, file, passphrase: undefined })

  const laterGolfer = await make.golfer({ name: 'Came Later', password: PASSWORD })
  const ownDeletion = await app
    .phone(laterGolfer.session)
    .delete('/api/my-account', { password: PASSWORD })
  expect(ownDeletion.status).toBe(200)
  const { status } = await app
    .phone((await make.golfer({ isSuperAdmin: true })).session)
    .delete(`/api/super-admin/users/${bob.id}`)
  expect(status).toBe(200)
  const accounts = await listDeletedAccounts(app.ctx.db)
  expect(accounts.map(({ id }) => id)).toEqual([bob.id, laterGolfer.id])

  app.clock.moveTo('2026-06-02T01:00:00Z')
  const target = await createEmptyDatabase()
  await restoreBackup(await checkBackup({ file, passphrase: undefined }), target.url)
  const db = connect({ url: target.url })
  try {
    const ctx = { ...app.ctx, db }
    const owner = { id: group.owner.id, createdAt: '2020-01-01T00:00:00.000Z' }
    const stranger = { ...owner, deletedAt: '2020-01-02T00:00:00.000Z' }
    expect(await prepareRestored(ctx, [...accounts, stranger])).toEqual({
      deletedCount: 1,
      keptIds: [],
    })
    const found = await db.execute<{ name: string }>(
      `select name from golfers where id in (${ann.id}, ${bob.id}, ${group.owner.id}) order by id`,
    )
    expect(found.rows.map(({ name }) => name)).not.toContain('Bob Hay')
    expect(found.rows.map(({ name }) => name)).toContain('Former golfer')
    const { rows } = await db.execute(`select version > ${round.version + 900} as raised,
      (select count(*)::int from spots where tee_time_id = ${round.id} and status = 'player') as players
      from tee_times where id = ${round.id}`)
    expect(rows).toEqual([{ raised: true, players: 1 }])

    const messageCountQuery = 'select count(*)::int as n from messages'
    const before = await db.execute(messageCountQuery)
    for (const minutes of [1, 15, 60, 600]) {
      app.clock.moveBy(minutes * 60_000)
      const tasks = tasksOf(ctx)
      await tasks['remind_players']?.({})
      await tasks['release_deferred']?.({})
      await tasks['notify_creators']?.({})
      await workJobsOnce(target.url, tasks)
      if (minutes === 60) expect((await db.execute(messageCountQuery)).rows).toEqual(before.rows)
    }
    // The next reminder, three hours before tee-off, is sent as usual.
    const { rows: events } = await db.execute(
      `select event, golfer_id as id from deliveries where status in ('sent', 'delivered')`,
    )
    expect(events).toEqual([{ event: 'reminder-soon', id: ann.id }])
  } finally {
    await db.$client.end()
    await target.drop()
  }
})
