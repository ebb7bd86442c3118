import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  cloneDatabase,
  createEmptyDatabase,
  type TestDatabase,
} from '../../../system-tests/testing/database.ts'
import { dataFrame, END_MARKER, FORMAT_VERSION, jsonFrame } from './format.ts'
import { BackupDamaged, packTransforms } from './pack.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

let folder: string
let file: string
let sourceDatabase: TestDatabase
let targetDatabase: TestDatabase
const clients: Client[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fourball-backup-'))
  file = join(folder, 'a.backup')
  sourceDatabase = await cloneDatabase()
  targetDatabase = await createEmptyDatabase()
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end()
  await sourceDatabase.drop()
  await targetDatabase.drop()
  await rm(folder, { recursive: true })
})

async function connectTo({ url }: TestDatabase) {
  const client = new Client({ connectionString: url })
  await client.connect()
  clients.push(client)
  return async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
}

const insertGolfersSql = (n: number) =>
  `insert into golfers (name, email) select 'Golfer ' || n, gen_random_uuid() || '@x.example'
   from generate_series(1, ${n}) n`

const restore = async (passphrase?: string, isMove = false) =>
  restoreBackup(await checkBackup({ file, passphrase, isMove }), targetDatabase.url)

async function contents(query: Awaited<ReturnType<typeof connectTo>>) {
  const tables = await query(`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relpersistence = 'p'
    order by 1`)
  const found = []
  for (const { name } of tables) {
    found.push([name, await query(`select t::text as row from "${name}" t order by 1`)])
  }
  return found
}

test('restores every row exactly, including unusual values', async () => {
  const querySource = await connectTo(sourceDatabase)
  await querySource(insertGolfersSql(3))
  await querySource(String.raw`
    insert into golfers (name, email, phone) values
      (E'tab\t, line\n, quote " and \\. end', E'back\\slash@x.example', ''),
      ('Zoë 🏌️ Ångström', 'z@x.example', E'\\N')`)
  await querySource(
    `insert into idempotency_keys values ('\\x00ff0a5c', '\\x', null, '0044-03-15 BC')`,
  )
  await querySource(`insert into deliveries (event, data, key, channel, tee_time_ids, created_at)
    values ('posted', '{"a": "\\"\\n\\u2028"}', 'k', 'email', '{1,null,3}', '2026-11-23T23:59:59.999999Z')`)
  const summary = await writeBackup({ url: sourceDatabase.url, file, passphrase: undefined })
  expect(await restore()).toEqual({ tables: summary.tables, rows: summary.rows })
  const queryTarget = await connectTo(targetDatabase)
  expect(await contents(queryTarget)).toEqual(await contents(querySource))
  const constraints = `select conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
    from pg_constraint where connamespace = 'public'::regnamespace order by 1`
  expect(await queryTarget(constraints)).toEqual(await querySource(constraints))
})

test('skips ids after a restore, but not after a move', async () => {
  const querySource = await connectTo(sourceDatabase)
  await querySource(insertGolfersSql(7))
  await writeBackup({ url: sourceDatabase.url, file, passphrase: undefined })
  await restore()
  const queryTarget = await connectTo(targetDatabase)
  expect(await queryTarget(`${insertGolfersSql(1)} returning id`)).toEqual([{ id: 100_008 }])
  targetDatabase = await createEmptyDatabase()
  await restore(undefined, true)
  expect(await (await connectTo(targetDatabase))(`${insertGolfersSql(1)} returning id`)).toEqual([
    { id: 8 },
  ])
})

test('restores waiting jobs with their times and keys, but no failed or scheduled jobs', async () => {
  const querySource = await connectTo(sourceDatabase)
  await querySource(`select graphile_worker.add_job('deliver', '{"deliveryId": 5}', run_at := '2030-01-01T00:00Z',
    job_key := 'deliver:5', priority := 10, max_attempts := 7)`)
  await querySource(`select graphile_worker.add_job('remind_players', '{"_cron": {}}')`)
  await querySource(`select graphile_worker.add_job('take_report', '{}', max_attempts := 1)`)
  await querySource(`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`)
  await writeBackup({ url: sourceDatabase.url, file, passphrase: undefined })
  await restore()
  const jobs = await (await connectTo(targetDatabase))(`
    select task_identifier as task, key, priority, max_attempts, run_at = '2030-01-01T00:00Z' as "onTime"
    from graphile_worker.jobs`)
  expect(jobs).toEqual([
    { task: 'deliver', key: 'deliver:5', priority: 10, max_attempts: 7, onTime: true },
  ])
})

test('refuses a database that is not empty, and leaves it as it is', async () => {
  await writeBackup({ url: sourceDatabase.url, file, passphrase: undefined })
  const queryTarget = await connectTo(targetDatabase)
  await queryTarget('create table theirs (n int)')
  await expect(restore()).rejects.toThrow(/^The database is not empty: it contains theirs/)
  expect(
    await queryTarget('select relname as name from pg_class where relnamespace = 2200'),
  ).toEqual([{ name: 'theirs' }])
})

test.each(['fourball live', 'fourball jobs'])(
  "refuses to move with a backup that was made during a session '%s'",
  async (name) => {
    await openSession(name)
    await writeBackup({ url: sourceDatabase.url, file, passphrase: undefined })
    await expect(restore(undefined, true)).rejects.toThrow(/made while Fourball was running/)
  },
)

test('moves with a backup that was made while a pooler kept a session open', async () => {
  await openSession('fourball')
  const { rows } = await writeBackup({ url: sourceDatabase.url, file, passphrase: undefined })
  expect(await restore(undefined, true)).toMatchObject({ rows })
})

async function openSession(name: string): Promise<void> {
  const client = new Client({ connectionString: sourceDatabase.url, application_name: name })
  await client.connect()
  clients.push(client)
}

test('encrypts with a passphrase, and refuses a wrong or missing one', {
  tags: 'thorough',
}, async () => {
  await (await connectTo(sourceDatabase))(insertGolfersSql(3))
  const { rows } = await writeBackup({
    url: sourceDatabase.url,
    file,
    passphrase: 'a long walk spoiled',
  })
  expect(String(await readFile(file))).toMatch(/^age-encryption\.org\/v1\n-> scrypt /)
  await expect(restore()).rejects.toThrow(/set BACKUP_PASSPHRASE/)
  await expect(restore('a good walk')).rejects.toThrow(/is not the one/)
  expect(await restore('a long walk spoiled')).toMatchObject({ rows })
})

test('refuses a file that was cut off or altered anywhere, and leaves the target empty', {
  tags: 'thorough',
}, async () => {
  await (await connectTo(sourceDatabase))(insertGolfersSql(200))
  for (const passphrase of [undefined, 'a long walk spoiled']) {
    await writeBackup({ url: sourceDatabase.url, file, passphrase })
    const wholeFile = await readFile(file)
    const positions = [0, 0.2, 0.5, 0.9].map((part) => Math.floor(part * wholeFile.length))
    for (const at of [...positions, 4, 5, 18, wholeFile.length - 1]) {
      const altered = Buffer.from(wholeFile)
      altered.writeUInt8(altered.readUInt8(at) ^ 0x10, at)
      await writeFile(file, altered)
      await expect(restore(passphrase), `altered at ${at}`).rejects.toThrow()
      // With a passphrase, alter only two places: every attempt takes a second to derive the key.
      if (passphrase !== undefined && at > 0) break
    }
    await writeFile(file, wholeFile)
    await truncate(file, wholeFile.length - 1)
    await expect(restore(passphrase)).rejects.toThrow(/incomplete|altered/)
    await writeFile(file, Buffer.concat([wholeFile, wholeFile]))
    await expect(restore(passphrase)).rejects.toThrow(/altered/)
  }
  await writeFile(file, 'select 1;')
  await expect(restore()).rejects.toThrow(/not a backup/)
  expect(
    await (await connectTo(targetDatabase))('select 1 from pg_class where relnamespace = 2200'),
  ).toEqual([])
})

test.each([
  ['has a table end without a checksum', [jsonFrame({ rows: 1 }), jsonFrame({ sequences: {} })]],
  ['has no table end', [jsonFrame({ sequences: {} })]],
])('refuses a file that %s before it restores anything', async (_, frames) => {
  const header = { createdAt: '2026-06-01T12:00:00Z', migrations: ['one'], wasInUse: false }
  const written = [
    jsonFrame({ fourballBackup: FORMAT_VERSION, ...header }),
    jsonFrame({ table: 'golfers', columns: ['id'] }),
    dataFrame(Buffer.from('1\n')),
    ...frames,
    jsonFrame(END_MARKER),
  ]
  await pipeline(Readable.from(written), ...packTransforms(undefined), createWriteStream(file))
  await expect(checkBackup({ file, passphrase: undefined, isMove: false })).rejects.toThrow(
    BackupDamaged,
  )
})

test('backs up a consistent snapshot while a thousand rows a second are written', {
  tags: 'thorough',
}, async () => {
  const querySource = await connectTo(sourceDatabase)
  await querySource(insertGolfersSql(100_000))
  const writer = await connectTo(sourceDatabase)
  let isWriting = true
  const writing = (async () => {
    for (let n = 0; isWriting; n += 1) {
      // Each transaction changes two tables, the first and the last one that a backup reads.
      await writer(`with event as (
          insert into audit_entries (at, action, detail) select now(), 'group-updated', n::text
          from generate_series(${n * 10}, ${n * 10 + 9}) n returning 1)
        insert into welcome_links (token_hash, expires_at, created_at, golfer_id)
          select md5(n::text), now(), now(), 1 from generate_series(${n * 10}, ${n * 10 + 9}) n`)
      await sleep(10)
    }
  })().catch((error: unknown) => error)
  await sleep(300)
  await writeBackup({ url: sourceDatabase.url, file, passphrase: undefined })
  isWriting = false
  expect(await writing).toBeUndefined()
  await restore()
  const queryTarget = await connectTo(targetDatabase)
  const [counted] = await queryTarget(`select (select count(*) from audit_entries) as first,
    (select count(*) from welcome_links) as last`)
  expect(counted?.['first']).toBe(counted?.['last'])
  const [total] = await querySource('select count(*) from audit_entries')
  expect(Number(counted?.['first'])).toBeLessThan(Number(total?.['count']))
})

test('keeps the earlier backup when a new one fails', async () => {
  await writeBackup({ url: sourceDatabase.url, file, passphrase: undefined })
  const before = await readFile(file)
  await expect(
    writeBackup({
      url: sourceDatabase.url,
      file: join(folder, 'missing', 'a.backup'),
      passphrase: undefined,
    }),
  ).rejects.toThrow(/ENOENT/)
  await expect(
    writeBackup({
      url: sourceDatabase.url.replace(/\/[^/?]+\?/, '/none?'),
      file,
      passphrase: undefined,
    }),
  ).rejects.toThrow(/does not exist/)
  expect(await readFile(file)).toEqual(before)
  expect(await readdir(folder)).toEqual(['a.backup'])
})
