import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>
beforeAll(async () => {
  app = await startTestApp({ at: '2026-06-01T16:00:00Z' })
  make = factories(app.ctx)
})
afterAll(() => app.close())

test('deletes the names in reservations four hours after tee-off', async () => {
  const group = await make.group()
  const owner = app.phone(group.owner.session)
  for (const [date, isCancelled] of [
    ['2026-06-03', true],
    ['2026-06-03', false],
    ['2026-06-04', false],
  ] as const) {
    const { id } = await make.teeTime(group, { date })
    const held = await owner.post(`/api/tee-times/${id}/holds`, {
      name: isCancelled ? 'Cid' : 'Dave',
      date,
      time: '08:12',
    })
    expect(held.status).toBe(201)
    if (isCancelled) await owner.delete(`/api/tee-times/${id}`)
  }
  const listKept = async () => {
    await app.ctx.db.execute(`select graphile_worker.add_job('archive_tee_times')`)
    await app.runJobs()
    const { rows } = await app.ctx.db.execute<{ name: string; date: string }>(
      `select s.name, t.date from spots s join tee_times t on t.id = s.tee_time_id
       where s.status = 'reservation' order by s.claim_id`,
    )
    return rows.map(({ name, date }) => `${name} ${date}`)
  }
  app.clock.moveTo('2026-06-03T18:11:59Z')
  expect(await listKept()).toEqual(['Cid 2026-06-03', 'Dave 2026-06-03', 'Dave 2026-06-04'])
  app.clock.moveTo('2026-06-03T18:12:00Z')
  expect(await listKept()).toEqual(['Dave 2026-06-04'])
})
