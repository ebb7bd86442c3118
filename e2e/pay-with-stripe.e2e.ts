import type { Page } from '@playwright/test'
import {
  type StripeStandIn,
  startStripe,
} from '../server/providers/payments/testing/stripe-stand-in.ts'
import { test as base, expect } from './testing/journey.ts'
import { expectToast } from './testing/screen-parts.ts'
import { DECLINED_CARD, fakeStripe } from './testing/stripe-script.ts'
import { startTestServer } from './testing/test-server.ts'

const STRIPE_HOSTS = /https:\/\/js\.stripe\.com/
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)

/** Starts an app that takes payments through a fake Stripe. */
const test = base.extend<object, { stripe: StripeStandIn }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const stripe = await startStripe()
      await use(stripe)
      await stripe.close()
    },
    { scope: 'worker' },
  ],
  testServer: [
    async ({ stripe }, use) => {
      const testServer = await startTestServer(stripe.env)
      await use(testServer)
      await testServer.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

// Each worker starts an app, which takes seconds, so one worker runs all tests of this file.
test.describe.configure({ mode: 'default' })

const payButtonOn = (page: Page) => page.getByRole('button', { name: 'Pay $39.95 for 6 months' })
const cardNumberFieldOn = (page: Page) =>
  page.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Card number')
const policyOf = async (page: Page, path: string) =>
  (await page.request.get(path)).headers()['content-security-policy'] ?? ''

test("upgrades a trial to a paid group through Stripe's form", { tag: '@thorough' }, async ({
  testServer,
  stripe,
  phones,
}) => {
  phones.tolerate(STRIPE_HOSTS)
  const group = await testServer.make.group({ expiryDate: daysFromNow(5) })
  const earlierIds = new Set(stripe.account.subscriptions.keys())
  const page = await phones.open({ as: group.owner })
  await fakeStripe(page.context())

  await test.step('only payment pages allow Stripe, and only they load it', async () => {
    for (const path of ['/', '/login', `/${group.slug}`, `/${group.slug}/profile`, '/purchase']) {
      expect(await policyOf(page, path), path).not.toContain('stripe')
    }
    expect(await policyOf(page, `/${group.slug}/subscribe`)).toContain('https://js.stripe.com')
    const requestedUrls: string[] = []
    page.on('request', (request) => requestedUrls.push(request.url()))
    await page.goto(`/${group.slug}`)
    await expect(page.getByRole('region', { name: 'Trial' })).toBeVisible()
    expect(requestedUrls.filter((url) => url.includes('stripe'))).toEqual([])
    const loadedUrls: string[] = []
    page.on('load', () => loadedUrls.push(page.url()))
    await page.getByRole('link', { name: 'Upgrade' }).click()
    await expect(payButtonOn(page)).toBeVisible()
    expect(loadedUrls, 'loaded again once').toHaveLength(1)
  })

  await test.step("a decline shows the provider's message and changes nothing", async () => {
    await cardNumberFieldOn(page).fill(DECLINED_CARD.number)
    await payButtonOn(page).click()
    await expectToast(page, 'Payment Failed', DECLINED_CARD.message)
    const section = page.getByRole('region', { name: 'Payment' })
    await expect(section.getByText(DECLINED_CARD.message)).toBeVisible()
    await expect(page.getByText('5 days left in the trial')).toBeVisible()
  })

  await test.step("a good card leads back, and Stripe's confirmation marks the group as paid", async () => {
    await cardNumberFieldOn(page).fill('4242424242424242')
    await expect(
      page.getByRole('region', { name: 'Payment' }).getByText(DECLINED_CARD.message),
    ).toHaveCount(0)
    await payButtonOn(page).click()
    await expectToast(page, 'Payment Successful', 'Thank you. See you on the first tee.')
    await expect(page).toHaveURL(`/${group.slug}`)
    await expect(page.getByRole('region', { name: 'Trial' })).toBeVisible()
    const events = stripe.pay(subscriptionStartedSince(stripe, earlierIds))
    const webhook = `${testServer.server.url}/api/webhooks/stripe`
    for (const answer of await stripe.deliver(webhook, events)) expect(answer.status).toBe(200)
    await expect(page.getByRole('region', { name: 'Trial' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('heading', { name: 'Active Subscription' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Manage subscription' })).toBeVisible()
  })
})

test('waits for a payment Stripe has not confirmed yet instead of charging again', {
  tag: '@thorough',
}, async ({ testServer, stripe, phones }) => {
  phones.tolerate(STRIPE_HOSTS)
  const group = await testServer.make.group({ expiryDate: daysFromNow(5) })
  const earlierIds = new Set(stripe.account.subscriptions.keys())
  const page = await phones.open({ as: group.owner })
  await fakeStripe(page.context())
  await page.goto(`/${group.slug}/subscribe`)
  await expect(payButtonOn(page)).toBeVisible()
  const events = stripe.pay(subscriptionStartedSince(stripe, earlierIds))

  await page.reload()
  await expect(page.getByText('This page will update automatically.')).toBeVisible()
  await expect(payButtonOn(page)).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText(/If you pay now/)
  await expect(page.getByRole('region', { name: 'What you get' })).toBeHidden()
  for (const answer of await stripe.deliver(
    `${testServer.server.url}/api/webhooks/stripe`,
    events,
  )) {
    expect(answer.status).toBe(200)
  }
  // The page learns of the payment from a live update or by polling, whichever is faster.
  await expect(
    page
      .getByRole('heading', { name: 'Active Subscription' })
      .or(page.getByText('Payment Successful')),
  ).toBeVisible()
})

test('explains what to do when Stripe is blocked, and works once it is allowed', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  phones.tolerate(STRIPE_HOSTS)
  phones.tolerate(/ERR_BLOCKED_BY_CLIENT/)
  const group = await testServer.make.group({ expiryDate: daysFromNow(5) })
  const page = await phones.open({ as: group.owner })
  await fakeStripe(page.context())
  let isBlocked = true
  await page
    .context()
    .route(STRIPE_HOSTS, (route) => (isBlocked ? route.abort('blockedbyclient') : route.fallback()))
  await page.goto(`/${group.slug}/subscribe`)
  const alert = page.getByRole('alert').filter({ hasText: "The payment form can't be loaded" })
  await expect(alert).toContainText('Disable your ad blocker for this page.')
  await expect(alert).toContainText('another browser, another phone, or another Wi-Fi network.')
  await expect(payButtonOn(page)).toHaveCount(0)

  const tryAgainButton = alert.getByRole('button', { name: 'Try Again' })
  await tryAgainButton.click()
  await expectToast(
    page,
    'Failed to initialize subscription',
    'Failed to initialize payment. Please try again.',
  )
  await expect(tryAgainButton).toBeFocused()
  isBlocked = false
  await tryAgainButton.click()
  await expect(payButtonOn(page)).toBeVisible()
  await expect(alert).toHaveCount(0)
  await cardNumberFieldOn(page).fill('4242424242424242')
})

test('shows a message when the payment form loads too slowly', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  phones.tolerate(STRIPE_HOSTS)
  const group = await testServer.make.group({ expiryDate: daysFromNow(5) })
  const page = await phones.open({ as: group.owner })
  await page.clock.install()
  await fakeStripe(page.context())
  const formRequested = Promise.withResolvers<void>()
  let isHanging = true
  await page.context().route(STRIPE_HOSTS, async (route) => {
    formRequested.resolve()
    if (!isHanging) await route.fallback()
  })
  await page.goto(`/${group.slug}/subscribe`)
  await formRequested.promise
  await page.clock.fastForward(11_000)
  const alert = page.getByRole('alert').filter({ hasText: "The payment form can't be loaded" })
  await expect(alert).toBeVisible()

  isHanging = false
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect(payButtonOn(page)).toBeVisible()
})

function subscriptionStartedSince(
  { account }: StripeStandIn,
  earlierIds: ReadonlySet<string>,
): string {
  return [...account.subscriptions.keys()].find((id) => !earlierIds.has(id)) ?? ''
}
