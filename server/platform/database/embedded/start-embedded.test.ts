// @module-tag thorough
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import {
  asSuperuser,
  createDirectoryWithDatabase,
  createScratchDirectory,
  kill,
  queryFirstColumn,
  readPostmasterPid,
  refusalToStart,
  removeLeftovers,
  start,
  startInOtherProcess,
  untilEnded,
} from './testing/scratch.ts'

afterAll(removeLeftovers)

describe('the embedded database', () => {
  it('is durable, private to its system user, and keeps its data after a restart', async () => {
    const dataDir = await createScratchDirectory()
    const first = await start(dataDir)
    const pid = await readPostmasterPid(dataDir)
    for (const [name, value] of [
      ['fsync', 'on'],
      ['full_page_writes', 'on'],
      ['synchronous_commit', 'on'],
      ['data_checksums', 'on'],
      ['listen_addresses', ''],
      ['server_encoding', 'UTF8'],
      ['is_superuser', 'off'],
    ]) {
      expect(await queryFirstColumn(first.url, `show ${name}`), name).toEqual([value])
    }
    await queryFirstColumn(first.url, 'create table rounds as select 18 as holes')
    await first.stop()
    await first.stop()
    await untilEnded(pid)
    await expect(access(join(dataDir, 'postgres-18/postmaster.pid'))).rejects.toThrow('ENOENT')

    const lines: string[] = []
    const second = await start(dataDir, lines)
    expect(await queryFirstColumn(second.url, 'select holes from rounds')).toEqual([18])
    expect(lines).toEqual([])
  })

  it.each([
    ['a deep', 'a-rather-long-name/'.repeat(12)],
    ['an unusual', `it's, "quoted" 100% ünder/`],
  ])('works in %s path, even after the app was killed', async (_, below) => {
    const dataDir = join(await createScratchDirectory(), below)
    const app = startInOtherProcess(dataDir)
    await queryFirstColumn(await app.url, 'create table rounds as select 18 as holes')
    await kill(app)
    const lines: string[] = []
    const database = await start(dataDir, lines)
    expect(lines.join()).toContain('Took over')
    expect(await queryFirstColumn(database.url, 'select holes from rounds')).toEqual([18])
  })

  it('refuses a cluster of another version and anything that is not a cluster', async () => {
    const dataDir = await createScratchDirectory()
    await mkdir(join(dataDir, 'postgres-18'))
    await writeFile(join(dataDir, 'postgres-18/PG_VERSION'), '16\n')
    expect(await refusalToStart(dataDir)).toMatch(/postgres-18 is a database of PostgreSQL 16, but/)

    const mistaken = await createScratchDirectory()
    await mkdir(join(mistaken, 'postgres-18/photos'), { recursive: true })
    expect(await refusalToStart(mistaken)).toMatch(/postgres-18 is not a database, but/)

    const older = await createScratchDirectory()
    await mkdir(join(older, 'postgres-17'))
    expect(await refusalToStart(older)).toMatch(/postgres-17 was created by another version/)
    expect(await readdir(older)).toEqual(['postgres-17'])
  })

  it('refuses a path that is a file', async () => {
    const file = join(await createScratchDirectory(), 'data')
    await writeFile(file, '')
    expect(await refusalToStart(file)).toBe(
      `${file} is not a directory. Move that file away, or set DATA_DIR to another directory.`,
    )
  })
})

describe('ownership', () => {
  it('refuses a second app on a directory in use and leaves the first running', async () => {
    const dataDir = await createDirectoryWithDatabase()
    const app = startInOtherProcess(dataDir)
    await app.url
    expect(await refusalToStart(dataDir)).toBe(
      `Fourball is already running on ${dataDir} (process ${app.pid}). ` +
        'Stop it first, or set DATA_DIR to another directory.',
    )
    expect(await queryFirstColumn(await app.url, 'select 1')).toEqual([1])
  })

  it('lets only one app start when several start for the first time together', async () => {
    const dataDir = await createScratchDirectory()
    const apps = [
      startInOtherProcess(dataDir),
      startInOtherProcess(dataDir),
      startInOtherProcess(dataDir),
    ]
    const urls = (await Promise.all(apps.map((app) => app.url))).filter((url) => url)
    const refusals = (await Promise.all(apps.map((app) => app.refusal))).filter((line) => line)
    expect(urls).toHaveLength(1)
    expect(refusals).toHaveLength(2)
    expect(refusals.join()).toMatch(/(already running on .*){2}/)
    expect(await queryFirstColumn(urls[0], 'select 1')).toEqual([1])
    expect((await readdir(dataDir)).sort()).toEqual(['postgres-18', 'postgres.log'])
  })

  it('stops the database cleanly on Ctrl-C, which reaches the whole process group', async () => {
    const dataDir = await createDirectoryWithDatabase()
    const app = startInOtherProcess(dataDir)
    await app.url
    const pid = await readPostmasterPid(dataDir)
    process.kill(-app.pid, 'SIGINT')
    expect(await app.exited).toEqual([0, null])
    await untilEnded(pid)
    expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toMatch(
      /database system is shut down\n$/,
    )
  })

  it("hides the app's secrets from the server", async () => {
    vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_1')
    const dataDir = await createDirectoryWithDatabase()
    const { url } = await start(dataDir)
    const environmentQuery = `select pg_read_file('/proc/self/environ')`
    const environment = await queryFirstColumn(asSuperuser(url), environmentQuery).catch(() => [])
    expect(environment.join()).not.toContain('sk_test_1')
  })
})
