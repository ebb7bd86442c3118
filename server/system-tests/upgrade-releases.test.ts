// @module-tag thorough
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { findSnapshots, upgradeSnapshot } from '../../tools/rehearse/upgrade/upgrade-snapshot.ts'
import { compareReleases, RELEASE } from '../platform/release.ts'
import { cloneDatabase, createEmptyDatabase } from './testing/database.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

// `npm run snapshot-release` writes the snapshot.
test('has a snapshot of this release', () => {
  expect(findSnapshots().map(({ release }) => release)).toContain(RELEASE)
})

test("lets the previous release run on this release's database", async () => {
  const releases = findSnapshots().map(({ release }) => release)
  const [previous = RELEASE] = releases
    .filter((release) => compareReleases(release, RELEASE) < 0)
    .sort(compareReleases)
    .reverse()
  const database = await cloneDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ oldest: string }>('select oldest from schema_release')
    expect(compareReleases(rows[0]?.oldest ?? '', previous)).toBeLessThanOrEqual(0)
  } finally {
    await client.end()
    await database.drop()
  }
})

test.each(findSnapshots())('upgrades a database of release $release', async (snapshot) => {
  const database = await createEmptyDatabase()
  try {
    const { rows, deviations } = await upgradeSnapshot(snapshot, database.url, ROOT)
    expect(deviations).toEqual([])
    expect(rows).toBeGreaterThan(0)
  } finally {
    await database.drop()
  }
})
