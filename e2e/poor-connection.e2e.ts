import type { Page, Route } from '@playwright/test'
import { expect, test } from './testing/journey.ts'
import {
  cardOf,
  dateIn,
  expectToast,
  inHours,
  pickDate,
  playersOn,
} from './testing/screen-parts.ts'

const OFFLINE_MESSAGE = "You're offline. Try again when you have a connection."

test('loses nothing when a claim fails offline, and catches up once online', async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'Backwoods' })
  const golfer = await testServer.make.member(group, { name: 'Remy Otte' })
  const card = await testServer.make.teeTime(group, { course: 'Banff Springs' })
  await testServer.make.teeTime(group, { course: 'Stanley Thompson' })
  phones.tolerate(/ERR_INTERNET_DISCONNECTED/)
  phones.tolerate(/ERR_NETWORK_CHANGED|ERR_NETWORK_IO_SUSPENDED/)
  const page = await phones.open({ as: golfer, at: `/${group.slug}` })
  const banff = cardOf(page, 'Banff Springs')
  const claimButton = banff.getByRole('button', { name: 'Claim Spot' })
  await expect(claimButton).toBeVisible()
  await expect(banff.getByText('°C')).toBeVisible()
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('link', { name: 'Tee Times' }).click()

  await page.context().setOffline(true)
  await claimButton.click()
  await expectToast(page, 'Failed to Claim Spot', OFFLINE_MESSAGE)
  await expect(claimButton).toBeVisible()
  await expect(banff.getByText('Available')).toHaveCount(4)
  await expect(page.getByText(/^Offline\. As of \d+:\d\d [AP]M\.$/)).toBeVisible()

  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name: 'Remy Otte' })).toBeVisible()
  await page.getByRole('link', { name: 'Tee Times' }).click()
  await expect(claimButton).toBeVisible()

  await testServer.make.teeTime(group, { course: 'Kananaskis' })
  await testServer.server.phone(group.owner.session).post(`/api/tee-times/${card.id}/claim`)

  await page.context().setOffline(false)
  await expect(cardOf(page, 'Kananaskis')).toBeVisible()
  await expect(playersOn(banff)).toHaveCount(1)
  await expect(page.getByText(/^Offline\./)).toBeHidden()
  await expect(page.getByRole('definition')).toHaveText(['3', '11', '2'])
  await claimButton.click()
  await expectToast(page, 'Spot Claimed!', "You've successfully claimed a spot in this tee time.")
})

test('shows the offline message before the first tap', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  await testServer.make.teeTime(group, { course: 'Lakeview' })
  phones.tolerate(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_/)
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  const claimButton = cardOf(page, 'Lakeview').getByRole('button', { name: 'Claim Spot' })
  await expect(claimButton).toBeVisible()
  await page.context().setOffline(true)
  await claimButton.click()
  await expect(page.getByRole('alert')).toHaveText(`Failed to Claim Spot${OFFLINE_MESSAGE}`)
  await expect(page.getByRole('alert').locator('.toast')).toHaveCount(0)

  await page.context().setOffline(false)
  await claimButton.click()
  await expectToast(page, 'Spot Claimed!', "You've successfully claimed a spot in this tee time.")
})

test('keeps typed text after a failed try', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  phones.tolerate(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_/)
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  await page.getByRole('button', { name: 'Create New Tee Time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Post Tee Time' })
  await dialog.getByLabel('Course', { exact: true }).fill('Priddis Greens')
  await pickDate(page, dateIn(2))
  await dialog.getByLabel('Time', { exact: true }).fill('06:54')
  await dialog.getByLabel('Notes (optional)').fill('First off.')
  const submitButton = dialog.getByRole('button', { name: 'Post Tee Time' })

  await page.context().setOffline(true)
  await submitButton.click()
  await expectToast(page, 'Failed to Post Tee Time', OFFLINE_MESSAGE)
  await expect(dialog.getByLabel('Course', { exact: true })).toHaveValue('Priddis Greens')
  await expect(dialog.getByLabel('Notes (optional)')).toHaveValue('First off.')

  await page.context().setOffline(false)
  await submitButton.click()
  await expectToast(
    page,
    'Tee Time Posted!',
    'Your tee time has been successfully posted to the group.',
  )
  await expect(cardOf(page, 'Priddis Greens')).toHaveCount(1)
})

test('shows what a button is waiting for and ignores a second tap while the server is slow', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  await testServer.make.teeTime(group, { course: 'Lakeview' })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  const card = cardOf(page, 'Lakeview')
  for (const step of [
    { address: '**/claim', press: 'Claim Spot', pending: 'Claiming...', after: 'Leave Spot' },
    { address: '**/unclaim', press: 'Leave Spot', pending: 'Leaving...', after: 'Claim Spot' },
  ]) {
    const response = Promise.withResolvers<void>()
    let callCount = 0
    await page.route(step.address, async (route) => {
      callCount += 1
      await response.promise
      await route.continue()
    })
    const pending = card.getByRole('button', { name: step.pending })
    // A button that has just changed ignores taps for a moment.
    await expect(async () => {
      await card.getByRole('button', { name: step.press }).click({ timeout: 1_000 })
      await expect(pending).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(pending).toHaveAttribute('aria-disabled', 'true')
    await pending.click({ force: true })
    await pending.press('Enter')
    await expect(pending).toBeVisible()
    response.resolve()
    await expect(card.getByRole('button', { name: step.after })).toBeVisible()
    expect(callCount).toBe(1)
  }
})

test('explains why and what to do while the server is failing', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'Patience' })
  await testServer.make.teeTime(group, { course: 'Lakeview' })
  phones.tolerate(/status of 50\d|ERR_FAILED/)
  const page = await phones.open({ as: group.owner })
  const unavailableResponse = {
    status: 503,
    json: { message: 'Back in a moment.', code: 'UNAVAILABLE' },
  }
  // Block live updates and the cleanup, which would refetch the list before the tap on 'Try Again'.
  await page.route('**/api/live', (route) => route.abort())
  await page.route('**/cleanup/past-tee-times', (route) => route.fulfill(unavailableResponse))
  await page.route('**/tee-times', (route) => route.fulfill(unavailableResponse))
  await page.goto(`/${group.slug}`)
  await expect(page.getByRole('heading', { name: "We couldn't load the tee times" })).toBeVisible()
  await expect(page.getByText('Back in a moment.')).toBeVisible()
  await page.unroute('**/tee-times')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(cardOf(page, 'Lakeview')).toBeVisible()

  await page.route('**/claim', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await cardOf(page, 'Lakeview').getByRole('button', { name: 'Claim Spot' }).click()
  await expectToast(page, 'Failed to Claim Spot', 'An error occurred while claiming the spot.')
})

test('says how old the tee times are while they cannot be refetched', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  await testServer.make.teeTime(group, { course: 'Lakeview' })
  phones.tolerate(/status of 503|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_/)
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  await expect(cardOf(page, 'Lakeview')).toBeVisible()

  await page.route('**/tee-times', (route) => route.fulfill({ status: 503, json: {} }))
  await page.context().setOffline(true)
  await testServer.make.teeTime(group, { course: 'Inglewood' })
  await page.context().setOffline(false)
  const notice = page.getByRole('region', { name: 'Out of date' })
  await expect(notice).toContainText(/^May be out of date\. As of \d+:\d\d [AP]M\./)
  await expect(cardOf(page, 'Lakeview')).toBeVisible()
  await page.unroute('**/tee-times')
  await notice.getByRole('button', { name: 'Refresh' }).click()
  await expect(cardOf(page, 'Inglewood')).toBeVisible()
  await expect(notice).toBeHidden()
})

test('shows cards while the rest loads: skeletons, then the user, then everything', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  await testServer.make.teeTime(group, { course: 'Lakeview' })
  const page = await phones.open({ as: group.owner })
  const [listHold, userHold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/tee-times', (route) => listHold.promise.then(() => route.continue()))
  await page.route('**/api/auth/me', (route) => userHold.promise.then(() => route.continue()))
  await page.goto(`/${group.slug}`)
  await expect(page.getByTestId('tee-time-skeleton')).toHaveCount(3)
  listHold.resolve()
  await expect(cardOf(page, 'Lakeview').getByText('Loading user data...')).toBeVisible()
  await expect(page.getByTestId('tee-time-skeleton')).toHaveCount(0)
  userHold.resolve()
  await expect(cardOf(page, 'Lakeview').getByRole('button', { name: 'Claim Spot' })).toBeVisible()
})

test('shows cards together with their group and moves nothing afterward', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  const player = await testServer.make.member(group)
  // On the day of play, a card has a button that appears only when the group has loaded. The group's response
  // is held back below.
  const players = [group.owner, player]
  await testServer.make.teeTime(group, { course: 'Lakeview', ...inHours(1), players })
  await testServer.make.teeTime(group, { course: 'Inglewood' })
  const page = await phones.open({ as: group.owner })
  await page.addInitScript(() => {
    let layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry) layoutShift += Number(entry.value)
        document.documentElement.dataset['moved'] = String(layoutShift)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const groupHold = Promise.withResolvers<void>()
  await page.route(/\/api\/groups\/slug\/[^/]+$/, (route) =>
    groupHold.promise.then(() => route.continue()),
  )
  const list = page.waitForResponse('**/tee-times')
  await page.goto(`/${group.slug}`)
  await list
  await waitUntilRendered(page)
  groupHold.resolve()
  await expect(
    cardOf(page, 'Lakeview').getByRole('button', {
      name: /^(Running Late|Running Late or Frost Delay)\?$/,
    }),
  ).toBeVisible()
  await expect(cardOf(page, 'Inglewood').getByText('°C')).toBeVisible()
  expect(Number((await page.locator('html').getAttribute('data-moved')) ?? 0)).toBeLessThan(0.01)
})

test('keeps cards while a failed group is fetched again', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  await testServer.make.teeTime(group, { course: 'Lakeview' })
  phones.tolerate(/status of 503/)
  const page = await phones.open({ as: group.owner })
  const reads: Route[] = []
  await page.route(/\/api\/groups\/slug\/[^/]+$/, async (route) => {
    if (reads.push(route) === 1) await route.fulfill({ status: 503, json: {} })
  })
  await page.goto(`/${group.slug}`)
  await expect(cardOf(page, 'Lakeview')).toBeVisible()
  await testServer.make.teeTime(group, { course: 'Inglewood' })
  await expect.poll(() => reads.length).toBeGreaterThan(1)
  await waitUntilRendered(page)
  await expect(cardOf(page, 'Inglewood')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('retries join requests that fail while the members load', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  phones.tolerate(/status of 503/)
  const page = await phones.open({ as: group.owner })
  const [membersHold, liveEventsHold] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<void>(),
  ]
  const reads: Route[] = []
  const failRead = async (nth: number) => {
    await expect.poll(() => reads.length).toBe(nth)
    const failed = page.waitForResponse('**/requests')
    await reads.at(-1)?.fulfill({ status: 503, json: {} })
    await failed
    await waitUntilRendered(page)
  }
  await page.route('**/members-with-roles', (route) =>
    membersHold.promise.then(() => route.continue()),
  )
  await page.route('**/api/live', (route) => liveEventsHold.promise.then(() => route.continue()))
  // The live event about the new tee time may arrive up to a second after it was posted, and causes a third
  // read of the join requests.
  await page.route('**/requests', async (route) => {
    if (reads.length < 2) reads.push(route)
    else await route.fulfill({ status: 503, json: {} })
  })
  await page.goto(`/${group.slug}/members`)
  await failRead(1)

  // The first live event makes the page refetch everything. The page renders the changed group before the
  // second read of the join requests fails.
  await testServer.make.teeTime(group)
  const groupRead = page.waitForResponse(`**/api/groups/slug/${group.slug}`)
  liveEventsHold.resolve()
  await groupRead
  await waitUntilRendered(page)
  await failRead(2)
  membersHold.resolve()
  await expect(page.getByText("We couldn't load the join requests.")).toBeVisible()
})

test('shows a message when a part fails to load, and loads it on the next try', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  phones.tolerate(/ERR_FAILED|Failed to fetch dynamically imported module/)
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  const postButton = page.getByRole('button', { name: 'Create New Tee Time' })
  const dialog = page.getByRole('dialog', { name: 'Post Tee Time' })
  await page.route('**/assets/PostTeeTimeDialog-*.js', (route) => route.abort())
  await page.route('**/assets/Calendar-*.js', (route) => route.abort())
  await postButton.click()
  await expectToast(page, 'Failed to Open', 'Check your connection and try again.')
  await expect(dialog).toBeHidden()

  await page.unroute('**/assets/PostTeeTimeDialog-*.js')
  await postButton.click()
  await dialog.getByRole('button', { name: 'Date' }).click()
  const loadError = dialog.getByText("We couldn't load this.")
  await expect(loadError).toBeVisible()
  await page.unroute('**/assets/Calendar-*.js')
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await expect(dialog.getByRole('grid')).toBeVisible()
  await expect(loadError).toBeHidden()
})

const waitUntilRendered = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
