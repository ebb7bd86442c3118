// @module-tag thorough
import { execFile } from 'node:child_process'
import {
  access,
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  stat,
  symlink,
  unlink,
} from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { findBinaries, makeBinariesRunnable } from './binaries.ts'
import {
  isRoot,
  ownAccount,
  ROOT_DATA_DIR,
  shortHash,
  unprivilegedAccount,
} from './cluster-location.ts'
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
} from './testing/scratch.ts'

afterAll(removeLeftovers)

const run = promisify(execFile)
const NOBODY = { uid: 65534, gid: 65534 }

describe('the binaries', () => {
  it('get the links that their install script would have created', async () => {
    const { root, version } = await copyBinaries(await createScratchDirectory())
    const { postgres } = await makeBinariesRunnable({ root, version }, ownAccount(), root, () => {})
    expect(postgres).toBe(join(root, 'native/bin/postgres'))
    expect((await run(postgres, ['--version'])).stdout).toContain('PostgreSQL) 18')
  })

  it.runIf(isRoot())('are copied once when their user cannot reach them', async () => {
    const scratch = await createScratchDirectory()
    const installed = await copyBinaries(scratch)
    await chmod(installed.root, 0o700)
    const account = await unprivilegedAccount()
    const lines: string[] = []
    const copy = () => makeBinariesRunnable(installed, account, scratch, (line) => lines.push(line))
    const { postgres } = await copy()
    expect(await copy()).toEqual(await copy())
    expect(lines).toEqual([expect.stringContaining('cannot read the PostgreSQL binaries in')])
    const { stdout } = await run(postgres, ['--version'], { ...NOBODY, cwd: '/' })
    expect(stdout).toContain('PostgreSQL) 18')
    expect((await readdir(scratch)).filter((entry) => entry.includes('.new-'))).toEqual([])
  })
})

describe.runIf(isRoot())('running as root', () => {
  it('uses an unprivileged user, who owns only the cluster', async () => {
    const dataDir = await createDirectoryWithDatabase()
    const database = await start(dataDir)
    expect(database.dataDir).toBe(dataDir)
    const { uid } = await unprivilegedAccount()
    expect(uid).toBeGreaterThan(0)
    expect((await stat(join(dataDir, 'postgres-18'))).uid).toBe(uid)
    expect((await stat(dataDir)).uid).toBe(0)
  })

  it('stores the database elsewhere and says so when that user cannot enter the directory', async () => {
    const hidden = await mkdtemp('/root/fourball-scratch-')
    const elsewhere = join(ROOT_DATA_DIR, shortHash(hidden))
    onTestFinished(async () => {
      await rm(hidden, { recursive: true })
      await rm(elsewhere, { recursive: true, force: true })
    })
    const lines: string[] = []
    const database = await start(hidden, lines)
    expect(database.dataDir).toBe(elsewhere)
    expect(lines[0]).toMatch(
      new RegExp(`cannot enter ${hidden}, so the database is kept in ${elsewhere}.`),
    )
    await queryFirstColumn(database.url, 'create table rounds as select 18 as holes')
    expect(await readdir(hidden)).toEqual([])
    expect(await refusalToStart(hidden)).toContain(`already running on ${hidden}`)
    await database.stop()
    expect(await queryFirstColumn((await start(hidden)).url, 'select holes from rounds')).toEqual([
      18,
    ])
  })

  it('accepts a data directory that root has copied or restored', async () => {
    const dataDir = await createDirectoryWithDatabase()
    await run('chown', ['-R', 'root:root', dataDir])
    await chmod(join(dataDir, 'postgres-18'), 0o755)
    expect(await queryFirstColumn((await start(dataDir)).url, 'select 1')).toEqual([1])
  })

  it('runs as the user who created the cluster, who can also start it directly', async () => {
    const dataDir = join(await createScratchDirectory(), 'data')
    await mkdir(dataDir)
    await run('chown', ['nobody', dataDir])
    const app = startInOtherProcess(dataDir, NOBODY)
    await queryFirstColumn(await app.url, 'create table rounds as select 18 as holes')
    app.process.kill('SIGTERM')
    await app.exited
    const database = await start(dataDir)
    expect(await queryFirstColumn(database.url, 'select holes from rounds')).toEqual([18])
    expect((await stat(join(dataDir, 'postgres-18'))).uid).toBe(NOBODY.uid)
    await database.stop()
    expect(
      await queryFirstColumn(
        await startInOtherProcess(dataDir, NOBODY).url,
        'select holes from rounds',
      ),
    ).toEqual([18])
  })

  it('follows a link to another disk', async () => {
    const disk = await createDirectoryWithDatabase()
    const dataDir = await createScratchDirectory()
    await symlink(join(disk, 'postgres-18'), join(dataDir, 'postgres-18'))
    const app = startInOtherProcess(dataDir)
    await queryFirstColumn(await app.url, 'create table rounds as select 18 as holes')
    await kill(app)
    process.kill(await readPostmasterPid(disk), 'SIGKILL')
    const database = await start(dataDir)
    expect(await queryFirstColumn(database.url, 'select holes from rounds')).toEqual([18])
  })

  it('does not write its log through a link', async () => {
    const dataDir = await createDirectoryWithDatabase()
    const log = join(dataDir, 'postgres.log')
    await unlink(log)
    await symlink('/etc/hostname', log)
    expect(await refusalToStart(dataDir)).toContain('ELOOP')
  })

  it("refuses another user's database and a directory without write access", async () => {
    const dataDir = await createDirectoryWithDatabase()
    const { uid } = await unprivilegedAccount()
    expect(await startInOtherProcess(dataDir, NOBODY).refusal).toContain(
      `The database in ${dataDir} belongs to uid ${uid}: start Fourball as that user or as root`,
    )
    const unwritable = await createScratchDirectory()
    expect(await startInOtherProcess(unwritable, NOBODY).refusal).toContain(
      `No permission to write to ${unwritable}.`,
    )
    expect(await readdir(unwritable)).toEqual([])
  })
})

describe.runIf(isRoot())('a disk', () => {
  it('too small for a new database gives one clear line and no half-created directory', async () => {
    const disk = await mount('8m')
    expect(await refusalToStart(disk)).toBe(
      `The disk that holds ${disk} is full. Free 200 MB there, or set DATA_DIR to another directory.`,
    )
    expect(await readdir(disk)).toEqual([])
    await run('mount', ['-o', 'remount,size=200m', disk])
    expect(await queryFirstColumn((await start(disk)).url, 'select 1')).toEqual([1])
  })

  it('that became full or read-only gives one clear line and keeps the data', async () => {
    const disk = await mount('200m')
    const first = await start(disk)
    await queryFirstColumn(first.url, 'create table rounds as select 18 as holes')
    await first.stop()
    await run('dd', ['if=/dev/zero', `of=${disk}/photos`, 'bs=1M', 'count=300']).catch(() => {})
    expect(await refusalToStart(disk)).toContain(`The disk that holds ${disk} is full.`)
    await unlink(join(disk, 'photos'))

    await run('mount', ['-o', 'remount,ro', disk])
    expect(await refusalToStart(disk)).toContain(`The disk that holds ${disk} is read-only.`)
    const below = join(disk, 'new')
    expect(await refusalToStart(below)).toContain(`The disk that holds ${below} is read-only.`)
    await run('mount', ['-o', 'remount,rw', disk])
    expect(await queryFirstColumn((await start(disk)).url, 'select holes from rounds')).toEqual([
      18,
    ])
  })
})

async function mount(size: string): Promise<string> {
  const disk = join(await createScratchDirectory(), 'disk')
  await mkdir(disk)
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', disk])
  onTestFinished(async () => {
    await run('umount', ['-l', disk])
  })
  return disk
}

/**
 * Copies the package without a symbolic link that its install script creates, as if the script had not run.
 */
async function copyBinaries(into: string) {
  const installed = await findBinaries()
  const root = join(into, 'package')
  await cp(installed.root, root, { recursive: true, verbatimSymlinks: true })
  await unlink(join(root, 'native/lib/libicuuc.so.60'))
  await expect(access(join(root, 'native/lib/libicuuc.so.60'))).rejects.toThrow('ENOENT')
  return { root, version: installed.version }
}
