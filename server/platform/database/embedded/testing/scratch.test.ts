import { access, mkdir } from 'node:fs/promises'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { removeUsed, scratchDirectory } from './scratch.ts'

afterAll(removeUsed)

let directory = ''

it('is deleted after its test', async () => {
  // Runs last, like a timed-out test that is still running.
  onTestFinished(async () => {
    await expect(access(directory)).rejects.toThrow('ENOENT')
    await mkdir(`${directory}/postgres-18`, { recursive: true })
  })
  directory = await scratchDirectory()
  await access(directory)
})

it('is deleted completely after the tests of its file', async () => {
  await access(directory)
  await removeUsed()
  await expect(access(directory)).rejects.toThrow('ENOENT')
})
