import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cloneDatabase } from '../../../system-tests/testing/database.ts'
import { StoppedClock } from '../../../system-tests/testing/test-app.ts'
import { createLog } from '../../log.ts'
import { connect } from '../database.ts'
import { readDeletedAccounts, saveDeletedAccounts } from './deleted-accounts.ts'
import { backUpIfDue, isDue, prepareFolder, readStatus } from './nightly.ts'

const NIGHT = '2026-11-23T09:13:00Z'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fourball-backups-'))
})
afterEach(() => rm(folder, { recursive: true }))

const at = (iso: string) => Date.parse(iso)

test.each([
  ['the first one right away', {}, '2026-11-23T15:13:00Z', true],
  ['every night', { lastSuccess: at('2026-11-22T09:14:00Z') }, NIGHT, true],
  [
    'not during the day',
    { lastSuccess: at('2026-11-22T09:14:00Z') },
    '2026-11-23T08:13:00Z',
    false,
  ],
  [
    'during the day after a missed night',
    { lastSuccess: at('2026-11-22T09:14:00Z') },
    '2026-11-23T11:13:00Z',
    true,
  ],
  [
    'not twice in one night',
    { lastSuccess: at('2026-11-23T09:14:00Z') },
    '2026-11-23T09:50:00Z',
    false,
  ],
  ['after a wrong clock was set back', { lastSuccess: at('2027-11-22T09:14:00Z') }, NIGHT, true],
])('decides whether a backup is due: %s', (_, status, now, due) => {
  expect(isDue(status, new Date(now))).toBe(due)
})

test('creates the folder, and refuses one that it cannot write to', async () => {
  const missing = join(folder, 'on', 'another-disk')
  await prepareFolder(missing)
  expect(await readdir(missing)).toEqual([])
  await expect(prepareFolder('/proc')).rejects.toThrow(
    /^BACKUP_DIR: must be a folder that Fourball can write to: E/,
  )
})

test('makes a backup, checks it by restoring it, and deletes those older than a week', {
  tags: 'thorough',
}, async () => {
  const old = ['fourball-2026-11-15T0913Z.backup', 'fourball-2026-11-22T0913Z.backup.partial']
  const others = ['fourball-2026-11-17T0913Z.backup', 'notes.txt']
  for (const name of [...old, ...others]) await writeFile(join(folder, name), '')
  const database = await cloneDatabase()
  onTestFinished(() => database.drop())
  const db = connect({ url: database.url })
  onTestFinished(() => db.$client.end())
  const clock = new StoppedClock(NIGHT)
  const config = { backupDir: folder, databaseUrl: database.url, dataDir: folder }
  const log = createLog('silent')
  const logError = vi.spyOn(log, 'error')
  await backUpIfDue({ config, db, clock, log })
  expect(logError.mock.calls).toEqual([])
  expect((await readdir(folder)).sort()).toEqual(
    ['fourball-2026-11-23T0913Z.backup', 'status.json', ...others].sort(),
  )
  expect(await readStatus(folder)).toEqual({ lastSuccess: at(NIGHT), lastVerified: at(NIGHT) })

  clock.moveTo('2026-11-24T09:13:00Z')
  const withMissingDatabase = {
    ...config,
    databaseUrl: database.url.replace(/\/[^/?]+\?/, '/none?'),
  }
  await backUpIfDue({ config: withMissingDatabase, db, clock, log })
  expect(logError.mock.calls).toEqual([
    [
      {
        err: expect.objectContaining({
          message: expect.stringMatching(/^No backup was made\. .*none/),
        }),
      },
      'The nightly backup failed',
    ],
  ])
  expect(await readStatus(folder)).toEqual({
    lastSuccess: at(NIGHT),
    lastVerified: at(NIGHT),
    lastFailure: at('2026-11-24T09:13:00Z'),
  })
})

test('waits while another job makes a backup, but not after that job was killed', async () => {
  // Release 1.0 stored the start of a running backup as `running`, which this release must ignore.
  const status = { running: at('2026-11-23T09:12:00Z'), lastVerified: at('2026-11-22T09:14:00Z') }
  await writeFile(join(folder, 'status.json'), JSON.stringify(status))
  const database = await cloneDatabase()
  onTestFinished(() => database.drop())
  const db = connect({ url: database.url })
  onTestFinished(() => db.$client.end())
  const addJob = async (isRunning: boolean) => {
    await db.execute("select graphile_worker.add_job('back_up')")
    if (isRunning) await db.execute('update graphile_worker._private_jobs set locked_at = now()')
  }
  const backUp = async () => {
    const config = { backupDir: folder, databaseUrl: database.url, dataDir: folder }
    await backUpIfDue({ config, db, clock: new StoppedClock(NIGHT), log: createLog('silent') })
    return (await readdir(folder)).filter((name) => name.endsWith('.backup'))
  }
  await addJob(true)
  await addJob(true)
  expect(await backUp()).toEqual([])
  await db.execute('delete from graphile_worker._private_jobs')
  await addJob(true)
  await addJob(false)
  expect(await backUp()).toEqual(['fourball-2026-11-23T0913Z.backup'])
})

test('keeps listed accounts that the database no longer has', async () => {
  const [first, second] = [1, 2].map((id) => {
    return { id, createdAt: '2026-01-01T00:00:00.000Z', deletedAt: '2026-02-01T00:00:00.000Z' }
  })
  if (!first || !second) throw new Error('There are two')
  const later = { ...first, createdAt: '2026-03-01T00:00:00.000Z' }
  await saveDeletedAccounts(folder, [first, second], new Date(NIGHT))
  await saveDeletedAccounts(folder, [second, later], new Date('2026-11-23T09:14:00Z'))
  expect(await readDeletedAccounts(join(folder, 'deleted-accounts.json'))).toEqual({
    asOf: '2026-11-23T09:14:00.000Z',
    accounts: [first, second, later],
  })
})
