import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The lock file held while node_modules or dist is changing. */
export const SETUP_LOCK = path.join(ROOT, 'dist', '.setup.lock')

/** A setup failure that the user can fix. Only its message is shown, without a stack trace. */
export class SetupError extends Error {}

/** @param {string} message */
export function printLine(message) {
  console.log(`fourball: ${message}`)
}

/**
 * Returns the path of the Node that the project runs on: the npm package `node`, pinned in package.json.
 * @param {string} root
 */
export function pinnedNode(root) {
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  return path.join(root, 'node_modules', 'node', 'bin', file)
}

/**
 * Returns the path at which npm scripts find the pinned Node, as the command `node`.
 * @param {string} root
 */
export function commandNode(root) {
  const file = process.platform === 'win32' ? 'node.cmd' : 'node'
  return path.join(root, 'node_modules', '.bin', file)
}

/**
 * Returns whether the pinned Node exists, runs on this machine, and has the version in package.json.
 * (It might not run if node_modules was copied from another system or installed without scripts.)
 * @param {string} root
 */
export function pinnedNodeRuns(root) {
  const node = pinnedNode(root)
  if (!existsSync(node) || !existsSync(commandNode(root))) return false
  const result = spawnSync(node, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return result.stdout?.trim() === `v${pinnedVersion(root)}`
}

/** @param {string} root */
export function pinnedVersion(root) {
  const { devDependencies } = readJson(path.join(root, 'package.json'))
  return String(devDependencies?.node)
}

/**
 * @param {string} file
 * @returns {any} the parsed file; the caller knows its shape
 */
export function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/**
 * Returns the content of a file; undefined if the file cannot be read.
 * @param {string} file
 */
export function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
