import { expect, test } from 'vitest'
import { ResourceStack, Stopping } from './resource-stack.ts'

function newStack() {
  const lines: string[] = []
  const closed: string[] = []
  const resources = new ResourceStack((line) => lines.push(line))
  const open = (name: string, opening: Promise<unknown> = Promise.resolve(), withinMs = 1_000) =>
    resources.open(
      name,
      () => opening,
      async () => closed.push(name),
      withinMs,
    )
  return { resources, open, closed, lines }
}

test('closes in reverse order of opening', async () => {
  const { resources, open, closed, lines } = newStack()
  for (const name of ['database', 'pool', 'app']) await open(name)
  await Promise.all([resources.stop(), resources.stop()])
  expect(closed).toEqual(['app', 'pool', 'database'])
  expect(lines).toEqual([])
})

test('closes a resource that was still opening when stopped', async () => {
  const { resources, open, closed } = newStack()
  const slow = Promise.withResolvers<void>()
  const opening = open('database', slow.promise)
  const stopped = resources.stop()
  await expect(open('pool')).rejects.toBeInstanceOf(Stopping)
  expect(closed).toEqual([])
  slow.resolve()
  await stopped
  await opening
  expect(closed).toEqual(['database'])
})

test('does not close a resource that failed to open', async () => {
  const { resources, open, closed, lines } = newStack()
  await open('database')
  await expect(open('app', Promise.reject(new Error('The port is taken')))).rejects.toThrow('port')
  await resources.stop()
  expect(closed).toEqual(['database'])
  expect(lines).toEqual([])
})

test('reports a resource that hangs or fails to close, and still closes the rest', async () => {
  const { resources, open, closed, lines } = newStack()
  await open('database')
  await resources.open(
    'jobs',
    async () => {},
    () => Promise.reject(new Error('busy')),
    1_000,
  )
  await resources.open(
    'app',
    async () => {},
    () => new Promise(() => {}),
    20,
  )
  await resources.stop()
  expect(closed).toEqual(['database'])
  expect(lines).toEqual([
    'Could not close app: timed out after 20 ms',
    'Could not close jobs: busy',
  ])
})
