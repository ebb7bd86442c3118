import type { Page } from '@playwright/test'
import { type Scene, waitForHeading } from '../scene.ts'

/** Fills in the form, except the slug, which the app derives from the group's name. */
export async function fillSignup(page: Page, groupName = 'Sunrise Walkers'): Promise<void> {
  await page.getByLabel('Group Name').fill(groupName)
  await page.getByLabel('Your Name').fill('Robin Hale')
  await page.getByLabel('Your Email').fill('robin.hale@club.example')
  await page.getByLabel('Your Phone').fill('403-555-0190')
}

const LONG_TEXTS = {
  name: 'Wolfeschlegelsteinhausenbergerdorffs Golf Society',
  email: `${'wolfeschlegelsteinhausenbergerdorff'.repeat(2).slice(0, 64)}@club.example`,
}

const fakeResponse = (path: string, json: object) => (page: Page) =>
  page.route(`**${path}`, (route) => route.fulfill({ json }))

const fakeStartedPurchase = (page: Page) =>
  page.addInitScript((purchase) => sessionStorage.setItem('purchase', JSON.stringify(purchase)), {
    groupName: LONG_TEXTS.name,
    email: LONG_TEXTS.email,
    payAt: '/pay-here',
    isPaid: false,
  })

export const signupScenes: readonly Scene[] = [
  {
    name: 'landing',
    isFast: true,
    at: '/',
    arrive: (page) => page.locator('fieldset:enabled').waitFor(),
  },
  {
    name: 'landing-errors',
    at: '/',
    async arrive(page) {
      await page.getByLabel('Group Name').fill('Demo Saturday')
      await page.getByRole('button', { name: 'URL Not Available' }).waitFor()
      await page.getByLabel('Custom URL').fill('-x-')
      await page.getByRole('button', { name: 'Start Free Trial' }).click()
      await page.getByText('Name must be at least 2 characters').waitFor()
    },
  },
  {
    name: 'trial-started',
    at: '/',
    before: fakeResponse('/api/trial/signup', { message: 'Sent' }),
    async arrive(page) {
      await fillSignup(page, LONG_TEXTS.name)
      await page.getByLabel('Your Email').fill(LONG_TEXTS.email)
      await page.getByRole('button', { name: 'Start Free Trial' }).click()
      await waitForHeading('Check Your Email')(page)
    },
  },
  {
    name: 'landing-tried',
    at: '/',
    async arrive(page) {
      await page.locator('fieldset:enabled').waitFor()
      await page.getByRole('button', { name: 'Claim Spot' }).click()
      await page.getByText('Does everyone pay?').click()
      await page.getByText('One person pays').waitFor()
    },
  },
  { name: 'privacy', at: '/privacy', arrive: waitForHeading('Privacy') },
  { name: 'terms', at: '/terms', arrive: waitForHeading('Terms') },
  { name: 'contact', at: '/contact', arrive: waitForHeading('Contact') },
  {
    name: 'purchase',
    isFast: true,
    at: '/purchase',
    arrive: (page) => page.locator('fieldset:enabled').waitFor(),
  },
  {
    name: 'payment-processing',
    at: '/purchase',
    async before(page) {
      await fakeResponse('/api/purchase/direct', { message: 'Ok', subscriptionUrl: '/pay-here' })(
        page,
      )
      await page.route('**/pay-here', (route) => route.fulfill({ status: 204 }))
    },
    async arrive(page) {
      await fillSignup(page)
      await page.getByRole('button', { name: 'Buy Now' }).click()
      await waitForHeading('Payment Processing')(page)
    },
  },
  {
    name: 'purchase-paid',
    at: '/purchase?payment=success',
    before: fakeStartedPurchase,
    arrive: waitForHeading('Payment Processing'),
  },
  {
    name: 'purchase-cancelled',
    at: '/purchase?payment=cancelled',
    before: fakeStartedPurchase,
    arrive: waitForHeading('Payment Cancelled'),
  },
  {
    name: 'purchase-not-finished',
    at: '/purchase',
    before: fakeStartedPurchase,
    arrive: waitForHeading('Unfinished Payment'),
  },
]
