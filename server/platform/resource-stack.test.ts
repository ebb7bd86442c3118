import { expect, test } from 'vitest'
import { ResourceStack, Stopping } from './resource-stack.ts'

function house() {
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
  return { opened: resources, open, closed, lines }
}

test('closes in reverse order of opening', async () => {
  const { opened: resources, open, closed, lines } = house()
  for (const name of ['database', 'pool', 'app']) await open(name)
  await Promise.all([resources.stop(), resources.stop()])
  expect(closed).toEqual(['app', 'pool', 'database'])
  expect(lines).toEqual([])
})

test('waits for what is being opened and closes it when stopped', async () => {
  const { opened: resources, open, closed } = house()
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

test('does not close what could not be opened', async () => {
  const { opened: resources, open, closed, lines } = house()
  await open('database')
  await expect(open('app', Promise.reject(new Error('The port is taken')))).rejects.toThrow('port')
  await resources.stop()
  expect(closed).toEqual(['database'])
  expect(lines).toEqual([])
})

test('reports a part that hangs or fails without delaying the rest for long', async () => {
  const { opened: resources, open, closed, lines } = house()
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
