// @module-tag thorough
import { expect, test } from 'vitest'
import type { Season } from '../../contract/rounds.ts'
import type { TeeTime } from '../../contract/tee-times.ts'
import { DEMO_GOLFERS, DEMO_TEE_TIMES } from '../../tools/demo/demo-group.ts'
import { DEMO_PASSWORD, DEMO_SLUG, seedDemo } from '../../tools/demo/seed-demo.ts'
import { startTestApp } from '../system-tests/testing/test-app.ts'

test.each([
  ['in the middle of a season', '2026-07-15T16:00:00Z', [2026, 2025]],
  ['in winter, after the season', '2027-02-15T17:00:00Z', [2026]],
])('fills the demo with a season of rounds when started %s', async (_, at, years) => {
  const app = await startTestApp({ at })
  try {
    await seedDemo(app.ctx)
    await app.runJobs()
    const login = { email: DEMO_GOLFERS[0].email, password: DEMO_PASSWORD }
    const { sessionId } = (await app.phone().post('/api/auth/login', login)).body as {
      sessionId: string
    }
    const read = async (path: string) => (await app.phone(sessionId).get(path)).body
    const seasonOf = async (query = '') =>
      (await read(`/api/groups/slug/${DEMO_SLUG}/season${query}`)) as Season
    const season = await seasonOf()
    expect(season.years).toEqual(years)
    expect(season.rounds).toBeGreaterThan(20)
    expect(season.courses.length).toBeGreaterThan(5)
    expect(season.golfers).toHaveLength(DEMO_GOLFERS.length)
    expect(await read('/api/my-rounds')).not.toEqual([])
    // Past tee times cause no messages and have no cards.
    const { rows } = await app.ctx.db.execute(
      `select distinct d.event from deliveries d join tee_times t on t.id = any(d.tee_time_ids)
       where t.starts_at <= '${at}'`,
    )
    expect(rows).toEqual([])
    const cards = await read(`/api/groups/slug/${DEMO_SLUG}/tee-times`)
    expect((cards as TeeTime[]).map(({ number }) => number)).toEqual(
      DEMO_TEE_TIMES.map((_, n) => n + 1),
    )
    // Simulates a second start, which must add nothing.
    await seedDemo(app.ctx)
    expect(await seasonOf()).toEqual(season)
  } finally {
    await app.close()
  }
})
