import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { archiveEnded } from './store.ts'

const BLOCKED_STATEMENTS = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('does not archive a tee time that a change of the time zone moves at the same time', async () => {
  const { db, clock } = app.ctx
  const make = factories(app.ctx)
  const { id, startsAt } = await make.teeTime(await make.group())
  const mover = await db.$client.connect()
  try {
    await mover.query('begin')
    await mover.query(
      `update tee_times set starts_at = starts_at + interval '1 hour' where id = $1`,
      [id],
    )
    const limits = { latestEndedStart: new Date(startsAt), now: clock.now(), limit: 10 }
    const archiving = archiveEnded(db, 'everybody', limits)
    await expect
      .poll(async () => (await db.$client.query(BLOCKED_STATEMENTS)).rowCount, { timeout: 5_000 })
      .toBe(1)
    await mover.query('commit')
    expect(await archiving).toBe(0)
  } finally {
    mover.release()
  }
})
