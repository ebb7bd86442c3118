import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

test('refuses the change if the password is reset in the meantime', async () => {
  const golfer = await make.golfer({ password: 'fairway' })
  const resetConnection = await app.ctx.db.$client.connect()
  await resetConnection.query('begin')
  await resetConnection.query(
    `update golfers set password = 'of the reset' where id = ${golfer.id}`,
  )
  // The change first checks the current password, which is still right. Then it waits for the row.
  const changing = app.phone(golfer.session).post('/api/auth/change-password', {
    currentPassword: 'fairway',
    newPassword: 'greenside',
    confirmPassword: 'greenside',
  })
  const lockWaitsQuery = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await app.ctx.db.execute(lockWaitsQuery)).rows).toHaveLength(1)
  await resetConnection.query(`delete from sessions where golfer_id = ${golfer.id}`)
  await resetConnection.query('commit')
  resetConnection.release()
  expect(await changing).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } })
  const { rows } = await app.ctx.db.execute(`select password from golfers where id = ${golfer.id}`)
  expect(rows).toEqual([{ password: 'of the reset' }])
})
