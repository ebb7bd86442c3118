import type { Page, Route } from '@playwright/test'
import type { GroupSubscription } from '../../../contract/billing.ts'
import type { GroupDetail, GroupSummary } from '../../../contract/groups.ts'
import { demoOwner, demoPath, type Scene, waitForHeading, waitForToast } from '../scene.ts'

const DAY_MS = 86_400_000
const PAY_BUTTON_NAME = 'Pay $39.95 for 6 months'
const timestampIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

const waitForPayButton = (page: Page) =>
  page.getByRole('button', { name: PAY_BUTTON_NAME }).waitFor()

const fakePaymentStart = (response: Parameters<Route['fulfill']>[0]) => (page: Page) =>
  page.route('**/create-subscription', (route) => route.fulfill(response))

const fakeStatus =
  (days: number, change: Partial<GroupDetail>, subscription: Partial<GroupSubscription> = {}) =>
  async (page: Page) => {
    await page.route(/\/api\/groups\/slug\/[^/]+$/, async (route) => {
      const response = await route.fetch()
      const group = { ...(await response.json()), expiryDate: timestampIn(days), ...change }
      await route.fulfill({ response, json: group })
    })
    await page.route(/\/api\/groups\/\d+\/subscription$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), ...subscription } })
    })
  }

const fakeRenewing = fakeStatus(
  170,
  { subscriptionStatus: 'active', renews: true },
  { state: 'active', nextPaymentAt: timestampIn(170), canManage: true },
)
const fakePastDue = fakeStatus(
  -2.5,
  { subscriptionStatus: 'past_due', renews: true },
  { state: 'past-due', canManage: true },
)

export const billingScenes: readonly Scene[] = [
  {
    name: 'subscribe',
    isFast: true,
    as: demoOwner,
    at: `${demoPath}/subscribe`,
    arrive: waitForPayButton,
  },
  {
    name: 'subscribe-soon-over',
    as: demoOwner,
    at: '/subscribe',
    before: (page) =>
      page.route('**/api/my-groups', async (route) => {
        const groups = (await (await route.fetch()).json()) as GroupSummary[]
        const expiryDate = timestampIn(4.5)
        await route.fulfill({ json: groups.map((group) => ({ ...group, expiryDate })) })
      }),
    arrive: waitForPayButton,
  },
  {
    name: 'subscribe-refused-card',
    as: demoOwner,
    at: `${demoPath}/subscribe`,
    async arrive(page) {
      await page.getByText('Tap one to fill it in').click()
      await page.getByLabel('Card Number').fill('4111 1111 1111 1111')
      await page.getByRole('button', { name: PAY_BUTTON_NAME }).click()
      await page.getByText('Only test cards work here.').waitFor()
    },
  },
  {
    name: 'subscribe-test-bank',
    as: demoOwner,
    at: `${demoPath}/subscribe`,
    before: (page) =>
      page.route('**/api/sandbox/confirm', (route) =>
        route.fulfill({ json: { outcome: 'requires-action' } }),
      ),
    async arrive(page) {
      await page.getByText('Tap one to fill it in').click()
      await page.getByRole('button', { name: '4000 0025 0000 3155' }).click()
      await page.getByRole('button', { name: PAY_BUTTON_NAME }).click()
      await page.getByRole('dialog', { name: 'Test Bank' }).waitFor()
    },
  },
  {
    name: 'subscribe-declined',
    as: demoOwner,
    at: `${demoPath}/subscribe`,
    async arrive(page) {
      await page.getByText('Tap one to fill it in').click()
      await page.getByRole('button', { name: '4000 0000 0000 0002' }).click()
      await page.getByText('Tap one to fill it in').click()
      await page.getByRole('button', { name: PAY_BUTTON_NAME }).click()
      await waitForToast(page, 'Payment Failed')
    },
  },
  {
    name: 'subscribe-form-blocked',
    as: demoOwner,
    at: `${demoPath}/subscribe`,
    before: fakePaymentStart({
      json: {
        clientSecret: 'pi_1_secret_1',
        form: { kind: 'stripe', publishableKey: 'pk_test_1' },
      },
    }),
    arrive: (page) => page.getByText("The payment form can't be loaded").waitFor(),
  },
  {
    name: 'subscribe-payments-off',
    as: demoOwner,
    at: `${demoPath}/subscribe`,
    before: fakePaymentStart({
      status: 409,
      json: {
        code: 'PAYMENTS_OFF',
        message:
          "We can't take payments right now. Ask the Fourball team to keep your group active.",
      },
    }),
    arrive: (page) => page.getByText("We can't take payments right now").waitFor(),
  },
  {
    name: 'subscribe-confirming',
    as: demoOwner,
    at: `${demoPath}/subscribe`,
    before: fakePaymentStart({
      status: 409,
      json: { code: 'PAYMENT_PROCESSING', message: 'Your payment is being confirmed.' },
    }),
    arrive: (page) => page.getByText('Your payment is being confirmed.').waitFor(),
  },
  {
    name: 'subscribe-loading',
    as: demoOwner,
    at: `${demoPath}/subscribe`,
    before: (page) => page.route(/\/api\/groups\/slug\/[^/]+$/, () => undefined),
    arrive: (page) => page.getByText('Loading subscription').waitFor(),
  },
  {
    name: 'subscribe-failing',
    as: demoOwner,
    at: `${demoPath}/subscribe`,
    before: fakePaymentStart({ status: 503, json: {} }),
    async arrive(page) {
      await waitForToast(page, 'Failed to initialize subscription')
      await page.getByRole('button', { name: 'Try Again' }).waitFor()
    },
  },
  {
    name: 'subscribe-renewing',
    as: demoOwner,
    at: `${demoPath}/subscribe`,
    before: fakeRenewing,
    arrive: (page) => page.getByRole('button', { name: 'Manage' }).waitFor(),
  },
  {
    name: 'subscribe-paid-and-ends',
    as: demoOwner,
    at: `${demoPath}/subscribe`,
    before: fakeStatus(100, { subscriptionStatus: 'active' }),
    async arrive(page) {
      await page.getByText(/^Paid until/).waitFor()
      await waitForPayButton(page)
    },
  },
  {
    name: 'subscribe-past-due',
    as: demoOwner,
    at: `${demoPath}/subscribe`,
    before: fakePastDue,
    async arrive(page) {
      await page.getByText('Payment failed', { exact: true }).waitFor()
      await waitForPayButton(page)
    },
  },
  {
    name: 'subscribe-not-the-owner',
    as: ({ demoMember }) => demoMember,
    at: `${demoPath}/subscribe`,
    arrive: waitForHeading('Only the owner can subscribe'),
  },
  {
    name: 'subscribe-no-end-date',
    as: ({ emptyGroup }) => emptyGroup.owner,
    at: ({ emptyGroup }) => `/${emptyGroup.slug}/subscribe`,
    arrive: waitForHeading('Free Trial Active'),
  },
  {
    name: 'subscribe-no-trial',
    as: ({ golferWithoutGroup }) => golferWithoutGroup,
    at: '/subscribe',
    arrive: waitForHeading('No Trial Group Found'),
  },
  {
    name: 'profile-renewing',
    as: demoOwner,
    at: `${demoPath}/profile`,
    before: fakeRenewing,
    arrive: (page) => page.getByText(/^Next payment/).waitFor(),
  },
  {
    name: 'profile-past-due',
    as: demoOwner,
    at: `${demoPath}/profile`,
    before: fakePastDue,
    arrive: (page) => page.getByText('Payment failed', { exact: true }).waitFor(),
  },
  {
    name: 'tee-times-past-due',
    as: demoOwner,
    at: demoPath,
    before: fakePastDue,
    arrive: (page) => page.getByRole('region', { name: 'Payment failed' }).waitFor(),
  },
]
