import type { Page } from '@playwright/test'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { readSandboxCheckout, readSandboxPortal } from '../../../contract/sandbox.ts'
import { type Scene, waitForHeading } from '../scene.ts'

const LONG_EMAIL = `${'wolfeschlegelsteinhausenbergerdorff'.repeat(2).slice(0, 64)}@club.example`
const LONG_DESCRIPTION = 'Fourball for The Honourable Company of Early Risers and Walkers, 6 months'

type Bill = ResponseOf<typeof readSandboxCheckout>
type PortalContent = ResponseOf<typeof readSandboxPortal>

const BILL: Bill = {
  status: 'open',
  email: 'robin.hale@club.example',
  amount: 3_995,
  description: 'Fourball for Sunrise Walkers, 6 months',
  successUrl: '/purchase?payment=success',
  cancelUrl: '/purchase?payment=cancelled',
}

const PORTAL_CONTENT: PortalContent = {
  email: 'robin.hale@club.example',
  returnUrl: '/',
  card: 'pm_card_visa',
  subscriptions: [
    {
      id: 'sub_one',
      description: 'Fourball for Sunrise Walkers',
      status: 'active',
      amount: 3_995,
      periodStart: '2026-05-30T16:00:00Z',
      periodEnd: '2026-11-30T16:00:00Z',
      cancelAtPeriodEnd: false,
    },
    {
      id: 'sub_two',
      description: LONG_DESCRIPTION,
      status: 'active',
      amount: 3_995,
      periodStart: '2026-03-12T16:00:00Z',
      periodEnd: '2026-09-12T16:00:00Z',
      cancelAtPeriodEnd: true,
    },
    {
      id: 'sub_three',
      description: 'Fourball for Friday Foursome',
      status: 'past_due',
      amount: 3_995,
      periodStart: '2026-05-12T16:00:00Z',
      periodEnd: '2026-11-12T16:00:00Z',
      cancelAtPeriodEnd: false,
    },
  ],
  invoices: [
    { id: 'in_3', createdAt: '2026-05-30T16:00:00Z', amount: 3_995, status: 'paid' },
    { id: 'in_2', createdAt: '2026-05-12T16:00:00Z', amount: 3_995, status: 'open' },
    { id: 'in_1', createdAt: '2025-11-30T16:00:00Z', amount: 3_995, status: 'refunded' },
  ],
}

const checkoutWith = (change: Partial<Bill> = {}) => ({
  at: '/sandbox/checkout/cs_test',
  before: (page: Page) =>
    page.route('**/api/sandbox/checkouts/cs_test', (route) =>
      route.fulfill({ json: { ...BILL, ...change } }),
    ),
})

const portalWith = (change: Partial<PortalContent> = {}) => ({
  at: '/sandbox/portal/bps_test',
  before: (page: Page) =>
    page.route('**/api/sandbox/portals/bps_test', (route) =>
      route.fulfill({ json: { ...PORTAL_CONTENT, ...change } }),
    ),
})

export const sandboxScenes: readonly Scene[] = [
  {
    name: 'sandbox-checkout',
    ...checkoutWith({ email: LONG_EMAIL, description: LONG_DESCRIPTION }),
    arrive: (page) => page.getByRole('button', { name: 'Pay $39.95' }).waitFor(),
  },
  {
    name: 'sandbox-checkout-declined',
    ...checkoutWith(),
    async arrive(page) {
      await page.route('**/cs_test/pay', (route) =>
        route.fulfill({
          status: 409,
          json: { message: 'Your card was declined.', code: 'CARD_DECLINED' },
        }),
      )
      await page.getByText('Test Cards', { exact: true }).click()
      await page.getByRole('button', { name: '4000 0000 0000 0002' }).click()
      await page.getByRole('button', { name: 'Pay $39.95' }).click()
      await page.getByText('Payment Failed', { exact: true }).first().waitFor()
    },
  },
  {
    name: 'sandbox-checkout-expired',
    ...checkoutWith({ status: 'expired' }),
    arrive: waitForHeading('This page has expired'),
  },
  {
    name: 'sandbox-checkout-unknown',
    at: '/sandbox/checkout/nobody',
    arrive: waitForHeading('Page Not Found'),
  },
  {
    name: 'sandbox-portal',
    ...portalWith(),
    async arrive(page) {
      await page.getByText('Test Tools').first().click()
      await page.getByRole('button', { name: 'Dispute' }).first().waitFor()
    },
  },
  {
    name: 'sandbox-portal-empty',
    ...portalWith({ email: LONG_EMAIL, card: null, subscriptions: [], invoices: [] }),
    arrive: (page) => page.getByText('No invoices yet.').waitFor(),
  },
  {
    name: 'sandbox-portal-cancel',
    ...portalWith(),
    async arrive(page) {
      await page.getByRole('button', { name: 'Cancel Subscription' }).first().click()
      await waitForHeading('Cancel this subscription?')(page)
    },
  },
]
