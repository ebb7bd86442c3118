import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>
beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

const OFF = { rain: null, wind: null, cold: null }

test('stays off until the owner sets limits, and each change is logged', async () => {
  const group = await make.group()
  const phone = app.phone(group.owner.session)
  const path = `/api/groups/${group.id}/weather-watch`
  expect(await phone.get(path)).toMatchObject({ status: 200, body: OFF })
  const limits = { rain: 60, wind: null, cold: -5 }
  expect(await phone.put(path, limits)).toMatchObject({ status: 200, body: limits })
  expect(await phone.put(path, limits)).toMatchObject({ status: 200, body: limits })
  expect(await phone.get(path)).toMatchObject({ body: limits })
  expect(await phone.put(path, OFF)).toMatchObject({ status: 200, body: OFF })
  const { rows } = await app.ctx.db.execute<{ detail: string }>(
    `select detail from audit_entries where group_id = ${group.id} order by id`,
  )
  expect(rows.map(({ detail }) => detail)).toEqual([
    'weather watch: from off to rain 60%, -5°C',
    'weather watch: from rain 60%, -5°C to off',
  ])
})

test.each([{ rain: 5 }, { rain: 101 }, { wind: 9 }, { cold: -31 }, { cold: 1.5 }])(
  'refuses %j as a limit',
  async (limits) => {
    const group = await make.group()
    const path = `/api/groups/${group.id}/weather-watch`
    const answer = await app.phone(group.owner.session).put(path, { ...OFF, ...limits })
    expect(answer.status).toBe(400)
  },
)
