import type { Page } from '@playwright/test'
import { DEMO_GOLFERS } from '../tools/demo/demo-group.ts'
import { DEMO_PASSWORD } from '../tools/demo/seed-demo.ts'
import { expect, test } from './testing/journey.ts'
import { cardOf, expectToast, playersOn } from './testing/screen-parts.ts'
import { storedPathsIn } from './testing/stored-responses.ts'

/** Holds back the page's scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('shows the group home’s shell and loads its data before the scripts arrive', async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'Early Birds' })
  const page = await phones.open({ as: group.owner })
  const requestedPaths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) requestedPaths.push(pathname)
  })
  const release = await holdScripts(page)
  await page.goto(`/${group.slug}`, { waitUntil: 'commit' })
  await expect(page.getByText('Active Times')).toBeVisible()
  await expect(page.getByTestId('tee-time-skeleton').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create New Tee Time' })).toHaveCount(0)
  const groupPath = `/api/groups/slug/${group.slug}`
  const earlyPaths = [`${groupPath}/check`, '/api/auth/me', groupPath, `${groupPath}/tee-times`]
  await expect.poll(() => requestedPaths).toEqual(earlyPaths)
  release()
  await expect(page.getByRole('heading', { name: 'Early Birds' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
  // The app used the responses to these early requests, and did not repeat the requests.
  for (const path of [`${groupPath}/check`, '/api/auth/me'])
    expect(requestedPaths.filter((requestedPath) => requestedPath === path)).toHaveLength(1)
})

test('shows the login form before the scripts arrive and keeps what was typed into it', async ({
  phones,
}) => {
  const { email } = DEMO_GOLFERS[2]
  const page = await phones.open()
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  const submitButton = page.getByRole('button', { name: 'Sign In', exact: true })
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await expect(submitButton).toBeDisabled()
  release()
  await expect(submitButton).toBeEnabled()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  const loginRequest = page.waitForRequest('**/api/auth/login')
  await submitButton.click()
  expect((await loginRequest).postDataJSON()).toMatchObject({ email, password: DEMO_PASSWORD })
  await expect(page).toHaveURL('/dashboard')
})

test('shows a message when the scripts fail to load', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  phones.tolerate(/ERR_FAILED/)
  const { owner, slug } = await testServer.make.group()
  const page = await phones.open({ as: owner })
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.goto(`/${slug}`)
  await expect(page.getByText("We couldn't load Fourball.")).toBeVisible()
  await expect(page.getByTestId('tee-time-skeleton').first()).toBeHidden()
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
})

test('shows the tee times of the last visit until the server responds', async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'Early Birds' })
  const golfer = await testServer.make.member(group, { name: 'Remy Otte' })
  const card = await testServer.make.teeTime(group, { course: 'Banff Springs' })
  const page = await phones.open({ as: golfer, at: `/${group.slug}` })
  const banff = cardOf(page, 'Banff Springs')
  await expect(banff.getByRole('button', { name: 'Claim Spot' })).toBeVisible()
  const groupPath = `/api/groups/slug/${group.slug}`
  for (const path of [`${groupPath}/check`, '/api/auth/me', groupPath, `${groupPath}/tee-times`])
    await expect.poll(() => storedPathsIn(page)).toContain(path)

  // The group changes between the two visits. During the second visit, the server is slow to respond.
  await page.goto('about:blank')
  await testServer.server.phone(group.owner.session).post(`/api/tee-times/${card.id}/claim`)
  await testServer.make.teeTime(group, { course: 'Priddis Greens' })
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/api\/(auth|groups|live)/, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(`/${group.slug}`, { waitUntil: 'commit' })
  await expect(banff.getByRole('button', { name: 'Claim Spot' })).toBeVisible()
  await expect(banff.getByText('Available', { exact: true })).toHaveCount(4)
  await expect(page.getByText(/As of/)).toHaveCount(0)

  // A claim on an outdated card returns the current card.
  await banff.getByRole('button', { name: 'Claim Spot' }).click()
  await expectToast(page, 'Spot Claimed!', "You've successfully claimed a spot in this tee time.")
  await expect(playersOn(banff)).toHaveCount(2)
  // The responses are still missing, so the app says that its data may be out of date.
  await expect(page.getByText(/^May be out of date\. As of/)).toBeVisible()
  resolve()
  await expect(cardOf(page, 'Priddis Greens')).toBeVisible()
  await expect(playersOn(banff)).toHaveCount(2)
  await expect(page.getByText(/As of/)).toHaveCount(0)
})
