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
/** A holder that has not touched its lock for this long is gone, whatever its process id says now. */
const SILENT_MS = 60_000

/**
 * Runs `work` while no other process does the same under this lock file. The lock names its
 * process; one left behind by a killed process is taken over.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {(holder: number) => void} onWait called once when another process holds the lock
 * @returns {Promise<T>}
 */
export async function holdingLock(file, work, onWait) {
  mkdirSync(path.dirname(file), { recursive: true })
  for (let told = false; !take(file); ) {
    const holder = readHolder(file)
    if (holder === undefined) continue
    if (isGone(file, holder)) {
      removeLeftover(file, holder)
      continue
    }
    if (!told) onWait(holder)
    told = true
    await pause(200)
  }

  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS)
  const release = () => {
    clearInterval(heartbeat)
    if (readHolder(file) === process.pid) rmSync(file, { force: true })
  }
  // A default signal handler would end the process without running this.
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
 * The process that holds the lock; undefined when it was just released or is just being written.
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
 * Two waiters may find the same leftover: moving it aside under a name of one's own shows whether
 * it was still that leftover, and not the lock that the other waiter has meanwhile taken.
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
    // Gone with a removed folder: the work goes on, and releasing finds nothing to release.
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
