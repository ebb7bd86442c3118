import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from './testing/journey.ts'
import { cardOf, expectToast, playersOn, toastsOn } from './testing/screen-parts.ts'
import { storedPathsIn } from './testing/stored-responses.ts'

const OFFLINE_NOTICE = /^Offline\. As of \d+:\d\d [AP]M\.$/

async function waitUntilStored(page: Page): Promise<void> {
  await waitUntilInstalled(page)
  await expect.poll(() => storedPathsIn(page)).toContain('/api/auth/me')
}

/** Waits until the app's service worker serves the page. */
async function waitUntilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
}

/** Adds a `<meta>` element to a stored document, so that a test can see whether the app uses this copy. */
async function markStoredDocument(page: Page, documentPath: string): Promise<void> {
  await page.evaluate(async (path) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      const [request] = (await cache.keys()).filter(({ url }) => url.includes(path))
      const storedResponse = request && (await cache.match(request))
      if (request === undefined || storedResponse === undefined) continue
      const html = (await storedResponse.text()).replace('<title>', '<meta name="stored" /><title>')
      await cache.put(request, new Response(html, { headers: storedResponse.headers }))
    }
  }, documentPath)
}

/** Installs a newer version of the app, which waits because the page is open. */
async function installNewerVersion(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register('/sw.js?newer')
    while (registration.waiting === null) await new Promise((later) => setTimeout(later, 50))
  })
}

test('hides the outlines of the cards only if this phone has stored the group', async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'Backwoods' })
  const other = await testServer.make.group({ name: 'Early Birds', owner: group.owner })
  const page = await phones.open({
    as: group.owner,
    at: `/${group.slug}`,
    serviceWorkers: 'allow',
  })
  await waitUntilStored(page)
  await expect.poll(() => storedPathsIn(page)).toContain(`/api/groups/slug/${group.slug}/tee-times`)
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const isShown = (selector: string) =>
        document.querySelector(`.shell-group ${selector}`)?.checkVisibility()
      Object.assign(window, { shownInShell: ['header', 'main'].filter(isShown) })
    })
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Backwoods' })).toBeVisible()
  expect(await page.evaluate('shownInShell')).toEqual(['header'])
  await page.goto(`/${other.slug}`)
  await expect(page.getByRole('heading', { name: 'Early Birds' })).toBeVisible()
  await expect(page.locator('html[data-shows-stored]')).toHaveCount(0)
})

test('shows stored data without a connection, says that it is offline and claims nothing', async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'Backwoods' })
  const golfer = await testServer.make.member(group, { name: 'Remy Otte' })
  const card = await testServer.make.teeTime(group, { course: 'Banff Springs' })
  phones.tolerate(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_|ERR_FAILED|ERR_TIMED_OUT/)
  const page = await phones.open({
    as: golfer,
    at: `/${group.slug}/members`,
    serviceWorkers: 'allow',
  })
  await expect(page.getByText('Remy Otte')).toBeVisible()
  await page.getByRole('link', { name: 'Tee Times' }).click()
  const banff = cardOf(page, 'Banff Springs')
  await expect(banff.getByText(/^-?\d+°C$/)).toBeVisible()
  await waitUntilStored(page)
  await expect.poll(() => storedPathsIn(page)).toContain(`/api/groups/slug/${group.slug}/tee-times`)
  await expect
    .poll(() => storedPathsIn(page))
    .toContainEqual(expect.stringMatching(/^\/api\/weather\?/))

  await page.context().setOffline(true)
  await page.reload()
  await expect(banff.getByText('Available', { exact: true })).toHaveCount(4)
  await expect(banff.getByText(/^-?\d+°C$/)).toBeVisible()
  await expect(page.getByText(OFFLINE_NOTICE)).toBeVisible()
  const claimable = banff.locator('[data-open="claimable"]')
  await expect(claimable).toHaveCount(0)
  await banff.getByRole('button', { name: 'Available' }).first().click()
  await expect(toastsOn(page).getByText('Failed to Claim Spot')).toBeVisible()
  await toastsOn(page).getByRole('button', { name: 'Close' }).click()
  // For a moment after the failed claim, 'Claim Spot' ignores taps.
  await page.waitForTimeout(1_000)
  await banff.getByRole('button', { name: 'Claim Spot' }).click()
  await expectToast(
    page,
    'Failed to Claim Spot',
    "You're offline. Try again when you have a connection.",
  )
  await expect(banff.getByText('Available', { exact: true })).toHaveCount(4)
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(page.getByText('Remy Otte')).toBeVisible()
  await page.getByRole('link', { name: 'Tee Times' }).click()

  // Someone else claims the spot. The app did not queue the claim that this phone made while offline.
  await testServer.server.phone(group.owner.session).post(`/api/tee-times/${card.id}/claim`)
  await page.context().setOffline(false)
  await expect(playersOn(banff)).toHaveCount(1)
  await expect(page.getByText(/^Offline\./)).toBeHidden()
  await expect(banff.getByRole('button', { name: 'Claim Spot' })).toBeVisible()
  await expect(claimable).toHaveCount(3)

  // The Profile screen has never been open, so some of its data isn't stored. It loads after the outage.
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Profile' }).click()
  const loadError = page
    .getByRole('main')
    .getByText("You're offline. Try again when you have a connection.")
  await expect(loadError.first()).toBeVisible()
  await page.context().setOffline(false)
  await expect(loadError).toHaveCount(0)

  // A stored list may be older than a link, so only the server's list shows that a tee time is gone.
  await page.context().setOffline(true)
  await page.goto(`/${group.slug}?t=99`)
  await expect(page.getByText(OFFLINE_NOTICE)).toBeVisible()
  const missingNotice = page.getByText('Tee time #99 has passed or was cancelled.')
  await expect(missingNotice).toBeHidden()
  await page.context().setOffline(false)
  await expect(missingNotice).toBeVisible()

  // Payment pages and the outbox are never stored for offline use.
  await page.context().setOffline(true)
  await expect(page.goto(`/${group.slug}/subscribe`)).rejects.toThrow(/ERR_/)
  await expect(page.goto('/outbox')).rejects.toThrow(/ERR_/)
  await page.context().setOffline(false)
})

test('opens the stored app, but loads the page from the server while a newer version is waiting', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group({ name: 'Backwoods' })
  const page = await phones.open({
    as: group.owner,
    at: `/${group.slug}`,
    serviceWorkers: 'allow',
  })
  await waitUntilStored(page)
  await markStoredDocument(page, '/index.html')
  const storedMark = page.locator('meta[name="stored"]')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Backwoods' })).toBeVisible()
  await expect(storedMark).toHaveCount(1)

  // While a second page is open, the newer version doesn't take over.
  const secondPage = await page.context().newPage()
  await secondPage.goto(`/${group.slug}`)
  await installNewerVersion(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Backwoods' })).toBeVisible()
  await expect(storedMark).toHaveCount(0)
})

test('opens the stored login, but loads it from the server while a newer version is waiting', async ({
  phones,
}) => {
  phones.tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  const page = await phones.open({ at: '/login', serviceWorkers: 'allow' })
  await waitUntilInstalled(page)
  await markStoredDocument(page, '/login?stored')
  const storedMark = page.locator('meta[name="stored"]')
  const submitButton = page.getByRole('button', { name: 'Sign In', exact: true })
  await page.context().setOffline(true)
  await page.reload()
  await expect(submitButton).toBeEnabled()
  await expect(storedMark).toHaveCount(1)
  await page.context().setOffline(false)

  const secondPage = await page.context().newPage()
  await secondPage.goto('/login')
  await installNewerVersion(page)
  await page.reload()
  await expect(submitButton).toBeEnabled()
  await expect(storedMark).toHaveCount(0)
})

test('leaves nothing on the phone after logout', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'Backwoods' })
  phones.tolerate(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_|ERR_FAILED/)
  const page = await phones.open({
    as: group.owner,
    at: `/${group.slug}`,
    serviceWorkers: 'allow',
  })
  await expect(page.getByRole('button', { name: 'Create New Tee Time' })).toBeVisible()
  await waitUntilStored(page)

  // Another phone ends the session, so the next call gets a 401.
  await testServer.server.phone(group.owner.session).post('/api/auth/logout')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect.poll(() => storedPathsIn(page)).toEqual([])
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
  await expect(page.getByText('Backwoods')).toBeHidden()
})

test('can be installed', { tag: '@thorough' }, async ({ testServer, phones }) => {
  const page = await phones.open({
    as: (await testServer.make.group()).owner,
    at: '/',
    serviceWorkers: 'allow',
  })
  await waitUntilStored(page)
  const devtools: CDPSession = await page.context().newCDPSession(page)
  const { data, errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest: unknown = JSON.parse(data ?? '')
  expect(manifest).toMatchObject({ name: 'Fourball', start_url: '/', display: 'standalone' })
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Ignore this error: a journey's phones are private windows, which can't install apps.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
})
