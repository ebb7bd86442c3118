import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
  app.clock.moveTo('2026-06-01T16:00:00Z')
})
afterAll(() => app.close())

test("suggests the member's own courses, then the group's, latest post first", async () => {
  const group = await make.group()
  const me = await make.member(group)
  const elsewhere = await make.group()
  await make.member(elsewhere, { golfer: me })
  const post = async (course: string, options: object, to = group) => {
    app.clock.moveTo(new Date(app.ctx.clock.now().getTime() + 60_000).toISOString())
    return make.teeTime(to, { course, date: '2026-06-06', ...options })
  }
  await post('Inglewood', { time: '07:30' })
  await post('Lakeview', { time: '08:12', creator: me })
  await post('LAKE VIEW', { time: '10:00' })
  await post('lakeview ', { time: '16:30' })
  await post('Priddis Greens', { time: '09:00', players: [me] }, elsewhere)
  await post('Private Links', {}, elsewhere)
  const { id } = await post('Canceled Hills', {})
  await app.phone(group.owner.session).delete(`/api/tee-times/${id}`, {})

  const { status, body } = await app.phone(me.session).get(`/api/groups/${group.id}/courses`)
  expect(status).toBe(200)
  expect(body).toEqual([
    { course: 'Priddis Greens', time: '09:00' },
    { course: 'Lakeview', time: '08:12' },
    { course: 'LAKE VIEW', time: '10:00' },
    { course: 'Inglewood', time: '07:30' },
  ])

  app.clock.moveTo('2027-06-08T16:00:00Z')
  const later = await app.phone(await make.signIn(me.id)).get(`/api/groups/${group.id}/courses`)
  expect(later.body).toEqual([])
})
