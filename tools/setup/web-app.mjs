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
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { pinnedNode, printLine, readIfExists, SetupError } from './paths.mjs'

const SOURCES = [
  'web',
  'contract',
  'vite.config.ts',
  'package-lock.json',
  'tools/setup/contract-schemas.ts',
  'tools/setup/first-load.ts',
  'tools/setup/web-app.mjs',
  'tools/setup/prerender.mjs',
]
const PRERENDER = fileURLToPath(new URL('prerender.mjs', import.meta.url))
const COMPRESSIBLE = /(^index\.html|\.(js|css|svg|txt))$/
const MIN_COMPRESSED_BYTES = 1024
const NO_SOURCE = /\.(test|e2e)\.tsx?$/

/**
 * Returns whether dist/web was built from the current sources.
 * @param {string} root
 */
export function isBuilt(root) {
  return (
    existsSync(path.join(root, 'dist', 'web', 'index.html')) &&
    readIfExists(stampFile(root)) === hashSources(root)
  )
}

/**
 * Builds the web app in another folder, and then replaces dist/web with that folder. A failed or interrupted
 * build leaves neither a partial app nor a stamp that marks the app as complete.
 * @param {string} root
 */
export function build(root) {
  printLine('building the web app …')
  const startedAt = Date.now()
  const dist = path.join(root, 'dist')
  const inUse = path.join(dist, 'web')
  const next = path.join(dist, 'web.next')
  const previous = path.join(dist, 'web.last')
  const renderer = path.join(dist, 'web.renderer')
  mkdirSync(dist, { recursive: true })
  for (const leftover of [next, renderer]) rmSync(leftover, { recursive: true, force: true })

  // Compute the hash before the build. If files change during the build, the next start then builds again.
  const sourcesHash = hashSources(root)
  runVite(root, ['--outDir', next])
  runVite(root, ['--ssr', 'app/prerender.tsx', '--outDir', renderer])
  runNode(root, [PRERENDER, next, path.join(renderer, 'prerender.js')])
  rmSync(renderer, { recursive: true, force: true })
  compress(next)

  rmSync(stampFile(root), { force: true })
  rmSync(previous, { recursive: true, force: true })
  if (existsSync(inUse)) renameSync(inUse, previous)
  renameSync(next, inUse)
  rmSync(previous, { recursive: true, force: true })
  writeFileSync(stampFile(root), sourcesHash)
  printLine(`web app built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
}

/**
 * Writes a Brotli and a gzip copy next to every text file of at least 1 KB, at the highest compression.
 * Skips the prerendered pages, because the server still fills in parts of them.
 * @param {string} web
 */
export function compress(web) {
  for (const name of readdirSync(web, { recursive: true, encoding: 'utf8' })) {
    if (!COMPRESSIBLE.test(name) || name.startsWith('.vite')) continue
    const file = path.join(web, name)
    const text = readFileSync(file)
    if (text.length < MIN_COMPRESSED_BYTES) continue
    writeFileSync(`${file}.br`, brotliCompressSync(text))
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }))
  }
}

/**
 * @param {string} root
 * @param {string[]} args
 */
function runVite(root, args) {
  const script = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  runNode(root, [script, 'build', '--logLevel', 'warn', '--emptyOutDir', ...args])
}

/**
 * @param {string} root
 * @param {string[]} args
 */
function runNode(root, args) {
  const result = spawnSync(pinnedNode(root), args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (result.status === 0) return
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`)
  throw new SetupError('The web app could not be built: see above.')
}

/** @param {string} root */
function stampFile(root) {
  return path.join(root, 'dist', '.web-sources')
}

/** @param {string} root */
function hashSources(root) {
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
 * Returns the files at or below a path, in an order that doesn't depend on the file system.
 * @param {string} root
 * @param {string} sourcePath
 * @returns {string[]}
 */
function filesOf(root, sourcePath) {
  const found = statSync(path.join(root, sourcePath), { throwIfNoEntry: false })
  if (found?.isDirectory())
    return readdirSync(path.join(root, sourcePath))
      .sort()
      .flatMap((name) => filesOf(root, path.join(sourcePath, name)))
  return found?.isFile() && !NO_SOURCE.test(sourcePath) ? [sourcePath] : []
}
