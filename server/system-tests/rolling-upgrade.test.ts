// @module-tag thorough
import { once } from 'node:events'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeNextRelease } from '../../tools/rehearse/upgrade/next-release.ts'
import { ensureHaproxy, NEEDS_HAPROXY } from '../../tools/rehearse/upgrade/proxy.ts'
import { replaceNodes } from '../../tools/rehearse/upgrade/replace-nodes.ts'
import { cloneDatabase, createEmptyDatabase, type TestDatabase } from './testing/database.ts'
import { launch, startServer } from './testing/server-process.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database.drop())

// `npm run rehearse:upgrade` runs the same rehearsal for longer.
test('replaces two nodes with the next release and back without a failed request', async ({
  skip,
}) => {
  if (!ensureHaproxy()) skip(NEEDS_HAPROXY)
  const next = await writeNextRelease()
  const { steps, phones, deviations, output } = await replaceNodes(database.url, next, 500).finally(
    next.remove,
  )
  expect(deviations, output).toEqual([])
  for (const { name, requests, listeningPhones } of steps) {
    expect({ name, listeningPhones }).toEqual({ name, listeningPhones: phones })
    expect(requests).toBeGreaterThan(0)
  }
})

test('starts the previous release after an upgrade that stopped halfway, and then upgrades', async () => {
  const halfwayDatabase = await cloneDatabase()
  const env = { DATABASE_URL: halfwayDatabase.url, DEMO: '0' }
  const next = await writeNextRelease()
  const client = new Client({ connectionString: halfwayDatabase.url })
  await client.connect()
  let stopHalfway = () => {}
  try {
    // The next release's second migration waits for this table.
    await client.query('begin')
    await client.query('lock table groups in access share mode')
    const { child } = launch(env, next.main)
    stopHalfway = () => child.kill('SIGKILL')
    await vi.waitFor(
      async () => {
        const { rows } = await client.query(
          "select from information_schema.columns where column_name = 'rehearsed_holes' and table_name = 'tee_times'",
        )
        expect(rows.length).toBe(1)
      },
      { timeout: 20_000 },
    )
    const exit = once(child, 'exit')
    stopHalfway()
    await exit
    const previous = await startServer(env)
    expect(await previous.stop('SIGTERM')).toBe(0)
    await client.query('rollback')
    const upgraded = await startServer(env, next.main)
    expect(await upgraded.stop('SIGTERM')).toBe(0)
  } finally {
    stopHalfway()
    await client.end()
    next.remove()
    await halfwayDatabase.drop()
  }
})
