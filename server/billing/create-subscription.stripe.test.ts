import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  PUBLISHABLE_KEY,
  type StripeMode,
  type StripeStandIn,
  startStripe,
} from '../providers/payments/testing/stripe-stand-in.ts'
import { factories, type TestGroup } from '../system-tests/testing/factories.ts'
import type { ApiResponse } from '../system-tests/testing/phone.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

// These tests run two servers on one database, with a fake Stripe that refuses an idempotency key while it
// handles a request with the same key.

const START = '2026-06-01T16:00:00Z'

let stripe: StripeStandIn
let firstApp: TestApp
let secondApp: TestApp
let group: TestGroup

beforeAll(async () => {
  stripe = await startStripe(() => new Date(START))
  firstApp = await startTestApp({ at: START, env: stripe.env })
  secondApp = await startTestApp({ at: START, env: stripe.env, databaseUrl: firstApp.databaseUrl })
})
afterAll(async () => {
  await secondApp.close()
  await firstApp.close()
  await stripe.close()
})
beforeEach(async () => {
  group = await factories(firstApp.ctx).group({ expiryDate: new Date('2026-06-04T16:00:00Z') })
})
afterEach(() => {
  stripe.mode = 'ok'
})

const startPayment = (app = firstApp): Promise<ApiResponse> =>
  app.phone(group.owner.session).post('/api/create-subscription', { groupId: group.id })

const secretOf = ({ body }: ApiResponse) => (body as { clientSecret?: string }).clientSecret

function readStripeState() {
  const customers = [...stripe.account.customers.values()].filter(
    ({ email }) => email === group.owner.email,
  )
  const ids = new Set(customers.map(({ id }) => id))
  const subscriptions = [...stripe.account.subscriptions.values()].filter(({ customer }) =>
    ids.has(typeof customer === 'string' ? customer : customer.id),
  )
  return { customers: customers.length, subscriptions: subscriptions.map(({ status }) => status) }
}

test('returns the secret and the publishable key of the form', async () => {
  expect(await startPayment()).toMatchObject({
    status: 200,
    body: {
      clientSecret: expect.any(String),
      form: { kind: 'stripe', publishableKey: PUBLISHABLE_KEY },
    },
  })
})

test.each<StripeMode>(['ok', 600])(
  'makes one payment for 50 simultaneous requests while Stripe is %s',
  { tags: 'thorough' },
  async (mode) => {
    stripe.mode = mode
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => startPayment(n % 2 === 0 ? firstApp : secondApp)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(secretOf)).size).toBe(1)
    expect(readStripeState()).toEqual({ customers: 1, subscriptions: ['incomplete'] })
  },
)

describe.each<StripeMode>(['hang', 'broken', 'drop-before', 'drop-after', 'hang-after'])(
  'Stripe in mode %s',
  (mode) => {
    test('charges nothing, and the next try starts the single payment', {
      tags: 'thorough',
    }, async () => {
      stripe.mode = mode
      const failed = await startPayment()
      expect(failed).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
      expect(failed.text).toContain("You weren't charged")
      stripe.mode = 'ok'
      expect((await startPayment(secondApp)).status).toBe(200)
      expect(readStripeState()).toEqual({ customers: 1, subscriptions: ['incomplete'] })
    })
  },
)
