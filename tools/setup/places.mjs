import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout that is being prepared. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Held while node_modules or dist is being changed. */
export const SETUP_LOCK = path.join(ROOT, 'dist', '.setup.lock')

/** Something that stops the setup and that the reader can act upon: shown as it is, without a stack. */
export class SetupError extends Error {}

/** @param {string} message */
export function say(message) {
  console.log(`fourball: ${message}`)
}

/**
 * The Node that the project runs on: the npm package `node`, pinned in package.json.
 * @param {string} root
 */
export function pinnedNode(root) {
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  return path.join(root, 'node_modules', 'node', 'bin', file)
}

/**
 * Where npm scripts find it when they say `node`.
 * @param {string} root
 */
export function commandNode(root) {
  const file = process.platform === 'win32' ? 'node.cmd' : 'node'
  return path.join(root, 'node_modules', '.bin', file)
}

/**
 * Whether the pinned Node is there, runs on this machine, and is the version that package.json asks
 * for (a node_modules copied from another system, or installed without scripts, is none of that).
 * @param {string} root
 */
export function pinnedNodeRuns(root) {
  const node = pinnedNode(root)
  if (!existsSync(node) || !existsSync(commandNode(root))) return false
  const answer = spawnSync(node, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return answer.stdout?.trim() === `v${pinnedVersion(root)}`
}

/** @param {string} root */
export function pinnedVersion(root) {
  const { devDependencies } = readJson(path.join(root, 'package.json'))
  return String(devDependencies?.node)
}

/**
 * @param {string} file
 * @returns {any} what the file says; the caller knows its form
 */
export function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/**
 * The content of a small file, or undefined when there is none.
 * @param {string} file
 */
export function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
