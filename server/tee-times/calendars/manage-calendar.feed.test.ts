import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MyCalendarLink, NewCalendarLink } from '../../../contract/calendars.ts'
import type { MyData } from '../../../contract/golfers.ts'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>

beforeAll(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: 'https://golf.example' } })
  make = factories(app.ctx)
})
afterAll(() => app.close())

const PATH = '/api/my-calendar'

async function createGolfer() {
  const golfer = await make.golfer()
  const phone = app.phone(golfer.session)
  return {
    golfer,
    phone,
    readCreatedAt: async () => ((await phone.get(PATH)).body as MyCalendarLink).createdAt,
    createLink: async (replaces?: string | null) => {
      const answer = await phone.post(PATH, { replaces })
      expect(answer.status).toBe(201)
      return answer.body as NewCalendarLink
    },
  }
}

test('shows a calendar link once and stores only its hash', async () => {
  const { golfer, phone, createLink, readCreatedAt } = await createGolfer()
  expect(await readCreatedAt()).toBeNull()
  const { address, createdAt } = await createLink(null)
  expect(address).toMatch(/^https:\/\/golf\.example\/calendar\/[\w-]{43}\.ics$/)
  expect(await readCreatedAt()).toBe(createdAt)
  const token = address.slice(-47, -4)
  const { rows } = await app.ctx.db.execute(
    `select * from calendar_feeds where golfer_id = ${golfer.id}`,
  )
  expect(JSON.stringify(rows)).not.toContain(token)
  expect((await phone.get(PATH)).text).not.toContain(token)
  expect((await phone.get('/api/my-data')).text).not.toContain(token)
})

test('does not replace a link that was created after the tab loaded', async () => {
  const { phone, createLink, readCreatedAt } = await createGolfer()
  const first = await createLink(null)
  const refused = await phone.post(PATH, { replaces: null })
  expect(refused).toMatchObject({ status: 409, body: { code: 'OUT_OF_DATE' } })
  expect(await readCreatedAt()).toBe(first.createdAt)
  app.clock.moveBy(1_000)
  const second = await createLink(first.createdAt)
  expect((await phone.post(PATH, { replaces: first.createdAt })).status).toBe(409)
  expect(await readCreatedAt()).toBe(second.createdAt)
})

test('creates one link for two simultaneous taps, and refuses the second tap', async () => {
  const { phone } = await createGolfer()
  const answers = await Promise.all([1, 2].map(() => phone.post(PATH, { replaces: null })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('replaces any current link when the request does not say which', async () => {
  const { phone } = await createGolfer()
  for (const body of [undefined, {}]) expect((await phone.post(PATH, body)).status).toBe(201)
})

test('revokes the link immediately, and does nothing if repeated', async () => {
  const { phone, createLink, readCreatedAt } = await createGolfer()
  const { address } = await createLink()
  for (let time = 0; time < 2; time += 1) expect((await phone.delete(PATH)).status).toBe(200)
  expect(await readCreatedAt()).toBeNull()
  expect((await app.phone().get(new URL(address).pathname)).status).toBe(404)
})

test('includes the calendar link in my data', async () => {
  const { phone, createLink } = await createGolfer()
  const readExportedCalendar = async () =>
    ((await phone.get('/api/my-data')).body as MyData).calendar
  expect(await readExportedCalendar()).toEqual({ createdAt: null })
  const { createdAt } = await createLink()
  expect(await readExportedCalendar()).toEqual({ createdAt })
})
