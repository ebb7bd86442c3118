import type Stripe from 'stripe'
import { stripePayments } from '../../providers/payments/stripe.ts'
import {
  PUBLISHABLE_KEY,
  SECRET_KEY,
  startStripe,
  WEBHOOK_SECRET,
} from '../../providers/payments/testing/stripe-stand-in.ts'
import { factories, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp } from '../../system-tests/testing/test-app.ts'
import { WEBHOOK_PATH } from '../routes.ts'
import { expireGroups } from '../update-paid-time.ts'

export const START = '2026-06-01T16:00:00Z'
const DAY_MS = 86_400_000

type Row = Record<string, unknown>

/** Starts the app with a fake Stripe. */
export async function startBillingScene() {
  let now = () => new Date(START)
  const stripe = await startStripe(() => now())
  const payments = stripePayments({
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    priceId: stripe.env.STRIPE_PRICE_ID,
    apiBase: stripe.url,
  })
  const app = await startTestApp({ at: START, payments })
  now = () => app.clock.now()
  const make = factories(app.ctx)
  const query = async <T extends Row = Row>(statement: string, values: unknown[] = []) =>
    (await app.ctx.db.$client.query<T>(statement, values)).rows

  /** Starts a payment through the API. Returns the provider's subscription id. */
  async function startPayment(group: TestGroup): Promise<string> {
    // Sign in again, because the test may have moved the clock past the end of the owner's session.
    const answer = await app
      .phone(await make.signIn(group.owner.id))
      .post('/api/create-subscription', { groupId: group.id })
    if (answer.status !== 200) throw new Error(answer.text)
    const [row] = await query<{ id: string }>(
      'select subscription_id as id from subscriptions where group_id = $1 order by subscriptions.id desc limit 1',
      [group.id],
    )
    return row?.id ?? ''
  }

  async function deliver(events: readonly Stripe.Event[]): Promise<void> {
    for (const answer of await stripe.deliver(app.url + WEBHOOK_PATH, events)) {
      if (answer.status !== 200) throw new Error(await answer.text())
    }
  }

  async function runJobsAndDeliver(): Promise<void> {
    for (let deliveredCount = -1; deliveredCount !== stripe.account.events.length; ) {
      deliveredCount = stripe.account.events.length
      await expireGroups(app.ctx)
      await app.runJobs()
      await deliver(stripe.account.events.slice(deliveredCount))
    }
  }

  const makeTrialGroup = (daysLeft: number) =>
    make.group({ expiryDate: new Date(app.clock.now().getTime() + daysLeft * DAY_MS) })

  async function groupStatus(group: { id: number }) {
    const [row] = await query<{
      until: Date | null
      status: string | null
      renews: boolean
      subscription: string | null
    }>(
      `select expiry_date as until, subscription_status as status, renews,
        stripe_subscription_id as subscription from groups where id = $1`,
      [group.id],
    )
    if (row === undefined) throw new Error('The group is gone')
    return row
  }

  const listNotifications = async (group: { id: number }) =>
    query<{ event: string; golferId: number; data: Row; key: string }>(
      `select event, golfer_id as "golferId", data, key from deliveries
        where group_id = $1 and event in ('paid', 'payment-failed', 'payment-returned', 'subscription-ended')
        order by id`,
      [group.id],
    )

  return {
    app,
    stripe,
    make,
    query,
    startPayment,
    deliver,
    runJobsAndDeliver,
    makeTrialGroup,
    groupStatus,
    listNotifications,
    notificationEvents: async (group: { id: number }) =>
      (await listNotifications(group)).map(({ event }) => event),
    close: async () => {
      await app.close()
      await stripe.close()
    },
  }
}

export type BillingScene = Awaited<ReturnType<typeof startBillingScene>>

export function daysAfter(at: string | Date | number, days: number): Date {
  return new Date(new Date(at).getTime() + days * DAY_MS)
}
