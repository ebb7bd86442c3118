import type { Page } from '@playwright/test'
import { DEMO_GOLFERS } from '../../tools/demo/demo-group.ts'
import { DEMO_PASSWORD, DEMO_SLUG, DEMO_SUPER_ADMIN } from '../../tools/demo/seed-demo.ts'
import { expect, test } from '../testing/journey.ts'
import { signIn } from '../testing/screen-parts.ts'

/** Section 2 of the specification: the route table, row by row. */

const [{ email, name }] = DEMO_GOLFERS
const heading = (page: Page, text: string | RegExp) => page.getByRole('heading', { name: text })
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true })
const storedRedirect = (page: Page) => page.evaluate(() => localStorage.getItem('loginRedirect'))

test.describe('public routes', () => {
  test('/: the landing page has a trial form, a Buy Now link and feature cards', async ({
    phones,
  }) => {
    const page = await phones.open({ at: '/' })
    await expect(page.getByRole('button', { name: 'Start Free Trial' })).toBeVisible()
    for (const feature of [/unlimited/i, /text/i, /URL/, /weather/i]) {
      await expect(page.getByRole('heading', { level: 3, name: feature }).first()).toBeVisible()
    }
    await page.getByRole('link', { name: 'Buy Now' }).first().click()
    await expect(page).toHaveURL('/purchase')
  })

  test('/purchase: $39.95 for 6 months, with a group and admin form', async ({ phones }) => {
    const page = await phones.open({ at: '/purchase' })
    await expect(heading(page, '$39.95 for 6 months')).toBeVisible()
    for (const label of ['Group Name', 'Custom URL', 'Your Name', 'Your Email', 'Your Phone']) {
      await expect(page.getByLabel(label)).toBeVisible()
    }
  })

  test('/login: email and password, which can be shown and hidden', async ({ phones }) => {
    const page = await phones.open({ at: '/login' })
    const password = page.getByLabel('Password', { exact: true })
    await page.getByLabel('Email').fill('someone@club.example')
    await password.fill('fairway')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(password).toHaveAttribute('type', 'password')
  })

  test('/super-admin-login: has its own login, which leads to /super-admin', async ({ phones }) => {
    const page = await phones.open({ at: '/super-admin-login' })
    await signIn(page, DEMO_SUPER_ADMIN, DEMO_PASSWORD)
    await expect(page).toHaveURL('/super-admin')
  })

  test('/super-admin: has no guard of its own; its calls are refused and lead to its login', async ({
    testServer,
    phones,
  }) => {
    for (const as of [undefined, await testServer.make.golfer()]) {
      const page = await phones.open({ as, at: '/super-admin' })
      await expect(page).toHaveURL('/super-admin-login')
    }
  })
})

/** Each entry: the path, the path after the login, and the heading that the demo group's owner sees there. */
const GUARDED_ROUTES = [
  ['/dashboard', '/dashboard', 'My Groups'],
  ['/subscribe', '/subscribe', /No Trial Group Found|Subscribe|Upgrade/],
  ['/create-group', '/create-group', 'Create Golf Group'],
  ['/members', `/${DEMO_SLUG}/members`, 'Group Members'],
  ['/profile', `/${DEMO_SLUG}/profile`, name],
  [`/${DEMO_SLUG}`, `/${DEMO_SLUG}`, 'Saturday Morning Golf'],
  [`/${DEMO_SLUG}/members`, `/${DEMO_SLUG}`, 'Saturday Morning Golf'],
  [`/${DEMO_SLUG}/profile`, `/${DEMO_SLUG}`, 'Saturday Morning Golf'],
  [`/${DEMO_SLUG}/subscribe`, `/${DEMO_SLUG}`, 'Saturday Morning Golf'],
] as const

test.describe('login required: shows the login in place and continues afterward', () => {
  for (const [path, target, shownHeading] of GUARDED_ROUTES) {
    const isInGroup = path.startsWith(`/${DEMO_SLUG}`)

    test(`${path} → ${target}`, { tag: '@thorough' }, async ({ phones }) => {
      const page = await phones.open({ at: path })
      await expect(signInButton(page)).toBeVisible()
      await expect(page).toHaveURL(path)
      await expect(heading(page, isInGroup ? 'Demo Saturday' : 'Fourball')).toBeVisible()
      // The stored redirect is the main page of the group or, outside of groups, the path itself.
      await expect.poll(() => storedRedirect(page)).toBe(isInGroup ? `/${DEMO_SLUG}` : path)
      await signIn(page, email, DEMO_PASSWORD)
      await expect(page).toHaveURL(target)
      await expect(heading(page, shownHeading).first()).toBeVisible()
      expect(await storedRedirect(page)).toBeNull()
    })
  }

  test('/admin → /admin', { tag: '@thorough' }, async ({ phones }) => {
    const page = await phones.open({ at: '/admin' })
    await expect(signInButton(page)).toBeVisible()
    await expect(page).toHaveURL('/admin')
    await expect.poll(() => storedRedirect(page)).toBe('/admin')
    await signIn(page, DEMO_SUPER_ADMIN, DEMO_PASSWORD)
    await expect(page).toHaveURL('/admin')
    await expect(page.getByText('Total Groups', { exact: true })).toBeVisible()
  })
})

test('shows a signed-in golfer the right screen at each path', async ({ cast, phones }) => {
  const page = await phones.open({ as: cast.demoOwner })
  for (const [path, , shownHeading] of [
    ...GUARDED_ROUTES.slice(0, 6),
    [`/${DEMO_SLUG}/members`, '', 'Group Members'],
    [`/${DEMO_SLUG}/profile`, '', name],
    [`/${DEMO_SLUG}/subscribe`, '', 'Payment'],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(path)
      await expect(heading(page, shownHeading).first()).toBeVisible()
      await expect(signInButton(page)).toHaveCount(0)
    })
  }
})

test('leads to /dashboard after a login without a redirect', { tag: '@thorough' }, async ({
  phones,
}) => {
  const page = await phones.open({ at: '/login' })
  await signIn(page, email, DEMO_PASSWORD)
  await expect(page).toHaveURL('/dashboard')
})

test('prefers the redirect in the URL to the stored one', { tag: '@thorough' }, async ({
  phones,
}) => {
  const page = await phones.open({ at: '/create-group' })
  await expect.poll(() => storedRedirect(page)).toBe('/create-group')
  await page.goto('/login?redirect=%2Fdashboard%3Fa%3Db')
  await signIn(page, email, DEMO_PASSWORD)
  await expect(page).toHaveURL('/dashboard?a=b')
})

const NOT_FOUND =
  "This golf group doesn't exist or you may have typed the wrong URL. Check your invitation link or contact your group admin."

async function expectGroupNotFound(page: Page): Promise<void> {
  await expect(heading(page, 'Golf Group Not Found')).toBeVisible()
  await expect(page.getByText(NOT_FOUND, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Home', exact: true })).toHaveAttribute(
    'href',
    '/',
  )
}

test.describe('not found', () => {
  for (const at of ['', '/members', '/profile', '/subscribe']) {
    test(`shows not found for an unknown group: /no-such-group${at}`, { tag: '@thorough' }, async ({
      cast,
      phones,
    }) => {
      for (const as of [undefined, cast.demoOwner]) {
        await expectGroupNotFound(await phones.open({ as, at: `/no-such-group${at}` }))
      }
    })
  }

  test('treats a failed check as group not found', { tag: '@thorough' }, async ({
    cast,
    phones,
  }) => {
    phones.tolerate(/status of 500|ERR_FAILED/)
    const page = await phones.open({ as: cast.demoOwner })
    await page.route('**/check', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto(`/${DEMO_SLUG}`)
    await expectGroupNotFound(page)
    await page.unroute('**/check')
    await page.route('**/check', (route) => route.abort())
    await page.goto(`/${DEMO_SLUG}/members`)
    await expectGroupNotFound(page)
  })

  test('shows not found for any other path', { tag: '@thorough' }, async ({ phones }) => {
    const page = await phones.open()
    for (const at of ['/purchase/now', '/a/b/c', `/${DEMO_SLUG}/nowhere`, '/login/x', '/www']) {
      await page.goto(at)
      await expect(heading(page, 'Golf Group Not Found')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
    }
  })
})

const RESERVED_WORDS = [
  ...['dashboard', 'login', 'create-group', 'admin', 'members', 'profile'],
  ...['super-admin-login', 'super-admin', 'purchase'],
]

test('never treats a reserved first segment as a group', { tag: '@thorough' }, async ({
  cast,
  phones,
}) => {
  for (const as of [undefined, cast.demoOwner]) {
    const page = await phones.open({ as })
    const requestedUrls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/groups/slug/')) requestedUrls.push(request.url())
    })
    for (const word of RESERVED_WORDS) {
      await page.goto(`/${word}/members`)
      await expect(heading(page, 'Golf Group Not Found')).toBeVisible()
    }
    expect(requestedUrls).toEqual([])
  }
})

/** Redirect targets outside the app, or invalid ones. The app must not follow them. */
const HOSTILE_REDIRECTS = [
  ...[
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
  ],
  ...['/.//evil.example', 'https://evil.example', 'https:evil.example', '//house@evil.example'],
  ...['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', 'evil.example', ''],
]
/** The app does not decode a redirect twice, so these lead to screens of the app. */
const ENCODED_REDIRECTS = ['%2F%2Fevil.example', '/%2Fevil.example', '/%5Cevil.example']

test.describe('never redirects from the login to another site', () => {
  const waysToRedirect = {
    'through the URL': (page: Page, target: string) =>
      page.goto(`/login?redirect=${encodeURIComponent(target)}`),
    'through the stored redirect': async (page: Page, target: string) => {
      await page.goto('/login')
      await page.evaluate((to) => localStorage.setItem('loginRedirect', to), target)
    },
  }
  for (const [how, goTo] of Object.entries(waysToRedirect)) {
    test(how, { tag: '@thorough' }, async ({ cast, testServer, phones }) => {
      const page = await phones.open()
      page.on('dialog', (dialog) => dialog.dismiss().then(() => expect(dialog).toBeUndefined()))
      await page.route('**/api/auth/login', (route) =>
        route.fulfill({ json: { sessionId: cast.demoOwner.session } }),
      )
      for (const target of [...HOSTILE_REDIRECTS, ...ENCODED_REDIRECTS]) {
        await test.step(JSON.stringify(target), async () => {
          await goTo(page, target)
          await signIn(page, email, DEMO_PASSWORD)
          await expect(page).not.toHaveURL(/\/login/)
          await expect(page.getByRole('heading').first()).toBeVisible()
          expect(new URL(page.url()).origin).toBe(new URL(testServer.server.url).origin)
          if (HOSTILE_REDIRECTS.includes(target)) await expect(page).toHaveURL('/dashboard')
          await page.evaluate(() => localStorage.clear())
        })
      }
    })
  }

  test('never redirects a signed-in golfer from /login to another site', {
    tag: '@thorough',
  }, async ({ cast, testServer, phones }) => {
    const page = await phones.open({ as: cast.demoOwner })
    for (const target of HOSTILE_REDIRECTS) {
      await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
      await expect(page).toHaveURL(`${testServer.server.url}/dashboard`)
    }
  })
})
