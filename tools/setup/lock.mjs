import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const HEARTBEAT_MS = 2_000
/**
 * If a lock file hasn't been touched for this long, its process counts as ended. A running process with the
 * same id is then a different process.
 */
const SILENT_MS = 60_000

/**
 * Runs `work` while holding a lock file, so that only one process at a time runs it. The file contains the id
 * of the process that holds the lock. Takes over the lock of a process that was killed.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {(holder: number) => void} onWait called once if another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLockFile(file, work, onWait) {
  mkdirSync(path.dirname(file), { recursive: true })
  for (let hasNotified = false; !tryToLock(file); ) {
    const holder = readHolder(file)
    if (holder === undefined) continue
    if (isAbandoned(file, holder)) {
      removeLeftover(file, holder)
      continue
    }
    if (!hasNotified) onWait(holder)
    hasNotified = true
    await pause(200)
  }

  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS)
  const release = () => {
    clearInterval(heartbeat)
    if (readHolder(file) === process.pid) rmSync(file, { force: true })
  }
  // `release` also runs after a signal, because prepare.mjs handles signals with process.exit().
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.removeListener('exit', release)
    release()
  }
}

/** @param {string} file */
function tryToLock(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Returns the process id in a lock file; 0 if the file was abandoned before the id was written; undefined if
 * the file is gone or just being written.
 * @param {string} file
 */
function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || (isSilent(file) ? 0 : undefined)
  } catch {
    return undefined
  }
}

/**
 * @param {string} file
 * @param {number} holder
 */
function isAbandoned(file, holder) {
  return holder === 0 || isSilent(file) || !isAlive(holder)
}

/** @param {string} file */
function isSilent(file) {
  try {
    return Date.now() - statSync(file).mtimeMs > SILENT_MS
  } catch {
    return false
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * Removes an abandoned lock file. Another waiting process can find the same file, and replace the file with
 * its own lock. So this function renames the file first, and deletes it only if it still is the abandoned
 * file.
 *
 * @param {string} file
 * @param {number} holder
 */
function removeLeftover(file, holder) {
  const renamed = `${file}.${process.pid}`
  try {
    renameSync(file, renamed)
    if (readHolder(renamed) === holder) rmSync(renamed)
    else renameSync(renamed, file)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

/** @param {string} file */
function touch(file) {
  const now = new Date()
  try {
    utimesSync(file, now, now)
  } catch {
    // The lock file was removed with its folder. Ignore that: there is nothing left to release.
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
