// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeNextRelease } from '../../tools/rehearse/upgrade/next-release.ts'
import { ensureHaproxy, NEEDS_HAPROXY } from '../../tools/rehearse/upgrade/proxy.ts'
import { replaceNodes } from '../../tools/rehearse/upgrade/replace-nodes.ts'
import { emptyDatabase, type TestDatabase } from './testing/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.drop())

// `npm run rehearse:upgrade` runs the same rehearsal for longer.
test('replaces two nodes with the next release and back without a failed request', async ({
  skip,
}) => {
  if (!ensureHaproxy()) skip(NEEDS_HAPROXY)
  const next = await writeNextRelease()
  const { steps, phones, deviations } = await replaceNodes(database.url, next, 500).finally(
    next.remove,
  )
  expect(deviations).toEqual([])
  for (const { name, requests, listening } of steps) {
    expect({ name, listening }).toEqual({ name, listening: phones })
    expect(requests).toBeGreaterThan(0)
  }
})
