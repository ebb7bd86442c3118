import { localDateOf, systemClock } from '../server/platform/clock.ts'
import { expect, test } from './testing/journey.ts'
import { cardOf, dateIn, expectToast, openDetails, pickDate } from './testing/screen-parts.ts'

for (const repeat of ['never', '1']) {
  test(`posts a tee time once when the response is lost: repeat ${repeat}`, {
    tag: '@thorough',
  }, async ({ testServer, phones }) => {
    const group = await testServer.make.group()
    phones.tolerate(/ERR_CONNECTION_RESET/)
    const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
    await page.getByRole('button', { name: 'Create New Tee Time' }).click()
    const dialog = page.getByRole('dialog', { name: 'Post Tee Time' })
    await dialog.getByLabel('Course', { exact: true }).fill('Priddis Greens')
    await pickDate(page, dateIn(2))
    await dialog.getByLabel('Time', { exact: true }).fill('06:54')
    await dialog.getByLabel('Repeat').selectOption(repeat)
    const address = repeat === 'never' ? '**/api/tee-times' : '**/standing-times'
    const submitButton = dialog.getByRole('button', { name: 'Post Tee Time' })
    await page.route(address, async (route) => {
      if (route.request().method() === 'GET') return route.fallback()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await submitButton.click()
    await expect(page.getByText('Not Sure It Went Through', { exact: true })).toBeVisible()
    await page.unroute(address)

    await submitButton.click()
    await expect(page.getByText('Tee Time Posted!', { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(cardOf(page, 'Priddis Greens')).toHaveCount(1)

    const { body } = await testServer.server
      .phone(group.owner.session)
      .get(`/api/groups/slug/${group.slug}/tee-times`)
    expect(body).toHaveLength(1)
  })
}

test('opens a group on retry when the first response was lost', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const owner = (await testServer.make.group()).owner
  phones.tolerate(/ERR_CONNECTION_RESET/)
  const page = await phones.open({ as: owner, at: '/create-group' })
  await page.getByLabel('Group Name').fill('Lost Balls')
  await page.route('**/api/groups', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  const createButton = page.getByRole('button', { name: 'Create Golf Group' })
  await createButton.click()
  await expect(page.getByText('Not Sure It Went Through', { exact: true })).toBeVisible()
  await page.unroute('**/api/groups')
  await createButton.click()
  await expect(page.getByText('Group Created!', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Lost Balls' })).toBeVisible()
})

test('applies a frost delay once when the response is lost', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  phones.tolerate(/ERR_CONNECTION_RESET/)
  const { timeZone, date } = zoneInTheMorning()
  const group = await testServer.make.group({ timeZone })
  const card = await testServer.make.teeTime(group, { course: 'Lakeview', date, time: '10:00' })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  await page.getByRole('button', { name: 'Frost Delay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Frost Delay' })
  await page.route('**/delay', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await dialog.getByRole('button', { name: 'Delay by 45 Min' }).click()
  await expect(dialog.getByText('Delay the tee times at Lakeview by 45 minutes?')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Keep Times' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Delay by 45 Min' })).toBeFocused()
  await page.keyboard.press('Enter')
  const delayButton = dialog.getByRole('button', { name: 'Delay Tee Times' })
  await delayButton.click()
  await expect(page.getByText('Not Sure It Went Through', { exact: true })).toBeVisible()
  await page.unroute('**/delay')
  // The response was lost, but the live update has arrived.
  await expect(dialog.getByText(/10:45 AM/)).toBeVisible()
  await delayButton.click()
  await expect(page.getByText('Tee Times Delayed', { exact: true })).toBeVisible()
  await expect(dialog).toBeHidden()
  const { body } = await testServer.server
    .phone(group.owner.session)
    .get(`/api/groups/slug/${group.slug}/tee-times`)
  expect(body).toMatchObject([{ id: card.id, time: '10:45' }])
})

test('reserves one spot when the response is lost', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  phones.tolerate(/ERR_CONNECTION_RESET/)
  const group = await testServer.make.group()
  await testServer.make.teeTime(group, { course: 'Lakeview' })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  await openDetails(cardOf(page, 'Lakeview'))
  await page.getByRole('button', { name: 'Guests and Reserved Spots' }).click()
  const dialog = page.getByRole('dialog', { name: 'Guests and Reserved Spots' })
  await dialog.getByLabel('For', { exact: true }).selectOption('Someone else')
  await dialog.getByLabel('Their Name').fill('Uncle Ben')
  await page.route('**/holds', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  const reserveButton = dialog.getByRole('button', { name: 'Reserve Spot' })
  await reserveButton.click()
  await expect(page.getByText('Not Sure It Went Through', { exact: true })).toBeVisible()
  await page.unroute('**/holds')
  await expect(dialog.getByText('Uncle Ben', { exact: true })).toBeVisible()
  await reserveButton.click()
  await expectToast(page, 'Spot Reserved', 'When the time is up, someone else can take the spot.')
  await expect(cardOf(page, 'Lakeview').getByText('Available')).toHaveCount(3)
})

test('says that the outcome is unknown when the response is not from Fourball, and shows what happened', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  await testServer.make.teeTime(group, { course: 'Lakeview' })
  const page = await phones.open({ as: group.owner })
  // Without live updates, only a refetch can show the claim.
  await page.route('**/api/live**', (route) => route.abort())
  phones.tolerate(/ERR_FAILED/)
  await page.goto(`/${group.slug}`)
  await page.route('**/claim', async (route) => {
    await route.fetch()
    await route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to our Wi-Fi</h1>' })
  })
  await cardOf(page, 'Lakeview').getByRole('button', { name: 'Claim Spot' }).click()
  await expectToast(
    page,
    'Not Sure It Went Through',
    "We didn't get a response from Fourball. Check whether your change went through before you try again.",
  )
  await expect(cardOf(page, 'Lakeview').getByRole('button', { name: 'Leave Spot' })).toBeVisible()
})

test("shows that 'Claim a spot for me' was saved although the response is lost", {
  tag: '@thorough',
}, async ({ testServer: { make, server }, phones }) => {
  const group = await make.group()
  const ann = await make.member(group)
  const players = [group.owner]
  const { id } = await make.teeTime(group, { course: 'Lakeview', maxPlayers: 1, players })
  await server.phone(ann.session).post(`/api/tee-times/${id}/wait`, {})
  const page = await phones.open({ as: ann })
  // Without live updates, only a refetch can show that the choice was saved.
  await page.route('**/api/live**', (route) => route.abort())
  phones.tolerate(/ERR_FAILED|ERR_CONNECTION_RESET/)
  await page.goto(`/${group.slug}`)
  await page.route('**/wait', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  const autoAccept = cardOf(page, 'Lakeview').getByLabel('Claim a spot for me')
  await autoAccept.click()
  await expect(page.getByText('Not Sure It Went Through', { exact: true })).toBeVisible()
  await expect(autoAccept).toBeChecked()
})

/** Returns a time zone in which it is now between 6 and 7 AM, and today's date in that zone. */
function zoneInTheMorning(): { timeZone: string; date: string } {
  const now = systemClock.now()
  const hoursAhead = 6 - now.getUTCHours()
  const offset = hoursAhead < -12 ? hoursAhead + 24 : hoursAhead
  // The signs in these names are inverted: Etc/GMT+7 is seven hours behind UTC.
  const timeZone = `Etc/GMT${offset < 0 ? '+' : '-'}${Math.abs(offset)}`
  return { timeZone, date: localDateOf(now, timeZone) }
}
