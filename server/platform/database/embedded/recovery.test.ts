// @module-tag thorough
import { spawn } from 'node:child_process'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { credentials, isRoot, ownAccount, unprivilegedAccount } from './cluster-location.ts'
import { isAlive } from './processes.ts'
import {
  createDirectoryWithDatabase,
  createScratchDirectory,
  kill,
  queryFirstColumn,
  readPostmasterPid,
  refusalToStart,
  removeLeftovers,
  start,
  startInOtherProcess,
  until,
  untilEnded,
} from './testing/scratch.ts'

afterAll(removeLeftovers)

describe('after kill -9 of the app', () => {
  it('takes over the server that was left running and stops it at the end', async () => {
    const dataDir = await createDirectoryWithDatabase()
    const app = startInOtherProcess(dataDir)
    await queryFirstColumn(await app.url, 'create table rounds as select 18 as holes')
    const pid = await readPostmasterPid(dataDir)
    await kill(app)
    expect(isAlive(pid)).toBe(true)

    const lines: string[] = []
    const database = await start(dataDir, lines)
    expect(await readPostmasterPid(dataDir)).toBe(pid)
    expect(lines).toEqual([
      `Took over a database that was still running in ${dataDir}/postgres-18.`,
    ])
    expect(await queryFirstColumn(database.url, 'select holes from rounds')).toEqual([18])
    await database.stop()
    await untilEnded(pid)
  })

  it('starts over when the app died while the database was being created', async () => {
    const dataDir = await createScratchDirectory()
    const app = startInOtherProcess(dataDir)
    await until(async () => (await readdir(dataDir)).some((entry) => entry.includes('.new-')))
    await kill(app)
    const database = await start(dataDir)
    expect(await queryFirstColumn(database.url, 'select 1')).toEqual([1])
    expect((await readdir(dataDir)).sort()).toEqual(['postgres-18', 'postgres.log'])
  })
})

describe('after kill -9 of the server', () => {
  it('recovers even when a surviving backend still holds the shared memory', async () => {
    const dataDir = await createDirectoryWithDatabase()
    const app = startInOtherProcess(dataDir)
    const url = await app.url
    await queryFirstColumn(url, 'create table rounds as select 18 as holes')
    const busyPid = await startBusyBackend(url)
    const pid = await readPostmasterPid(dataDir)
    await kill(app)
    process.kill(pid, 'SIGKILL')
    await untilEnded(pid)
    expect(isAlive(busyPid)).toBe(true)

    const database = await start(dataDir)
    await untilEnded(busyPid)
    expect(await queryFirstColumn(database.url, 'select holes from rounds')).toEqual([18])
  })

  it('restarts the server under a running app, which keeps its ownership', async () => {
    const dataDir = await createDirectoryWithDatabase()
    const lines: string[] = []
    const database = await start(dataDir, lines)
    const pool = new Pool({ connectionString: database.url })
    pool.on('error', () => undefined)
    onTestFinished(() => pool.end())
    await pool.query('create table rounds as select 18 as holes')
    for (const times of [1, 2]) {
      const pid = await readPostmasterPid(dataDir)
      process.kill(pid, 'SIGKILL')
      await until(
        () => lines.filter((line) => line === 'The database is running again.').length === times,
      )
      expect(await readPostmasterPid(dataDir)).not.toBe(pid)
    }
    const { rows } = await pool.query('select holes from rounds')
    expect(rows).toEqual([{ holes: 18 }])
    const second = startInOtherProcess(dataDir)
    expect(await second.refusal).toContain(`already running on ${dataDir} (process ${process.pid})`)
  })

  it('stops cleanly when stopped during a restart', async () => {
    const dataDir = await createDirectoryWithDatabase()
    const lines: string[] = []
    const database = await start(dataDir, lines)
    process.kill(await readPostmasterPid(dataDir), 'SIGKILL')
    await until(() => lines.some((line) => line.startsWith('Lost the connection')))
    await database.stop()
    await expect(readPostmasterPid(dataDir)).rejects.toThrow('ENOENT')
  })

  it('reports to the app when the server cannot be restarted', async () => {
    const dataDir = await createDirectoryWithDatabase()
    const database = await start(dataDir)
    const controlFile = join(dataDir, 'postgres-18/global/pg_control')
    await rename(controlFile, `${controlFile}.away`)
    process.kill(await readPostmasterPid(dataDir), 'SIGKILL')
    const { message } = await database.lost
    expect(message).toMatch(new RegExp(`^The database in ${dataDir} does not start: .*pg_control`))
    expect(message).not.toContain('\n')
    await database.stop()
  })
})

describe('after a reboot', () => {
  it('ignores a lock file with the process id of an unrelated process', async () => {
    const dataDir = await createDirectoryWithDatabase()
    const first = await start(dataDir)
    const lockFile = join(dataDir, 'postgres-18/postmaster.pid')
    const socketLock = join(dataDir, 'postgres-18/.s.PGSQL.5432.lock')
    const content = await readFile(lockFile, 'utf8')
    const socketContent = await readFile(socketLock, 'utf8')
    await first.stop()
    // PostgreSQL respects a lock file if any live process of the same user has the process id in it.
    const account = isRoot() ? await unprivilegedAccount() : ownAccount()
    const stranger = spawn('sleep', ['600'], { ...credentials(account), cwd: '/' })
    onTestFinished(() => void stranger.kill())
    await writeFile(lockFile, content.replace(/^\d+/, String(stranger.pid)))
    await writeFile(socketLock, socketContent.replace(/^\d+/, String(stranger.pid)))

    const second = await start(dataDir)
    expect(await queryFirstColumn(second.url, 'select 1')).toEqual([1])
    expect(stranger.exitCode).toBe(null)
    await second.stop()

    await writeFile(lockFile, '')
    expect(await queryFirstColumn((await start(dataDir)).url, 'select 1')).toEqual([1])
  })
})

it('cannot be taken away from a running app', async () => {
  const dataDir = await createDirectoryWithDatabase()
  const database = await start(dataDir)
  const pid = await readPostmasterPid(dataDir)
  expect(await refusalToStart(dataDir)).toContain(`(process ${process.pid})`)
  expect(await readPostmasterPid(dataDir)).toBe(pid)
  expect(await queryFirstColumn(database.url, 'select 1')).toEqual([1])
})

/** Starts a backend that does not notice when its postmaster dies. Returns its process id. */
async function startBusyBackend(url: string | undefined): Promise<number> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  client.query('do $$ begin loop end loop; end $$').catch(() => undefined)
  return rows[0]?.pid ?? 0
}
