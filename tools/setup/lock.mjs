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
/** A holder that hasn't touched its lock for this long is gone, even if its process id is in use. */
const SILENT_MS = 60_000

/**
 * Runs `work` while holding this lock file, so that only one process does so at a time. The lock
 * names its process. A lock left behind by a killed process is taken over.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {(holder: number) => void} onWait called once when another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLockFile(file, work, onWait) {
  mkdirSync(path.dirname(file), { recursive: true })
  for (let notified = false; !take(file); ) {
    const holder = readHolder(file)
    if (holder === undefined) continue
    if (isGone(file, holder)) {
      removeLeftover(file, holder)
      continue
    }
    if (!notified) onWait(holder)
    notified = true
    await pause(200)
  }

  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS)
  const release = () => {
    clearInterval(heartbeat)
    if (readHolder(file) === process.pid) rmSync(file, { force: true })
  }
  // Node's default handling of a signal would end the process without running this.
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.removeListener('exit', release)
    release()
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Returns the lock's process id: 0 if it was abandoned without one, undefined if released or being written.
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
function isGone(file, holder) {
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
 * Removes an abandoned lock. Two waiters may find the same one, so each first renames it to a name of
 * its own, to check that it isn't the lock the other waiter has since taken.
 *
 * @param {string} file
 * @param {number} holder
 */
function removeLeftover(file, holder) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (readHolder(aside) === holder) rmSync(aside)
    else renameSync(aside, file)
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
    // The lock was removed with its folder. Keep working: there is nothing left to release.
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
