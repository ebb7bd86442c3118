import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  commandNode,
  pinnedNode,
  pinnedNodeRuns,
  pinnedVersion,
  printLine,
  readIfExists,
  readJson,
  SetupError,
} from './paths.mjs'

/**
 * Returns whether node_modules matches the lock file. Takes milliseconds: it compares the stamp of the last
 * installation, checks that the packages' folders exist, and runs the pinned Node once.
 * @param {string} root
 */
export function isInstalled(root) {
  if (existsSync(beginFile(root)) || !hasEveryPackage(root) || !pinnedNodeRuns(root)) return false
  if (readIfExists(stampFile(root)) !== fingerprint(root)) {
    // If someone ran npm directly, npm's own record shows whether npm finished and what it installed.
    if (!matchesLockFile(root)) return false
    writeStamp(root)
  }
  return true
}

/**
 * Installs the packages in the lock file. Uses `npm install`, which takes only seconds after a change to one
 * package. `npm ci` would always start from scratch.
 * @param {string} root
 */
export async function install(root) {
  const nodeMajor = Number(process.versions.node.split('.')[0])
  if (nodeMajor < 20)
    throw new SetupError(`Node ${process.version} is too old: install Node 20 or newer.`)
  if (!matchesManifest(root))
    throw new SetupError(
      'package.json and package-lock.json disagree: run "npm install" and commit both.',
    )
  const modules = path.join(root, 'node_modules')
  // npm treats a package as complete if its package.json exists. After an interrupted installation, other
  // files of the package can be missing, so start from scratch.
  if (existsSync(beginFile(root)) || !hasEveryPackage(root))
    rmSync(modules, { recursive: true, force: true })

  printLine('installing packages (a minute or so the first time) …')
  const startedAt = Date.now()
  mkdirSync(modules, { recursive: true })
  writeFileSync(beginFile(root), '')
  const { command, args } = npmCommand([
    'install',
    '--no-save',
    // Without this option, NODE_ENV=production or omit=dev in the environment would exclude the build tools.
    '--include=dev',
    '--include=optional',
    '--prefer-offline',
    '--engine-strict=false',
    '--loglevel=http',
    '--fetch-retries=2',
    '--no-audit',
    '--no-fund',
    '--fetch-retry-mintimeout=1000',
    '--fetch-retry-maxtimeout=5000',
  ])
  const { code, output } = await run(command, args, root)
  if (code !== 0) throw new SetupError(explainInstall(output))
  if (!pinnedNodeRuns(root)) fetchPinnedNode(root)
  writeStamp(root)
  rmSync(beginFile(root))
  printLine(`packages installed in ${Math.round((Date.now() - startedAt) / 1000)} s`)
}

/**
 * Returns one line that says why an installation failed and what to do.
 * @param {string} output npm's output
 */
export function explainInstall(output) {
  const code = /npm (?:error|ERR!) code (\w+)/.exec(output)?.[1] ?? ''
  if (
    /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|E?TIMEDOUT|ENOTCACHED|ERR_SOCKET_TIMEOUT)$/.test(
      code,
    )
  )
    return `The package registry cannot be reached (${code}): check the network connection, then run the same command again.`
  if (code === 'ENOSPC') return 'The disk is full: the packages need about 600 MB.'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `No permission to write here (${code}): node_modules must belong to the user that runs npm.`
  const detail = output
    .split('\n')
    .filter((line) => !/^npm (http|warn|notice)|A complete log/.test(line))
    .map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim())
    .filter((line) => line !== '')
  return `npm could not install the packages: ${detail.slice(0, 3).join(' · ') || 'no reason given'}`
}

/**
 * Returns whether npm's record of installed packages matches the lock file.
 * @param {string} root
 */
function matchesLockFile(root) {
  if (!matchesManifest(root)) return false
  const locked = readJson(path.join(root, 'package-lock.json')).packages
  const installed = installedPackages(root)
  return Object.entries(locked).every(([folder, entry]) => {
    if (folder === '') return true
    const found = installed[folder]
    // Packages for other systems are optional and aren't installed here.
    if (found === undefined) return entry.optional === true
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

/** @param {string} root */
function matchesManifest(root) {
  const { dependencies, devDependencies } = readJson(path.join(root, 'package.json'))
  const locked = readJson(path.join(root, 'package-lock.json')).packages['']
  return (
    haveSameEntries(dependencies, locked?.dependencies) &&
    haveSameEntries(devDependencies, locked?.devDependencies)
  )
}

/**
 * @param {Record<string, string> | undefined} one
 * @param {Record<string, string> | undefined} other
 */
function haveSameEntries(one = {}, other = {}) {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  )
}

/**
 * Returns whether all packages in npm's record exist. npm writes the record last, so if there is none, the
 * installation was interrupted.
 * @param {string} root
 */
function hasEveryPackage(root) {
  const folders = Object.keys(installedPackages(root))
  return (
    folders.length > 0 &&
    folders.every((folder) => existsSync(path.join(root, folder, 'package.json')))
  )
}

/**
 * @param {string} root
 * @returns {Record<string, { version?: string, integrity?: string }>}
 */
function installedPackages(root) {
  try {
    return readJson(path.join(root, 'node_modules', '.package-lock.json')).packages ?? {}
  } catch {
    return {}
  }
}

/**
 * Downloads the binary of the `node` package. Needed if npm's `ignore-scripts` setting skipped the install
 * script.
 * @param {string} root
 */
function fetchPinnedNode(root) {
  const version = pinnedVersion(root)
  printLine(`fetching Node ${version} …`)
  const packageFolder = path.join(root, 'node_modules', 'node')
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
    cwd: packageFolder,
    stdio: 'ignore',
    env: npmEnvironment(),
  })
  const command = commandNode(root)
  if (process.platform !== 'win32' && existsSync(pinnedNode(root)) && !existsSync(command))
    symlinkSync(path.relative(path.dirname(command), pinnedNode(root)), command)
  if (!pinnedNodeRuns(root))
    throw new SetupError(
      `Node ${version} could not be installed to ${pinnedNode(root)}: check that npm can reach its registry, then run the same command again.`,
    )
}

/** @param {string} root */
function stampFile(root) {
  return path.join(root, 'node_modules', '.fourball-installed')
}

/**
 * Returns the path of a file that exists from the start of an installation until it succeeds.
 * @param {string} root
 */
function beginFile(root) {
  return path.join(root, 'node_modules', '.fourball-installing')
}

/** @param {string} root */
function writeStamp(root) {
  writeFileSync(stampFile(root), fingerprint(root))
}

/** @param {string} root */
function fingerprint(root) {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', 'package.json'])
    hash.update(readFileSync(path.join(root, file))).update('\0')
  return hash.digest('hex')
}

/**
 * Returns the command that runs npm: the npm that started this process, on the Node outside node_modules,
 * because the installation can remove the Node inside node_modules.
 * @param {string[]} args
 */
function npmCommand(args) {
  const script = process.env['npm_execpath']
  const node = process.env['npm_node_execpath']
  if (script?.endsWith('.js') && node && !node.includes('node_modules'))
    return { command: node, args: [script, ...args] }
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args }
}

/** Returns the environment without node_modules in PATH, so that npm does not run the Node in that folder. */
function npmEnvironment() {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const foldersOutside = folders.filter((folder) => !folder.includes('node_modules'))
  return { ...process.env, PATH: foldersOutside.join(path.delimiter) }
}

/**
 * Matches npm's output after the third failed attempt to fetch a URL, or after ENOTFOUND. We then kill npm,
 * because npm would try hundreds of other URLs.
 */
const DOWNLOAD_FAILED =
  /http fetch GET \S+ attempt (?:3 failed with (\w+)|\d failed with (ENOTFOUND))/

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} root
 * @returns {Promise<{ code: number, output: string }>}
 */
function run(command, args, root) {
  return new Promise((resolve) => {
    const shell = command.endsWith('.cmd')
    const child = spawn(command, args, { cwd: root, env: npmEnvironment(), shell })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        const [, afterThirdTry, hostNotFound] = DOWNLOAD_FAILED.exec(output) ?? []
        const errorCode = afterThirdTry ?? hostNotFound
        if (errorCode === undefined || child.killed) return
        output += `\nnpm error code ${errorCode}\n`
        // On any other signal, npm would first make its remaining requests, which are bound to fail.
        child.kill('SIGKILL')
      })
    child.on('error', (error) =>
      resolve({ code: 1, output: `npm cannot be run: ${error.message}` }),
    )
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
