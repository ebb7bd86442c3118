// @module-tag thorough
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from '../../server/platform/database/embedded/start-embedded.ts'
import { startThrowaway } from '../../server/platform/database/embedded/testing/throwaway.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { startServer } from '../../server/system-tests/testing/server-process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let server: Awaited<ReturnType<typeof startThrowaway>>
let folder: string
beforeAll(async () => {
  server = await startThrowaway()
  folder = await mkdtemp(join(tmpdir(), 'fourball-backup-'))
  // If the test runs as root, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(folder, 0o755)
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function run(tool: string, args: string[], env: Record<string, string>, root = ROOT) {
  const { PATH = '', HOME = '' } = process.env
  const script = join(root, 'tools/backup', tool)
  const child = spawn(process.execPath, [script, ...args], { env: { PATH, HOME, ...env } })
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code: child.exitCode, stdout: stdout.trim(), stderr: stderr.trim() }
}

async function newDatabase(name: string): Promise<string> {
  await query(server.adminUrl, `create database ${name}`)
  return server.adminUrl.replace('/postgres?', `/${name}?`)
}

async function query(url: string, sql: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

const readGolferRows = (url: string) =>
  query(url, 'select t::text as row from golfers t order by id')

test('moves from the embedded database to a server and back, and the app works there', async () => {
  const dataDir = join(folder, 'first')
  const file = join(folder, 'a.backup')
  const app = await startServer({ DATA_DIR: dataDir })
  expect(await run('backup.ts', [file], { DATA_DIR: dataDir })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Backed up \d+ rows of \d+ tables/),
  })
  expect(await run('restore.ts', [file, '--check'], { DATA_DIR: dataDir })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/The backup is good\.$/),
  })
  expect(await run('restore.ts', [file, '--move'], { DATA_DIR: join(folder, 'no') })).toMatchObject(
    {
      code: 1,
      stderr: expect.stringMatching(/made while Fourball was running/),
    },
  )
  expect(await app.stop()).toBe(0)

  expect(await run('backup.ts', [file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 })
  const url = await newDatabase('moved')
  expect(await run('restore.ts', [file, '--move'], { DATABASE_URL: url })).toMatchObject({
    code: 0,
    stderr: '',
  })
  const movedApp = await startServer({ DATABASE_URL: url })
  const email = 'casey@demo.fourball'
  const credentials = { email, password: 'fairway-demo' }
  expect((await movedApp.phone().post('/api/auth/login', credentials)).status).toBe(200)
  await movedApp.stop()

  expect(await run('backup.ts', [file], { DATABASE_URL: url })).toMatchObject({ code: 0 })
  const secondDataDir = join(folder, 'back')
  expect(await run('restore.ts', [file, '--move'], { DATA_DIR: secondDataDir })).toMatchObject({
    code: 0,
  })
  expect(await run('restore.ts', [file, '--move'], { DATA_DIR: secondDataDir })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/already contains a database/),
  })
  const embedded = await startEmbedded({ dataDir: secondDataDir, log: () => {} })
  expect(await readGolferRows(embedded.url)).toEqual(await readGolferRows(url))
  await embedded.stop()
})

test('asks for the list of deleted accounts unless told that there is none', async () => {
  const url = await newDatabase('listed')
  await migrate(url)
  const file = join(folder, 'listed.backup')
  expect(await run('backup.ts', [file], { DATABASE_URL: url })).toMatchObject({ code: 0 })
  const targetEnv = { DATABASE_URL: await newDatabase('listed_target') }
  expect(await run('restore.ts', [file], targetEnv)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/pass --no-deleted-accounts/),
  })
  await writeFile(
    join(folder, 'deleted-accounts.json'),
    JSON.stringify({ asOf: '2026-11-23T00:00:00.000Z', accounts: [] }),
  )
  expect(await run('restore.ts', [file], targetEnv)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Deleted 0 accounts again .* The list is as of 2026-11-23/),
  })
})

test('migrates a backup of an older version, and refuses a backup of a newer one', async () => {
  // Copy the code and add a migration.
  const newerCheckout = join(folder, 'newer')
  for (const part of ['contract', 'server', 'tools', 'package.json']) {
    await cp(join(ROOT, part), join(newerCheckout, part), { recursive: true })
  }
  await symlink(join(ROOT, 'node_modules'), join(newerCheckout, 'node_modules'))
  const journalFile = join(newerCheckout, 'server/app/migrations/meta/_journal.json')
  const journal = JSON.parse(await readFile(journalFile, 'utf8'))
  const last = journal.entries.at(-1)
  const tag = 'zzzz_newer'
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag })
  await writeFile(journalFile, JSON.stringify(journal))
  await writeFile(
    join(newerCheckout, `server/app/migrations/${tag}.sql`),
    'alter table golfers add handicap int not null default 18;',
  )

  const url = await newDatabase('older')
  await migrate(url)
  await query(url, "insert into golfers (name, email) values ('Ann Lee', 'ann@x.example')")
  const file = join(folder, 'older.backup')
  expect(await run('backup.ts', [file], { DATABASE_URL: url })).toMatchObject({ code: 0 })
  const upgradedUrl = await newDatabase('upgraded')
  const restoreArgs = [file, '--no-deleted-accounts']
  expect(
    await run('restore.ts', restoreArgs, { DATABASE_URL: upgradedUrl }, newerCheckout),
  ).toMatchObject({
    code: 0,
    stderr: '',
  })
  expect(await query(upgradedUrl, 'select name, handicap from golfers')).toEqual([
    { name: 'Ann Lee', handicap: 18 },
  ])
  expect(
    await run('backup.ts', [file], { DATABASE_URL: upgradedUrl }, newerCheckout),
  ).toMatchObject({
    code: 0,
  })
  const targetUrl = await newDatabase('refused')
  expect(await run('restore.ts', restoreArgs, { DATABASE_URL: targetUrl })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/made by a newer version of Fourball/),
  })
  expect(await query(targetUrl, 'select 1 from pg_class where relnamespace = 2200')).toEqual([])
})

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'reports a full disk in one line, and leaves nothing incomplete',
  async (context) => {
    const url = await newDatabase('large')
    await migrate(url)
    await query(
      url,
      `insert into golfers (name, email) select 'Golfer ' || n, md5(n::text) || md5((-n)::text) from generate_series(1, 150000) n`,
    )
    const file = join(folder, 'large.backup')
    expect(await run('backup.ts', [file], { DATABASE_URL: url })).toMatchObject({ code: 0 })
    const smallDisk = join(folder, 'small')
    await mkdir(smallDisk)
    const mount = (megabytes: number) => {
      const { status } = spawnSync('mount', [
        '-t',
        'tmpfs',
        '-o',
        `size=${megabytes}m`,
        'tmpfs',
        smallDisk,
      ])
      return status === 0
    }
    if (!mount(2)) return context.skip('This machine does not allow mounting a tmpfs')
    onTestFinished(() => void spawnSync('umount', ['-l', smallDisk]))

    const onFullDisk = await run('backup.ts', [join(smallDisk, 'a.backup')], { DATABASE_URL: url })
    expect(onFullDisk).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^No backup was made\. The disk is full.*\)$/),
    })
    expect(await readdir(smallDisk)).toEqual([])

    spawnSync('umount', [smallDisk])
    expect(mount(110)).toBe(true)
    await chmod(smallDisk, 0o755)
    const dataDir = join(smallDisk, 'data')
    const restored = await run('restore.ts', [file, '--move'], { DATA_DIR: dataDir })
    expect(restored.code).toBe(1)
    expect(restored.stderr.split('\n').at(-1)).toMatch(/^The restore failed\. .*(full|space)/)
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres-'))).toEqual([])
    const otherUrl = await newDatabase('elsewhere')
    expect(await run('restore.ts', [file, '--move'], { DATABASE_URL: otherUrl })).toMatchObject({
      code: 0,
    })
  },
)
