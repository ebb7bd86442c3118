import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { purgeKeys } from './run-once.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('deletes keys after 24 hours, in batches', async () => {
  const { owner, id } = await factories(app.ctx).group()
  const createLink = () =>
    app.phone(owner.session).send(`/api/groups/${id}/invite-links`, {
      method: 'POST',
      headers: { 'idempotency-key': randomUUID() },
    })
  const keys = async () =>
    (await app.ctx.db.$client.query('select id from idempotency_keys')).rowCount
  expect(await createLink()).toMatchObject({ status: 201 })
  await app.ctx.db.$client.query(
    `insert into idempotency_keys (id, fingerprint, response, created_at)
     select int4send(n), '', '{}', $1 from generate_series(1, 2500) n`,
    [app.clock.now()],
  )
  app.clock.moveBy(3_600_000)
  expect(await createLink()).toMatchObject({ status: 201 })

  app.clock.moveBy(23 * 3_600_000)
  await purgeKeys(app.ctx)
  expect(await keys()).toBe(2502)
  app.clock.moveBy(1)
  await purgeKeys(app.ctx)
  expect(await keys()).toBe(1)
})
