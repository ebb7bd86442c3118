import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOURS_VISIBLE_AFTER_TEE_OFF } from '../../../contract/limits.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { archiveEnded } from './store.ts'

const SELECT_BLOCKED = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('does not archive a tee time that a change of the time zone moves at the same time', async () => {
  const { db } = app.ctx
  const make = factories(app.ctx)
  const { id, startsAt } = await make.teeTime(await make.group())
  const mover = await db.$client.connect()
  try {
    await mover.query('begin')
    await mover.query(
      `update tee_times set starts_at = starts_at + interval '1 hour' where id = $1`,
      [id],
    )
    const endedAt = new Date(Date.parse(startsAt) + HOURS_VISIBLE_AFTER_TEE_OFF * HOUR_MS)
    const archiving = archiveEnded(db, 'everybody', endedAt, 10)
    await expect
      .poll(async () => (await db.$client.query(SELECT_BLOCKED)).rowCount, { timeout: 5_000 })
      .toBe(1)
    await mover.query('commit')
    expect(await archiving).toBe(0)
  } finally {
    mover.release()
  }
})
