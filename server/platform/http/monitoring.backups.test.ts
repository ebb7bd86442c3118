import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { watchBackups } from './monitoring.ts'

test('exports when the last backup succeeded, was checked and failed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fourball-status-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const registry = new Registry()
  watchBackups(folder, registry)
  const values = async () =>
    (await registry.metrics()).split('\n').filter((line) => /^[^#]/.test(line))
  expect(await values()).toEqual([])
  const status = { lastSuccess: 1_795_000_000_000, lastVerified: 1_794_000_000_000 }
  await writeFile(join(folder, 'status.json'), JSON.stringify(status))
  expect(await values()).toEqual([
    'fourball_backup_last_success_timestamp_seconds 1795000000',
    'fourball_backup_last_verified_timestamp_seconds 1794000000',
  ])
})
