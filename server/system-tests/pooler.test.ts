// @module-tag thorough
// What is different when requests go through a pooler: see tools/test-on-server.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { POOL_SIZE } from '../platform/database/database.ts'
import { factories } from './testing/factories.ts'
import { isPooled, requestsUrl } from './testing/pooler.ts'
import { startAndFail } from './testing/server-process.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

describe.runIf(isPooled)('through a pooler', () => {
  let it: TestApp

  beforeAll(async () => {
    it = await startTestApp()
  })
  afterAll(() => it.close())

  /** Starts transactions that keep their sessions for some seconds. */
  const occupy = (amount: number, seconds: number) =>
    Array.from({ length: amount }, () =>
      it.ctx.db.transaction(async (tx) => {
        const { rows } = await tx.execute<{ pid: number }>(
          sql`select pg_backend_pid() as pid from pg_sleep(${seconds})`,
        )
        return rows[0]?.pid
      }),
    )

  test('shares fewer sessions than it has connections', async () => {
    const pids = await Promise.all(occupy(POOL_SIZE, 0.2))
    expect(pids).toHaveLength(POOL_SIZE)
    expect(new Set(pids).size).toBeLessThan(POOL_SIZE)
  })

  test('answers 503 and changes nothing when no session gets free in time, and recovers', async () => {
    const make = factories(it.ctx)
    const group = await make.group()
    const member = await make.member(group)
    const { id } = await make.teeTime(group)
    const claim = () => it.phone(member.session).post(`/api/tee-times/${id}/claim`, {})
    const occupied = Promise.allSettled(occupy(POOL_SIZE - 1, 6.5))
    await sleep(300)
    expect(await claim()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    await occupied
    expect(await claim()).toMatchObject({ status: 200, body: { version: 2 } })
  })

  test('makes the settings of a session that replaces another', async () => {
    await it.ctx.db.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {})
    const settings = await Promise.all(
      Array.from({ length: POOL_SIZE }, () =>
        it.ctx.db.execute(
          sql`select current_setting('statement_timeout') as value from pg_sleep(0.1)`,
        ),
      ),
    )
    expect(new Set(settings.map(({ rows }) => rows[0]?.['value']))).toEqual(new Set(['7s']))
  })

  test('does not start without a way around the pooler, and says so', async () => {
    const url = requestsUrl(it.databaseUrl)
    const { output } = await startAndFail({ DATABASE_URL: url, DATABASE_DIRECT_URL: url })
    expect(output).toMatch(/DATABASE_DIRECT_URL: .*startup parameter.* and point to PostgreSQL\n$/)
  })

  test('does not start when the two URLs lead to different databases', async () => {
    const other = await startTestApp()
    const { code, output } = await startAndFail({
      DATABASE_URL: requestsUrl(it.databaseUrl),
      DATABASE_DIRECT_URL: other.databaseUrl,
    })
    await other.close()
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(/^Fourball cannot start\. DATABASE_DIRECT_URL: [^\n]*\n$/),
    })
  })
})
