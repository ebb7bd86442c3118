// @module-tag thorough
// Runs only with a pooler. See tools/test-on-server.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { POOL_SIZE } from '../platform/database/database.ts'
import { factories } from './testing/factories.ts'
import { isPooled, requestsUrl } from './testing/pooler.ts'
import { startAndFail } from './testing/server-process.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

describe.runIf(isPooled)('through a pooler', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  const occupy = (count: number, seconds: number) =>
    Array.from({ length: count }, () =>
      app.ctx.db.transaction(async (tx) => {
        const { rows } = await tx.execute<{ pid: number }>(
          sql`select pg_backend_pid() as pid from pg_sleep(${seconds})`,
        )
        return rows[0]?.pid
      }),
    )

  test('uses fewer sessions than it has connections', async () => {
    const pids = await Promise.all(occupy(POOL_SIZE, 0.2))
    expect(pids).toHaveLength(POOL_SIZE)
    expect(new Set(pids).size).toBeLessThan(POOL_SIZE)
  })

  test('returns 503 and changes nothing if no session becomes free in time, then recovers', async () => {
    const make = factories(app.ctx)
    const group = await make.group()
    const member = await make.member(group)
    const { id } = await make.teeTime(group)
    const claim = () => app.phone(member.session).post(`/api/tee-times/${id}/claim`, {})
    const occupied = Promise.allSettled(occupy(POOL_SIZE - 1, 6.5))
    await sleep(300)
    expect(await claim()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    await occupied
    expect(await claim()).toMatchObject({ status: 200, body: { version: 2 } })
  })

  test('has the session settings in a session that replaces another', async () => {
    await app.ctx.db.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {})
    const settings = await Promise.all(
      Array.from({ length: POOL_SIZE }, () =>
        app.ctx.db.execute(
          sql`select current_setting('statement_timeout') as value from pg_sleep(0.1)`,
        ),
      ),
    )
    expect(new Set(settings.map(({ rows }) => rows[0]?.['value']))).toEqual(new Set(['7s']))
  })

  test('does not start if DATABASE_DIRECT_URL points to the pooler, and says so', async () => {
    const url = requestsUrl(app.databaseUrl)
    const { output } = await startAndFail({ DATABASE_URL: url, DATABASE_DIRECT_URL: url })
    expect(output).toMatch(/DATABASE_DIRECT_URL: .*startup parameter.* and point to PostgreSQL\n$/)
  })

  test('does not start if the two URLs point to different databases', async () => {
    const other = await startTestApp()
    const { code, output } = await startAndFail({
      DATABASE_URL: requestsUrl(app.databaseUrl),
      DATABASE_DIRECT_URL: other.databaseUrl,
    })
    await other.close()
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^Fourball cannot start\. DATABASE_DIRECT_URL: [^\n]*\n$/),
    })
  })
})
