import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { factories, type TestGroup } from '../system-tests/testing/factories.ts'
import { paymentHelpers } from '../system-tests/testing/paying.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

const START = '2020-06-01T16:00:00Z'

let app: TestApp
let make: ReturnType<typeof factories>
let money: ReturnType<typeof paymentHelpers>
let group: TestGroup

beforeAll(async () => {
  app = await startTestApp({ at: START, env: { PUBLIC_URL: 'https://golf.example' } })
  make = factories(app.ctx)
  money = paymentHelpers(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  group = await make.group({ expiryDate: new Date('2020-06-04T16:00:00Z') })
})

const openPortal = () =>
  app.phone(group.owner.session).post(`/api/groups/${group.id}/billing-portal`)

test('opens the portal for the payer, with a link back to the profile', async () => {
  await money.paid(group)
  const answer = await openPortal()
  expect(answer.status).toBe(200)
  const page = await money.openPortal(group)
  expect((await app.phone().get(`/api/sandbox/portals/${page}`)).body).toMatchObject({
    email: group.owner.email,
    returnUrl: `https://golf.example/${group.slug}/profile`,
  })
})

test('refuses to open the portal before the first payment and after the end', async () => {
  const nothingToManage = { status: 409, body: { code: 'NOTHING_TO_MANAGE' } }
  expect(await openPortal()).toMatchObject(nothingToManage)
  await money.begin(group)
  expect(await openPortal()).toMatchObject(nothingToManage)
  expect(await money.read(group)).toEqual({
    state: 'trial',
    paidUntil: '2020-06-04T16:00:00.000Z',
    nextPaymentAt: null,
    canManage: false,
    canPay: true,
  })
  await money.paid(group)
  expect(await money.read(group)).toEqual({
    state: 'active',
    paidUntil: '2020-12-04T16:00:00.000Z',
    nextPaymentAt: '2020-12-04T16:00:00.000Z',
    canManage: true,
    canPay: true,
  })
  await money.changeInPortal(group, 'refund')
  await app.runJobs()
  expect(await openPortal()).toMatchObject(nothingToManage)
})
