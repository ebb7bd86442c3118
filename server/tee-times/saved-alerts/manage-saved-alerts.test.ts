import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MAX_SAVED_ALERTS, type SavedAlert } from '../../../contract/saved-alerts.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let bob: TestGolfer

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())
beforeEach(async () => {
  group = await make.group()
  bob = await make.member(group)
})

const path = (more = '') => `/api/groups/${group.id}/my-wishes${more}`
const saveAlert = (form: object, { session } = bob) => app.phone(session).post(path(), form)
const listMine = async ({ session } = bob) =>
  (await app.phone(session).get(path())).body as SavedAlert[]

test('shows a saved alert only to its golfer, and saves an identical one only once', async () => {
  const { status, body } = await saveAlert({ days: [7, 6], notAfter: '10:00', course: ' ' })
  expect(status).toBe(201)
  expect(body).toEqual([
    { id: expect.any(Number), days: [6, 7], notBefore: null, notAfter: '10:00', course: null },
  ])
  await saveAlert({ days: [6, 7], notAfter: '10:00' })
  expect(await listMine()).toEqual(body)
  expect(await listMine(group.owner)).toEqual([])
})

test.each([
  [{ days: [] }, 'days'],
  [{ days: [0] }, 'days'],
  [{ days: [6, 6] }, 'days'],
  [{ days: [6], notBefore: '10:00', notAfter: '09:59' }, 'notAfter'],
  [{ days: [6], notBefore: '25:00' }, 'notBefore'],
  [{ days: [6], course: 'x'.repeat(61) }, 'course'],
])('refuses %j', async (form, field) => {
  const { status, body } = await saveAlert(form)
  expect(status).toBe(400)
  expect(Object.keys((body as { fields: object }).fields)[0]).toMatch(field)
})

test('allows five, even with simultaneous requests, and one more after one is deleted', async () => {
  await Promise.all([1, 2, 3, 4, 5, 6, 7].map((day) => saveAlert({ days: [day] })))
  const savedAlerts = await listMine()
  expect(savedAlerts).toHaveLength(MAX_SAVED_ALERTS)
  expect((await saveAlert({ days: [1, 2] })).body).toMatchObject({ code: 'TOO_MANY' })
  const deleteFirst = (session: string) => app.phone(session).delete(path(`/${savedAlerts[0]?.id}`))
  expect((await deleteFirst(group.owner.session)).status).toBe(200)
  expect(await listMine()).toHaveLength(MAX_SAVED_ALERTS)
  expect((await deleteFirst(bob.session)).body).toHaveLength(MAX_SAVED_ALERTS - 1)
  expect((await deleteFirst(bob.session)).status).toBe(200)
  expect((await saveAlert({ days: [1, 2] })).status).toBe(201)
})

test("includes saved alerts in the golfer's data, and deletes them when the golfer leaves the group", async () => {
  await saveAlert({ days: [6], course: 'Links' })
  expect((await app.phone(bob.session).get('/api/my-data')).body).toMatchObject({
    savedAlerts: [{ days: [6], course: 'Links' }],
  })
  await app.phone(bob.session).post(`/api/groups/${group.id}/leave`)
  await make.member(group, { golfer: bob })
  expect(await listMine()).toEqual([])
})
