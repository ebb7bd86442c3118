import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLockFile } from './lock.mjs'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fourball-lock-'))
  file = path.join(folder, 'deep', 'lock')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const failIfCalled = () => {
  throw new Error('waited')
}

function idOfEndedProcess(): number {
  return Number(spawnSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).stdout)
}

test('writes its process id into the lock file, and removes the file even after a failure', async () => {
  const content = await withLockFile(file, async () => readFileSync(file, 'utf8'), failIfCalled)
  expect(content).toBe(String(process.pid))
  expect(existsSync(file)).toBe(false)

  const failedWork = withLockFile(file, () => Promise.reject(new Error('no disk')), failIfCalled)
  await expect(failedWork).rejects.toThrow('no disk')
  expect(existsSync(file)).toBe(false)
})

test('runs one caller at a time, and tells each waiting caller once who holds the lock', async () => {
  let runningCount = 0
  let maxRunning = 0
  const holders: number[] = []
  const work = async () => {
    runningCount += 1
    maxRunning = Math.max(maxRunning, runningCount)
    await new Promise((resolve) => setTimeout(resolve, 50))
    runningCount -= 1
  }
  await Promise.all(
    Array.from({ length: 4 }, () => withLockFile(file, work, (holder) => holders.push(holder))),
  )
  expect(maxRunning).toBe(1)
  expect(holders).toEqual([process.pid, process.pid, process.pid])
})

test('takes over a lock left by a killed process', async () => {
  await withLockFile(file, async () => undefined, failIfCalled)
  writeFileSync(file, String(idOfEndedProcess()))
  expect(await withLockFile(file, async () => 'in', failIfCalled)).toBe('in')
})

test('takes over a lock untouched for minutes, even if its process id exists', async () => {
  await withLockFile(file, async () => undefined, failIfCalled)
  writeFileSync(file, String(process.ppid))
  const longAgo = new Date(Date.now() - 5 * 60_000)
  utimesSync(file, longAgo, longAgo)
  expect(await withLockFile(file, async () => 'in', failIfCalled)).toBe('in')
})
