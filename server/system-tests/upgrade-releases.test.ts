// @module-tag thorough
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findSnapshots, upgradeSnapshot } from '../../tools/rehearse/upgrade/upgrade-snapshot.ts'
import { emptyDatabase } from './testing/database.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

test.each(findSnapshots())('upgrades a database of release $release', async (snapshot) => {
  const database = await emptyDatabase()
  try {
    const { rows, deviations } = await upgradeSnapshot(snapshot, database.url, ROOT)
    expect(deviations).toEqual([])
    expect(rows).toBeGreaterThan(0)
  } finally {
    await database.drop()
  }
})
