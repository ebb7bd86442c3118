import { access, mkdir } from 'node:fs/promises'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { createScratchDirectory, removeLeftovers } from './scratch.ts'

afterAll(removeLeftovers)

let directory = ''

it('deletes a directory after its test', async () => {
  // Runs after the directory was deleted, and writes to it like a timed-out test that is still running.
  onTestFinished(async () => {
    await expect(access(directory)).rejects.toThrow('ENOENT')
    await mkdir(`${directory}/postgres-18`, { recursive: true })
  })
  directory = await createScratchDirectory()
  await access(directory)
})

it('deletes what a late write left, after all tests of the file', async () => {
  await access(directory)
  await removeLeftovers()
  await expect(access(directory)).rejects.toThrow('ENOENT')
})
