import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { deleteOldRows } from '../groups/store.ts'
import { PaymentsUnavailable } from '../providers/payments/payments.ts'
import { factories, type TestGolfer } from '../system-tests/testing/factories.ts'
import { emailsTo, followLink, tokensTo } from '../system-tests/testing/mailbox.ts'
import { paymentHelpers } from '../system-tests/testing/paying.ts'
import { type ApiResponse, comparableHeaders } from '../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'
import { controlPayments } from './testing/controlled-payments.ts'

const START = '2020-06-01T16:00:00Z'
const HOUR_MS = 3_600_000

let testApp: TestApp
let paymentControls: ReturnType<typeof controlPayments>
let make: ReturnType<typeof factories>
let money: ReturnType<typeof paymentHelpers>
let knownGolfer: TestGolfer

beforeAll(async () => {
  const startedApp = await startTestApp({ at: START, env: { PUBLIC_URL: 'https://golf.example' } })
  if (startedApp.ctx.payments === undefined) throw new Error('The test app has no sandbox')
  testApp = startedApp
  paymentControls = controlPayments(startedApp.ctx.payments)
  make = factories(testApp.ctx)
  money = paymentHelpers(testApp)
})
afterAll(() => testApp.close())
beforeEach(async () => {
  testApp.clock.moveTo(START)
  knownGolfer = await make.golfer({ name: 'Ann Lee', password: 'fairways' })
})
afterEach(() => paymentControls.reset())

let signupCount = 0
function signupForm(given: Record<string, unknown> = {}) {
  signupCount += 1
  return {
    groupName: 'Saturday Stampede',
    slug: `stampede-${signupCount}`,
    adminName: 'Somebody New',
    adminEmail: `new-${signupCount}@club.example`,
    adminPhone: '403-555-0101',
    ...given,
  }
}

type Form = ReturnType<typeof signupForm>

const buy = (signup: Form, app = testApp): Promise<ApiResponse> =>
  app.phone().post('/api/purchase/direct', signup)

const checkoutIdOf = ({ body }: ApiResponse): string =>
  /[^/]+$/.exec((body as { subscriptionUrl?: string }).subscriptionUrl ?? '')?.[0] ?? ''

const payCheckout = (checkoutId: string): Promise<ApiResponse> =>
  testApp.phone().post(`/api/sandbox/checkouts/${checkoutId}/pay`, { card: 'pm_card_visa' })

const groupOf = async ({ slug }: Form) => {
  const [row] = await money.query(
    `select g.id, g.subscription_status as status, g.expiry_date as until, o.email
     from groups g join golfers o on o.id = g.owner_id where g.slug = $1`,
    [slug],
  )
  return row
}

const checkoutOf = async ({ slug }: Form) => {
  const rows = await money.query(
    'select status, group_id, golfer_id from subscriptions where slug = $1 order by id',
    [slug],
  )
  return rows.at(-1)
}

test('with a new address: credits the payment when the link starts the group', async () => {
  const signup = signupForm()
  const answer = await buy(signup)
  expect(answer).toMatchObject({
    status: 200,
    body: {
      message: 'Check your email. Open the link we sent you to start your group.',
      subscriptionUrl: expect.stringMatching(/^https:\/\/golf\.example\//),
    },
  })
  expect(await groupOf(signup)).toBeUndefined()
  const checkoutId = checkoutIdOf(answer)
  expect((await testApp.phone().get(`/api/sandbox/checkouts/${checkoutId}`)).body).toMatchObject({
    email: signup.adminEmail,
    amount: 3_995,
    successUrl: 'https://golf.example/purchase?payment=success',
    cancelUrl: 'https://golf.example/purchase?payment=cancelled',
  })
  expect((await payCheckout(checkoutId)).status).toBe(200)
  await testApp.runJobs()
  expect(await groupOf(signup)).toBeUndefined()
  expect(await checkoutOf(signup)).toMatchObject({ status: 'active', group_id: null })
  expect(await money.query('select not_credited from payments')).toEqual([{ not_credited: null }])
  // The payment sends the link again.
  expect(await tokensTo(testApp, signup.adminEmail)).toHaveLength(2)
  await followLink(testApp, signup.adminEmail)
  // The trial lasts thirty days, and the payment adds six months.
  expect(await groupOf(signup)).toMatchObject({
    status: 'active',
    until: new Date('2021-01-01T16:00:00Z'),
    email: signup.adminEmail,
  })
  expect((await emailsTo(testApp, signup.adminEmail)).at(-1)?.subject).toBe(
    'Payment received for Saturday Stampede',
  )
  // The next payment is due on that date.
  await testApp.runJobs()
  const slug = String(signup.slug)
  const rows = await money.query('select period_end from subscriptions where slug = $1', [slug])
  expect(rows).toEqual([{ period_end: new Date('2021-01-01T16:00:00Z') }])
})

test('with a new address: keeps a paid signup for more than seven days and never refunds it', async () => {
  const signup = signupForm()
  await payCheckout(checkoutIdOf(await buy(signup)))
  await testApp.runJobs()
  testApp.clock.moveBy(40 * 24 * HOUR_MS)
  await deleteOldRows(testApp.ctx)
  expect(await buy(signupForm({ slug: signup.slug }))).toMatchObject({
    body: { code: 'SLUG_TAKEN' },
  })
  // The earlier links have expired; a new one can be requested.
  await testApp.phone().post('/api/auth/forgot-password', { email: signup.adminEmail })
  await followLink(testApp, signup.adminEmail)
  expect(await groupOf(signup)).toMatchObject({ status: 'active', email: signup.adminEmail })
  expect(await checkoutOf(signup)).toMatchObject({ status: 'active', group_id: expect.any(Number) })
})

test('with a known address: starts the group when it is paid', async () => {
  const signup = signupForm({ adminEmail: knownGolfer.email })
  const answer = await buy(signup)
  expect(await groupOf(signup)).toBeUndefined()
  expect(await checkoutOf(signup)).toMatchObject({ group_id: null, golfer_id: null })
  await payCheckout(checkoutIdOf(answer))
  await testApp.runJobs()
  expect(await groupOf(signup)).toMatchObject({ status: 'active', email: knownGolfer.email })
  expect(await checkoutOf(signup)).toMatchObject({ golfer_id: knownGolfer.id })
  // Anyone can type the account's address, so the account does not get the payer's customer id.
  expect(
    await money.query('select stripe_customer_id as id from golfers where id = $1', [
      knownGolfer.id,
    ]),
  ).toEqual([{ id: null }])
})

test('returns the same response for new and known addresses, except for the page URL', async () => {
  const [newAnswer, knownAnswer] = [
    await buy(signupForm()),
    await buy(signupForm({ adminEmail: knownGolfer.email })),
  ]
  const withoutPage = ({ text, status, headers }: ApiResponse) => ({
    status,
    text: text.replace(/\/[^/"]+"/, '/page"'),
    headers: comparableHeaders(headers),
  })
  expect(withoutPage(knownAnswer)).toEqual(withoutPage(newAnswer))
})

test('applies the payment to the group if its link was opened first', async () => {
  const signup = signupForm({ adminEmail: knownGolfer.email })
  const checkoutId = checkoutIdOf(await buy(signup))
  const [token] = await tokensTo(testApp, knownGolfer.email)
  expect((await testApp.phone().post(`/api/auth/welcome/${token}`, {})).status).toBe(200)
  const group = await groupOf(signup)
  expect(group).toMatchObject({ status: null })
  expect(await checkoutOf(signup)).toMatchObject({ group_id: group?.id })
  await payCheckout(checkoutId)
  await testApp.runJobs()
  expect(await groupOf(signup)).toMatchObject({ id: group?.id, status: 'active' })
})

test('keeps a paid signup, and its link, if its group cannot start', async () => {
  const signup = signupForm({ adminEmail: knownGolfer.email })
  const checkoutId = checkoutIdOf(await buy(signup))
  // The app reserves the slug for the signup, so only a change in the database can take it.
  const { id } = await make.group()
  await money.query('update groups set slug = $1 where id = $2', [signup.slug, id])
  await payCheckout(checkoutId)
  await testApp.runJobs()
  const signupsWithLinks = await money.query(
    'select s.email from signups s join welcome_links l on l.signup_id = s.id where s.slug = $1',
    [signup.slug],
  )
  expect(signupsWithLinks).toContainEqual({ email: knownGolfer.email })
})

test('keeps the signup when the provider is unavailable, so it can be paid later', async () => {
  const appWithFailingProvider = await startTestApp({
    at: START,
    databaseUrl: testApp.databaseUrl,
    payments: paymentControls.payments,
  })
  try {
    paymentControls.runBefore(async () => {
      throw new PaymentsUnavailable('503')
    })
    const signup = signupForm()
    const answer = await buy(signup, appWithFailingProvider)
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body).not.toHaveProperty('subscriptionUrl')
    expect(await checkoutOf(signup)).toMatchObject({ status: 'abandoned' })
    expect((await money.begin(await startGroupByLink(signup))).status).toBe(200)
  } finally {
    await appWithFailingProvider.close()
  }
})

test('starts a trial when payments are not configured', async () => {
  const appWithoutPayments = await startTestApp({
    at: START,
    databaseUrl: testApp.databaseUrl,
    payments: undefined,
  })
  try {
    expect((await buy(signupForm(), appWithoutPayments)).body).toEqual({
      message: 'Check your email. Open the link we sent you to start your group.',
    })
  } finally {
    await appWithoutPayments.close()
  }
})

test('continues a purchase whose response was lost, but only for a visitor who has its key', async () => {
  const signup = signupForm()
  const buyWithKey = (key: string) =>
    testApp.phone().send('/api/purchase/direct', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(signup),
    })
  const key = randomUUID()
  const lost = await buyWithKey(key)
  const retried = await buyWithKey(key)
  expect(retried).toMatchObject({ status: 200, body: { subscriptionUrl: expect.any(String) } })
  expect(checkoutIdOf(retried)).not.toBe(checkoutIdOf(lost))
  expect(await buyWithKey(randomUUID())).toMatchObject({ body: { code: 'SLUG_TAKEN' } })
  expect(await tokensTo(testApp, signup.adminEmail)).toHaveLength(1)
  await payCheckout(checkoutIdOf(retried))
  await testApp.runJobs()
  await followLink(testApp, signup.adminEmail)
  expect(await groupOf(signup)).toMatchObject({ status: 'active' })
})

async function startGroupByLink(signup: Form) {
  await followLink(testApp, signup.adminEmail)
  const [row] = await money.query('select id, owner_id from groups where slug = $1', [signup.slug])
  return {
    id: row?.id as number,
    owner: { ...knownGolfer, id: row?.owner_id, session: await make.signIn(row?.owner_id) },
  }
}

test('closes the checkout page when the owner starts paying in the group', async () => {
  const signup = signupForm()
  const checkoutId = checkoutIdOf(await buy(signup))
  const group = await startGroupByLink(signup)
  expect((await money.begin(group)).status).toBe(200)
  expect((await payCheckout(checkoutId)).status).toBe(409)
  await testApp.runJobs()
  expect(await groupOf(signup)).toMatchObject({ status: null })
})

test('reports a payment on the checkout page as processing until its event arrives', async () => {
  const signup = signupForm()
  const checkoutId = checkoutIdOf(await buy(signup))
  const group = await startGroupByLink(signup)
  await payCheckout(checkoutId)
  expect(await money.begin(group)).toMatchObject({ body: { code: 'PAYMENT_PROCESSING' } })
  await testApp.runJobs()
  expect(await money.begin(group)).toMatchObject({ body: { code: 'ALREADY_SUBSCRIBED' } })
})

test('lets the owner pay in the group later if nobody paid on the checkout page', async () => {
  const signup = signupForm()
  await buy(signup)
  const group = await startGroupByLink(signup)
  testApp.clock.moveBy(24 * HOUR_MS)
  expect((await money.begin(group)).status).toBe(200)
})

test('keeps a signup while its payment is being confirmed', async () => {
  const paid = signupForm({ adminEmail: knownGolfer.email })
  const checkoutId = checkoutIdOf(await buy(paid))
  const unpaid = signupForm({ adminEmail: knownGolfer.email })
  await testApp.phone().post('/api/trial/signup', unpaid)
  await payCheckout(checkoutId)
  testApp.clock.moveBy(8 * 24 * HOUR_MS)
  await deleteOldRows(testApp.ctx)
  const keptSignups = await money.query('select slug from signups where email = $1', [
    knownGolfer.email,
  ])
  expect(keptSignups).toEqual([{ slug: paid.slug }])
  const checkSlug = async ({ slug }: Form) =>
    (await testApp.phone().get(`/api/groups/slug/${slug}/check`)).body
  expect(await checkSlug(paid)).toEqual({ available: false })
  expect(await checkSlug(unpaid)).toEqual({ available: true })
  expect(await buy(signupForm({ slug: paid.slug }))).toMatchObject({ body: { code: 'SLUG_TAKEN' } })
  expect((await buy(signupForm({ slug: unpaid.slug }))).status).toBe(200)
  await testApp.runJobs()
  expect(await groupOf(paid)).toMatchObject({ status: 'active', email: knownGolfer.email })
})

test('opens a group through the link if its payment has already started it', async () => {
  const signup = signupForm({ adminEmail: knownGolfer.email })
  const checkoutId = checkoutIdOf(await buy(signup))
  const [token] = await tokensTo(testApp, knownGolfer.email)
  await payCheckout(checkoutId)
  await testApp.runJobs()
  const path = `/api/auth/welcome/${token}`
  expect((await testApp.phone().get(path)).body).toMatchObject({
    purpose: 'open-group',
    groupName: signup.groupName,
  })
  const openAnswer = await testApp.phone().post(path, {})
  expect(openAnswer).toMatchObject({ status: 200, body: { slug: signup.slug } })
  const { sessionId } = openAnswer.body as { sessionId: string }
  expect((await testApp.phone(sessionId).get(`/api/groups/slug/${signup.slug}`)).status).toBe(200)
  // The link works once, and the password is unchanged.
  expect((await testApp.phone().get(path)).status).toBe(404)
  const login = { email: knownGolfer.email, password: 'fairways' }
  expect((await testApp.phone().post('/api/auth/login', login)).status).toBe(200)
})
