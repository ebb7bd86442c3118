import { DEMO_SLUG } from '../tools/demo/seed-demo.ts'
import { expect, test } from './testing/journey.ts'
import { fillSignup } from './testing/scenes/signups.ts'
import { expectToast } from './testing/screen-parts.ts'

const HEADLINE = 'You booked the tee time. Your buddies fill the spots.'

test('shows the full public pages with scripts off and says that forms need scripts', async ({
  phones,
}) => {
  const page = await phones.open({ at: '/', javaScriptEnabled: false })
  await expect(page).toHaveTitle('Tee Times for Your Golf Group · Fourball')
  await expect(page.getByRole('heading', { name: HEADLINE })).toBeVisible()
  for (const benefit of [
    'Unlimited Tee Times and Courses',
    'Text Notifications',
    'A Custom URL',
    'Weather Integration',
  ]) {
    await expect(page.getByRole('heading', { name: benefit })).toBeVisible()
  }
  // Playwright can't read text inside <noscript>, but it can check whether the text is visible.
  await expect(page.locator('noscript p')).toBeVisible()
  await expect(page.getByLabel('Group Name')).toBeHidden()
  await page.getByRole('link', { name: 'Buy Now' }).click()
  await expect(page).toHaveURL('/purchase')
  await expect(page).toHaveTitle('Buy 6 Months for Your Group · Fourball')
  await expect(page.getByRole('heading', { name: '$39.95 for 6 months' })).toBeVisible()
  await expect(page.getByText('Fourball needs JavaScript')).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByText('No card needed for your 30-day free trial.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Claim Spot' })).toBeHidden()
  await page.getByText('Does everyone pay?').click()
  await expect(page.getByText('One person pays $39.95 for 6 months')).toBeVisible()
  for (const name of ['Privacy', 'Terms', 'Contact']) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click()
    await expect(page).toHaveTitle(`${name} · Fourball`)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(page.getByText('Reply to any email you got from Fourball.')).toBeVisible()
  }
})

test('lets a visitor claim and leave the spot of the sample tee time', async ({ phones }) => {
  const page = await phones.open({ at: '/' })
  const sampleCard = page.getByRole('region', { name: 'Try it' })
  const sentUrls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sentUrls.push(request.url())
  })
  await expect(page.getByLabel('Group Name')).toBeEnabled()
  await expect(sampleCard.getByText('1 open')).toBeVisible()
  await sampleCard.getByRole('button', { name: 'Claim Spot' }).click()
  await expect(sampleCard.getByRole('status')).toHaveText(
    "You're in! Your whole group would see it now.",
  )
  await expect(sampleCard.getByText('Full')).toBeVisible()
  await expect(sampleCard.getByRole('listitem')).toContainText(['Ellis', 'Okoye', 'Tran', 'You'])
  const leaveButton = sampleCard.getByRole('button', { name: 'Leave Spot' })
  await expect(leaveButton).toBeFocused()
  await leaveButton.press('Enter')
  await expect(sampleCard.getByText('Available')).toBeVisible()
  expect(sentUrls).toEqual([])
})

test('puts the group, name, email and phone before the optional fields', {
  tag: '@thorough',
}, async ({ phones }) => {
  const page = await phones.open({ at: '/' })
  await page.getByLabel('Group Name').fill('Sunday Shanks')
  await expect(page.getByLabel('Custom URL')).toHaveValue('sunday-shanks')
  for (const label of ['Your Name', 'Your Email', 'Your Phone', 'Custom URL', 'Description']) {
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(label)).toBeFocused()
  }
})

test('opens the public pages from inside the app, and for signed-in golfers', {
  tag: '@thorough',
}, async ({ cast, phones }) => {
  const page = await phones.open({ at: '/no-such-group' })
  await page.getByRole('link', { name: 'Go to Home' }).click()
  // The browser loaded another screen's document, without the trial's length, so the app requests it.
  await expect(page.getByText('No card needed for your 30-day free trial.')).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('link', { name: 'text message terms' }).click()
  await expect(page).toHaveURL('/terms#texts')
  const texts = page.getByRole('heading', { name: 'Text Messages: Fourball Tee-Time Texts' })
  await expect(texts).toBeInViewport()
  for (const term of [
    'message frequency varies',
    'message and data rates may apply',
    'reply STOP to any text',
    'reply HELP to any text',
    'Carriers are not liable for delayed or undelivered messages.',
  ]) {
    await expect(page.getByText(term)).toBeVisible()
  }
  const golferPage = await phones.open({ as: cast.demoOwner, at: '/terms' })
  await expect(golferPage.getByRole('heading', { name: 'Terms', level: 1 })).toBeVisible()
})

test('shows a message in place of the form when scripts fail to load', {
  tag: '@thorough',
}, async ({ phones }) => {
  phones.tolerate(/ERR_FAILED/)
  const page = await phones.open()
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('heading', { name: HEADLINE })).toBeVisible()
  await expect(page.getByText("This form couldn't be loaded.")).toBeVisible()
  await expect(page.getByLabel('Group Name')).toBeHidden()
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByLabel('Group Name')).toBeEnabled()
  await expect(page.getByText("This form couldn't be loaded.")).toBeHidden()
})

test('hydrates the prerendered page without moving anything', async ({ phones }) => {
  const page = await phones.open()
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  let hydrate = () => {}
  const hydration = new Promise<void>((resolve) => {
    hydrate = resolve
  })
  await page.route('**/assets/index-*.js', async (route) => {
    await hydration
    await route.continue()
  })
  for (const at of ['/', '/purchase']) {
    await page.goto(at, { waitUntil: 'commit' })
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toBeVisible()
    const prerendered = await heading.elementHandle()
    if (at === '/') {
      // The field is disabled, because anything typed before hydration would be lost.
      await expect(page.getByLabel('Group Name')).toBeDisabled()
      hydrate()
    }
    await expect(page.getByLabel('Group Name')).toBeEnabled()
    expect(await heading.evaluate((now, before) => now === before, prerendered)).toBe(true)
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.01)
  }
})

test('never shows a golfer the landing page on the way to the first group', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const { owner, slug } = await testServer.make.group()
  const page = await phones.open({ as: owner })
  await page.addInitScript(() => {
    const shownHeadings: string[] = []
    Object.assign(window, { shownHeadings })
    const recordHeading = () => {
      const heading = document.querySelector('h1')
      if (heading?.checkVisibility({ visibilityProperty: true }))
        shownHeadings.push(heading.textContent)
      requestAnimationFrame(recordHeading)
    }
    requestAnimationFrame(recordHeading)
  })
  await page.goto('/')
  await expect(page).toHaveURL(`/${slug}`)
  await expect(page.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
  const shownHeadings = await page.evaluate(
    () => (window as unknown as { shownHeadings: string[] }).shownHeadings,
  )
  expect(shownHeadings).not.toContain(HEADLINE)
})

test('shows the landing page to a golfer whose session has expired', { tag: '@thorough' }, async ({
  phones,
}) => {
  const page = await phones.open({ as: { session: 'dead' }, at: '/' })
  await expect(page.getByRole('heading', { name: HEADLINE })).toBeVisible()
  await expect(page.getByLabel('Group Name')).toBeEnabled()
  expect(await page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull()
})

test('deletes what was typed into a form once it has expired', { tag: '@thorough' }, async ({
  phones,
}) => {
  const page = await phones.open({ at: '/' })
  await page.evaluate(() => {
    const contact = { email: 'old@club.example', name: 'Old Signup', phone: '', until: 1 }
    localStorage.setItem('signup-contact', JSON.stringify(contact))
    const forms = { 'post:1': { until: 1, values: { course: 'Lakeview' } } }
    localStorage.setItem('drafts', JSON.stringify({ golferId: 1, forms }))
  })
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
})

test('derives the slug from the name and blocks the form when it is taken', async ({ phones }) => {
  const page = await phones.open({ at: '/' })
  await page.getByRole('link', { name: 'Start Free Trial' }).click()
  await expect(page.getByLabel('Group Name')).toBeInViewport()
  await page.getByLabel('Group Name').fill('Demo Saturday')
  await expect(page.getByLabel('Custom URL')).toHaveValue(DEMO_SLUG)
  const submitButton = page.getByRole('button', { name: 'URL Not Available' })
  await expect(submitButton).toHaveAttribute('aria-disabled', 'true')
  const slug = page.getByLabel('Custom URL')
  await expect(slug).toHaveAttribute('aria-invalid', 'true')
  await expect(slug).toHaveAccessibleDescription(`/${DEMO_SLUG} is not available. Try another one.`)
  await submitButton.click({ force: true })
  await expect(slug).toBeFocused()

  await page.getByLabel('Custom URL').fill('demo-sunday')
  await expect(page.getByText('/demo-sunday is available.')).toBeVisible()
  await page.getByRole('button', { name: 'Start Free Trial' }).click()
  await expect(page.getByText('Name must be at least 2 characters', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Your Name')).toBeFocused()
})

test('explains why a trial signup failed and succeeds on the second try', {
  tag: '@thorough',
}, async ({ phones }) => {
  const page = await phones.open({ at: '/', timezoneId: 'America/Halifax' })
  const submitButton = page.getByRole('button', { name: 'Start Free Trial' })
  phones.tolerate(/status of 5\d\d|ERR_FAILED/)
  await fillSignup(page)
  await expect(page.getByText('/sunrise-walkers is available.')).toBeVisible()

  await page.route('**/api/trial/signup', (route) => route.fulfill({ status: 502, body: 'Bad' }))
  await submitButton.click()
  await expectToast(page, 'Signup Failed', 'Please try again.')

  await page.route('**/api/trial/signup', (route) =>
    route.fulfill({ status: 409, json: { message: 'Just taken.', code: 'SLUG_TAKEN' } }),
  )
  await submitButton.click()
  await expectToast(page, 'Signup Failed', 'Just taken.')
  await expect(page.getByText('/sunrise-walkers is not available. Try another one.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'URL Not Available' })).toBeVisible()

  let sentBody: unknown
  await page.route('**/api/trial/signup', (route) => {
    sentBody = route.request().postDataJSON()
    return route.fulfill({ json: { message: 'Sent' } })
  })
  await page.getByLabel('Custom URL').fill('sunset-walkers')
  await submitButton.click()
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused()
  await expect(page.getByText('robin.hale@club.example')).toBeVisible()
  expect(sentBody).toEqual({
    groupName: 'Sunrise Walkers',
    slug: 'sunset-walkers',
    adminName: 'Robin Hale',
    adminEmail: 'robin.hale@club.example',
    adminPhone: '403-555-0190',
    description: '',
    timeZone: 'America/Halifax',
  })
})

test('starts a trial on retry when the first response was lost', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const page = await phones.open({ at: '/' })
  phones.tolerate(/ERR_CONNECTION_RESET/)
  await fillSignup(page)
  await page.getByLabel('Custom URL').fill('sunrise-lost')
  // Wait for the availability check. If it came after the first try, it would report the URL as taken.
  await expect(page.getByText('/sunrise-lost is available.')).toBeVisible()
  await page.route('**/api/trial/signup', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  const submitButton = page.getByRole('button', { name: 'Start Free Trial' })
  await submitButton.click()
  const unreachableMessage = "We can't reach Fourball right now. Try again in a moment."
  await expectToast(page, 'Signup Failed', unreachableMessage)
  await page.unroute('**/api/trial/signup')
  await submitButton.click()
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
  await expect.poll(() => testServer.emailsTo('robin.hale@club.example')).not.toEqual([])
})

test('redirects a purchase to the payment page, but never to another site over http', {
  tag: '@thorough',
}, async ({ phones }) => {
  const page = await phones.open({ at: '/purchase' })
  phones.tolerate(/status of 5\d\d/)
  const buyButton = page.getByRole('button', { name: 'Buy Now' })
  const fakeResponse = (status: number, json: object) =>
    page.route('**/api/purchase/direct', (route) => route.fulfill({ status, json }))

  await fillSignup(page)
  await fakeResponse(500, {})
  await buyButton.click()
  await expectToast(page, 'Purchase Failed', 'Please try again.')

  await fakeResponse(200, { message: 'Ok', subscriptionUrl: 'http://stranger.example/pay' })
  await buyButton.click()
  await expect(page.getByRole('heading', { name: 'Payment Processing' })).toBeVisible()
  await expect(page.getByText("You haven't been charged yet")).toBeVisible()
  await expect(page).toHaveURL('/purchase')

  await page.reload()
  await fillSignup(page)
  await fakeResponse(200, { message: 'Ok', subscriptionUrl: '/login?paid=1' })
  await buyButton.click()
  await expect(page).toHaveURL('/login?paid=1')
})
