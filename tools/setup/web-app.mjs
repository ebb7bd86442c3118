import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pinnedNode, readIfThere, SetupError, say } from './places.mjs'

/** Everything that the built web app is made of. */
const SOURCES = ['web', 'contract', 'vite.config.ts', 'package-lock.json']
const NO_SOURCE = /\.(test|e2e)\.tsx?$/

/**
 * Whether dist/web is what the sources would give.
 * @param {string} root
 */
export function isBuilt(root) {
  return (
    existsSync(path.join(root, 'dist', 'web', 'index.html')) &&
    readIfThere(stampFile(root)) === fingerprint(root)
  )
}

/**
 * Builds the web app beside the one in use and then changes them over, so that a failed or
 * interrupted build leaves neither half an app nor a stamp that calls it whole.
 * @param {string} root
 */
export function build(root) {
  say('building the web app …')
  const started = Date.now()
  const dist = path.join(root, 'dist')
  const [inUse, next, last] = ['web', 'web.next', 'web.last'].map((name) => path.join(dist, name))
  if (!inUse || !next || !last) throw new TypeError('three folders')
  mkdirSync(dist, { recursive: true })
  rmSync(next, { recursive: true, force: true })

  // Taken before the build: what changes during it is built the next time.
  const sources = fingerprint(root)
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const answer = spawnSync(
    pinnedNode(root),
    [vite, 'build', '--logLevel', 'warn', '--outDir', next, '--emptyOutDir'],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (answer.status !== 0 || !existsSync(path.join(next, 'index.html'))) {
    process.stderr.write(`${answer.stdout ?? ''}${answer.stderr ?? ''}`)
    throw new SetupError('The web app could not be built: see above.')
  }

  rmSync(stampFile(root), { force: true })
  rmSync(last, { recursive: true, force: true })
  if (existsSync(inUse)) renameSync(inUse, last)
  renameSync(next, inUse)
  rmSync(last, { recursive: true, force: true })
  writeFileSync(stampFile(root), sources)
  say(`web app built in ${((Date.now() - started) / 1000).toFixed(1)} s`)
}

/** @param {string} root */
function stampFile(root) {
  return path.join(root, 'dist', '.web-sources')
}

/** @param {string} root */
function fingerprint(root) {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for (const file of filesOf(root, source))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(path.join(root, file)))
        .update('\0')
  return hash.digest('hex')
}

/**
 * The files at or below a place, in an order that does not depend on the file system.
 * @param {string} root
 * @param {string} place
 * @returns {string[]}
 */
function filesOf(root, place) {
  const found = statSync(path.join(root, place), { throwIfNoEntry: false })
  if (found?.isDirectory())
    return readdirSync(path.join(root, place))
      .sort()
      .flatMap((name) => filesOf(root, path.join(place, name)))
  return found?.isFile() && !NO_SOURCE.test(place) ? [place] : []
}
