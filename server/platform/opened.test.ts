import { expect, test } from 'vitest'
import { Opened, Stopping } from './opened.ts'

function house() {
  const lines: string[] = []
  const closed: string[] = []
  const opened = new Opened((line) => lines.push(line))
  const open = (name: string, opening: Promise<unknown> = Promise.resolve(), withinMs = 1_000) =>
    opened.open(
      name,
      () => opening,
      async () => closed.push(name),
      withinMs,
    )
  return { opened, open, closed, lines }
}

test('closes in reverse order of opening', async () => {
  const { opened, open, closed, lines } = house()
  for (const name of ['database', 'pool', 'app']) await open(name)
  await Promise.all([opened.stop(), opened.stop()])
  expect(closed).toEqual(['app', 'pool', 'database'])
  expect(lines).toEqual([])
})

test('waits for what is being opened and closes it when stopped', async () => {
  const { opened, open, closed } = house()
  const slow = Promise.withResolvers<void>()
  const opening = open('database', slow.promise)
  const stopped = opened.stop()
  await expect(open('pool')).rejects.toBeInstanceOf(Stopping)
  expect(closed).toEqual([])
  slow.resolve()
  await stopped
  await opening
  expect(closed).toEqual(['database'])
})

test('does not close what could not be opened', async () => {
  const { opened, open, closed, lines } = house()
  await open('database')
  await expect(open('app', Promise.reject(new Error('The port is taken')))).rejects.toThrow('port')
  await opened.stop()
  expect(closed).toEqual(['database'])
  expect(lines).toEqual([])
})

test('reports a part that hangs or fails without delaying the rest for long', async () => {
  const { opened, open, closed, lines } = house()
  await open('database')
  await opened.open(
    'jobs',
    async () => {},
    () => Promise.reject(new Error('busy')),
    1_000,
  )
  await opened.open(
    'app',
    async () => {},
    () => new Promise(() => {}),
    20,
  )
  await opened.stop()
  expect(closed).toEqual(['database'])
  expect(lines).toEqual([
    'Could not close app: timed out after 20 ms',
    'Could not close jobs: busy',
  ])
})
